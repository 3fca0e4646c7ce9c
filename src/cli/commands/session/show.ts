import { buildCommand } from '@stricli/core'
import { type Summary, summaryOf } from '../../../app/summary.ts'
import { type Left, leftBy } from '../../../brief/left.ts'
import type { StoredEvent } from '../../../event/define.ts'
import { understand } from '../../../event/understand.ts'
import { tell } from '../../../fold/story.ts'
import type { Damage } from '../../../log/event-log.ts'
import { Problem } from '../../../problem.ts'
import { answer } from '../../answer.ts'
import type { Context } from '../../context.ts'
import { jsonFlag, limitFlag, text } from '../../flags.ts'
import { likelySession } from '../../here.ts'
import { storyText } from '../../present/story.ts'

interface Flags {
  readonly limit?: number
  readonly json: boolean
}

export interface Told {
  readonly seq: number
  readonly at: number
  readonly type: string
  readonly text: string
  /** How it was understood; absent for the ordinary case. */
  readonly kind?: 'unknown' | 'forgotten' | 'malformed'
}
export interface Story {
  readonly session: Summary
  readonly left: Left
  readonly events: readonly Told[]
  readonly damage: readonly Damage[]
  readonly hot: readonly { readonly at: number; readonly text: string }[]
}

export default buildCommand({
  docs: {
    brief: 'Tell the whole story of a session',
    fullDescription:
      'Everything that was recorded of a session, in order, and what it leaves. Damaged events are named and skipped.',
  },
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [
        {
          brief: 'Which session; default: the last one here',
          parse: text,
          placeholder: 'ID',
          optional: true,
        },
      ],
    },
    flags: { limit: { ...limitFlag, brief: 'Only the last so many events' }, json: jsonFlag },
  },
  async func(this: Context, flags: Flags, id?: string) {
    const world = await this.world()
    const seen = await likelySession(this, id, ['active', 'idle', 'suspended', 'crashed', 'ended'])
    if (!seen) throw nothingToShow(world.place.project.name)
    const damage: Damage[] = []
    const events: Told[] = []
    const after = flags.limit ? Math.max(0, seen.seq - flags.limit) : 0
    const query = { session: seen.session, after, onDamage: (one: Damage) => damage.push(one) }
    for await (const event of world.log.read(query)) events.push(told(event))
    const hot = seen.view.memory.hot.slice(-world.settings['session.hot-entries'])
    const story: Story = { session: summaryOf(world, seen), left: leftBy(seen.view), events, damage, hot }
    answer(this, flags, story, (value) => storyText(value, this.out))
  },
})

function told(stored: StoredEvent): Told {
  const { seq, at, type } = stored
  const meaning = understand(stored)
  if (meaning.kind === 'known') return { seq, at, type, text: tell(meaning.event) }
  const text = {
    unknown: `an event of a newer release (${type} version ${stored.version})`,
    forgotten: 'forgotten',
    malformed: 'malformed',
  }[meaning.kind]
  return { seq, at, type, text, kind: meaning.kind }
}

const nothingToShow = (project: string): Problem =>
  new Problem({
    code: 'no-session-here',
    message: `project ${project} has no session yet`,
    fix: 'leftoff session list, then leftoff session show ID',
    outcome: 'notFound',
  })
