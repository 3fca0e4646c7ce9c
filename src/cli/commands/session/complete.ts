import { buildCommand } from '@stricli/core'
import { move } from '../../../app/lifecycle/change-state.ts'
import { summaryOf } from '../../../app/lifecycle/session-summary.ts'
import { Problem } from '../../../problem.ts'
import { answer } from '../../answer.ts'
import type { Context } from '../../context.ts'
import { jsonFlag, optionalId, text } from '../../flags.ts'
import { likelySession } from '../../here.ts'
import { shortId } from '../../present/session.ts'

interface Flags {
  readonly note?: string
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Mark a session as complete',
    fullDescription: 'A complete session is no longer offered to the next one. Its history stays.',
  },
  parameters: {
    positional: optionalId,
    flags: {
      note: { kind: 'parsed', parse: text, brief: 'What came of it', placeholder: 'TEXT', optional: true },
      json: jsonFlag,
    },
  },
  async func(this: Context, flags: Flags, id?: string) {
    const world = await this.world()
    const open = await likelySession(this, id, ['active', 'idle', 'suspended'])
    const seen = open ?? (await likelySession(this, id, ['ended', 'crashed']))
    if (!seen) throw nothingToComplete(world.place.project.name)
    const completed = await move(world, seen.session, {
      move: 'complete',
      ...(flags.note && { note: flags.note }),
    })
    answer(
      this,
      flags,
      { session: summaryOf(world, completed) },
      ({ session }) =>
        `Session ${this.out.style.cyan(shortId(session.id))} is complete: the next one starts fresh.`,
    )
  },
})

const nothingToComplete = (project: string): Problem =>
  new Problem({
    code: 'nothing-to-complete',
    message: `project ${project} has no session yet`,
    fix: 'leftoff session list --all, then name one',
    outcome: 'notFound',
  })
