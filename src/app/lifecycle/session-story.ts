import { type Leftover, leftoverOf } from '../../brief/leftover.ts'
import type { StoredEvent } from '../../event/define.ts'
import { understand } from '../../event/understand.ts'
import type { Damage, Viewed } from '../../log/event-log.ts'
import type { CompactionReport } from '../../session/compaction-report.ts'
import { describeEvent } from '../../session/event-text.ts'
import type { Session } from '../../session/session.ts'
import { compactionHistory } from '../context/compaction-history.ts'
import { type ContextStatus, contextStatusOf } from '../context/context-status.ts'
import type { World } from '../world.ts'
import { type Summary, summarizeSession } from './session-summary.ts'

export interface StoryEvent {
  readonly seq: number
  readonly at: number
  readonly type: string
  readonly text: string
  /** Absent for an event that this release understands. */
  readonly kind?: 'unknown' | 'forgotten' | 'malformed'
}

export interface Story {
  readonly session: Summary
  readonly left: Leftover
  /** The last significant results, summarized. */
  readonly hot: readonly { readonly at: number; readonly text: string }[]
  readonly events: readonly StoryEvent[]
  readonly damage: readonly Damage[]
  readonly carry: ContextStatus
  /** What each compaction lost, and what was restored. */
  readonly compactions: readonly CompactionReport[]
}

export async function storyOf(
  world: World,
  seen: Viewed<Session>,
  ask: { readonly last?: number },
): Promise<Story> {
  const damage: Damage[] = []
  const events: StoryEvent[] = []
  const after = ask.last ? Math.max(0, seen.seq - ask.last) : 0
  const query = { session: seen.session, after, onDamage: (one: Damage) => damage.push(one) }
  for await (const event of world.log.read(query)) events.push(storyEvent(event))
  const hot = seen.view.memory.hot.slice(-world.settings['session.hot-entries'])
  return {
    session: summarizeSession(world, seen),
    left: leftoverOf(seen.view),
    hot: hot.map(({ at, text }) => ({ at, text })),
    events,
    damage,
    carry: contextStatusOf(seen.view),
    compactions: await compactionHistory(world, seen),
  }
}

function storyEvent(stored: StoredEvent): StoryEvent {
  const { seq, at, type, version } = stored
  const meaning = understand(stored)
  switch (meaning.kind) {
    case 'known':
      return { seq, at, type, text: describeEvent(meaning.event) }
    case 'unknown':
      return {
        seq,
        at,
        type,
        kind: 'unknown',
        text: `an event from a newer release (${type} version ${version})`,
      }
    case 'forgotten':
      return { seq, at, type, kind: 'forgotten', text: 'forgotten' }
    case 'malformed':
      return { seq, at, type, kind: 'malformed', text: `malformed: ${meaning.reason}` }
  }
}
