import type { KnownEvent } from '../event/catalogue.ts'
import type { ArchiveReason, CrashTrigger, EndTrigger } from '../event/session.ts'
import { type Fold, fold } from './fold.ts'
import { isLegal, type Move, moved, type Standing } from './lifecycle.ts'

/** The life of a session as its log tells it; what the clock has made of it since is `observe`'s business. */
export interface Life {
  readonly state: Standing
  readonly startedAt: number
  readonly lastActivityAt: number
  /** When the present run began: at the start or at the last resume. */
  readonly runSince: number
  readonly endedAt?: number
  readonly endTrigger?: EndTrigger | 'completed' | 'recovered'
  readonly crashedAt?: number
  readonly crashTrigger?: CrashTrigger
  readonly completedAt?: number
  readonly archivedAt?: number
  readonly archiveReason?: ArchiveReason
  /** What there was, when a crashed session was recovered. */
  readonly recoveryNote?: string
  readonly resumes: number
  readonly crashes: number
}

export const unborn: Life = {
  state: 'none',
  startedAt: 0,
  lastActivityAt: 0,
  runSince: 0,
  resumes: 0,
  crashes: 0,
}

/** A move that is not legal here is kept in the log and changes nothing. */
const step = (life: Life, move: Move, change: Partial<Life> = {}): Life =>
  isLegal(life.state, move) ? { ...life, ...change, state: moved(life.state, move) } : life

/** A clock that steps back must not make a session older than its last fact. */
const latest = (life: Life, at: number): number => Math.max(life.lastActivityAt, at)

/** However the clock was set, a session ends after it started. */
const notBefore = (life: Life, at: number): number => Math.max(life.startedAt, at)

function born(life: Life, at: number): Life {
  return life.state === 'none' ? { ...life, startedAt: at, runSince: at } : life
}

function activity(life: Life, event: KnownEvent): Life {
  const known = born(life, event.at)
  return { ...step(known, 'activity'), lastActivityAt: latest(known, lived(known, event.at)) }
}

/** What is noted about a session after its end, such as an action done later, does not prolong its life. */
function lived(life: Life, at: number): number {
  if (life.state === 'ended') return Math.min(at, life.endedAt ?? at)
  return life.state === 'crashed' ? Math.min(at, life.crashedAt ?? at) : at
}

/** Whoever is resumed or recovered is offered again. */
const unarchived = ({ archivedAt: _, archiveReason: __, ...life }: Life): Life => life

/** Facts about a session that are not its user or agent at work. */
const aside = (life: Life): Life => life

export const life: Fold<Life> = /* @__PURE__ */ fold<Life>(unborn, () => ({
  'session.started': (s, e) => ({ ...step(born(s, e.at), 'start'), lastActivityAt: latest(s, e.at) }),
  'session.idled': (s) => step(s, 'idle'),
  'session.resumed': (s, e) => {
    if (!isLegal(s.state, 'resume')) return activity(s, e)
    const { endedAt: _, endTrigger: __, completedAt: ___, recoveryNote: ____, ...open } = unarchived(s)
    const since = { runSince: e.at, lastActivityAt: latest(s, e.at), resumes: s.resumes + 1 }
    return step(open, 'resume', since)
  },
  'session.suspended': (s) => step(s, 'suspend'),
  'session.ended': (s, e) => step(s, 'end', { endedAt: notBefore(s, e.at), endTrigger: e.trigger }),
  'session.completed': (s, e) =>
    step(s, 'complete', {
      endedAt: s.endedAt ?? notBefore(s, e.at),
      endTrigger: s.endTrigger ?? 'completed',
      completedAt: e.at,
    }),
  'session.crashed': (s, e) =>
    step(s, 'crash', { crashedAt: notBefore(s, e.at), crashTrigger: e.trigger, crashes: s.crashes + 1 }),
  'session.recovered': (s, e) =>
    isLegal(s.state, 'recover')
      ? step(unarchived(s), 'recover', {
          endedAt: notBefore(s, e.at),
          endTrigger: 'recovered',
          ...(e.note !== undefined && { recoveryNote: e.note }),
        })
      : s,
  'session.archived': (s, e) => step(s, 'archive', { archivedAt: e.at, archiveReason: e.reason }),
  'session.tagged': aside,
  'session.branched': activity,
  'session.merged': activity,
  'place.changed': activity,
  'phase.entered': activity,
  'instruction.given': activity,
  'prompt.submitted': activity,
  'response.streamed': activity,
  'response.completed': activity,
  'turn.interrupted': activity,
  'correction.heard': aside, // found afterwards, in what was said before
  'subagent.started': activity,
  'subagent.stopped': activity,
  'agent.noticed': aside,
  'tool.called': activity,
  'tool.returned': activity,
  'file.read': activity,
  'file.changed': activity,
  'symbol.touched': aside, // found afterwards, in what was done before
  'symbols.indexed': aside,
  'test.ran': activity,
  'decision.made': activity,
  'blocker.met': activity,
  'blocker.cleared': activity,
  'action.planned': activity,
  'action.done': activity,
  'task.opened': activity,
  'task.closed': activity,
  'fact.pinned': activity,
  'fact.unpinned': activity,
  'goal.set': activity,
  'evidence.found': activity,
  'context.compacting': activity,
  'context.compacted': activity,
  'compaction.undone': activity,
  'context.measured': aside,
  'checkpoint.taken': aside,
  'handoff.written': aside,
  'nudge.given': aside,
  'graph.saved': activity,
  'graph.written': activity,
  'memory.proposed': aside,
  'memory.approved': aside,
  'memory.rejected': aside,
  'memory.edited': aside,
  'memory.superseded': aside,
  'memory.tried': aside,
  'brief.given': aside,
  'capture.damaged': aside,
  'capture.reconciled': aside,
  'file.settled': aside,
  'event.forgotten': aside,
}))

/** Whether recording this event means that the agent or its user is at work. */
export function isActivity(type: KnownEvent['type']): boolean {
  return (
    !ASIDE.has(type) &&
    !type.startsWith('memory.') &&
    (!type.startsWith('session.') || type === 'session.branched' || type === 'session.merged')
  )
}
const ASIDE: ReadonlySet<string> = new Set([
  'agent.noticed',
  'context.measured',
  'checkpoint.taken',
  'handoff.written',
  'nudge.given',
  'brief.given',
  'capture.damaged',
  'capture.reconciled',
  'file.settled',
  'event.forgotten',
  'symbol.touched',
  'symbols.indexed',
  'correction.heard',
])
