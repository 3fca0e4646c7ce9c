import { hasLeftover, type Leftover, leftoverOf } from '../../brief/leftover.ts'
import { fact, type NewEvent } from '../../event/define.ts'
import type { ProcessRef } from '../../event/fields.ts'
import type { SessionId } from '../../event/identity.ts'
import { SessionStarted, SessionTagged, type START_TRIGGERS } from '../../event/session.ts'
import { GoalSet } from '../../event/work.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { redactEvents } from '../ingest/redact-events.ts'
import { archiveDue } from '../maintenance/cleanup.ts'
import type { World } from '../world.ts'
import { advanceOpenSessions } from './advance-state.ts'
import { type Summary, summarizeSession } from './session-summary.ts'

export interface StartAsk {
  readonly agent: string
  readonly trigger: (typeof START_TRIGGERS)[number]
  readonly agentVersion?: string
  readonly agentSession?: string
  readonly process?: ProcessRef | undefined
  /** Derived from the agent's own session id, if it has one. */
  readonly id?: SessionId
  readonly goal?: string
  readonly tags?: readonly string[]
}

export interface FoundSession {
  readonly summary: Summary
  readonly left: Leftover
  /** The result of recovering a crashed session. */
  readonly recovered?: string
}

export interface Started {
  readonly session: Summary
  /** Crashed sessions of this project, as they were before they were recovered. */
  readonly crashed: readonly FoundSession[]
  /** The last session of this project with open work, unless it was completed or has expired. */
  readonly previous?: FoundSession
}

/** Advances, recovers and archives the earlier sessions of this project, then starts a new one. */
export async function start(world: World, ask: StartAsk): Promise<Started> {
  const crashed = await recoverProject(world, { withinMs: RECOVERY_MS })
  await archiveDue(world)
  const previous = await previousSession(world)
  const id = ask.id ?? world.ids.session()
  const events = redactEvents(world, startEvents(world, ask), world.place.checkout)
  // If the id exists, the session has already started, and nothing is appended.
  await world.log.append(id, events, { expectedSeq: 0 })
  const seen = await world.log.view(id)
  if (!seen) throw new Error(`session ${id} was stored but has no view`)
  return { session: summarizeSession(world, seen), crashed, ...(previous && { previous }) }
}

/** How long startup by a command or program waits for the recovery of crashed sessions. */
const RECOVERY_MS = 2000
/** The number of sessions that a brief reads first. */
const MAX_CRASHED = 8

interface RecoverProjectAsk {
  readonly withinMs: number
  /** The session that starts, or resumes after a crash. */
  readonly own?: { readonly session: SessionId; readonly goesOn: boolean }
  readonly onError?: (error: unknown) => void
}

/**
 * Recovers crashed sessions of this project until the time is up; the next startup continues. If a session cannot
 * be recovered, for example because the log is busy, it stays unchanged and `onError` receives the error.
 */
export async function recoverProject(world: World, ask: RecoverProjectAsk): Promise<readonly FoundSession[]> {
  const deadline = { until: world.clock.now() + ask.withinMs, onError: ask.onError }
  const { own } = ask
  const crashed = await advanceOpenSessions(world, own?.session)
  const known = new Set(crashed.map(({ session }) => session))
  const before = (await unrecoveredSessions(world)).filter(({ session }) => !known.has(session))
  const all = [...crashed, ...before].map((seen) => foundSession(world, seen))
  if (own?.goesOn && (await world.log.view(own.session))) await recoveryNote(world, own.session, deadline)
  const found: FoundSession[] = []
  for (const one of all) {
    const recovered = await recoveryNote(world, one.summary.id, deadline)
    found.push(recovered === undefined ? one : { ...one, recovered })
  }
  return found
}

interface RecoveryDeadline {
  readonly until: number
  readonly onError: RecoverProjectAsk['onError'] | undefined
}

/** Recovers the session and returns its note. */
async function recoveryNote(
  world: World,
  session: SessionId,
  { until, onError }: RecoveryDeadline,
): Promise<string | undefined> {
  const withinMs = until - world.clock.now()
  if (withinMs < 0) return undefined
  // Imported only after a crash, because it loads transcripts, extraction and rules, which would slow down hooks.
  const { recover } = await import('./recover.ts')
  try {
    return (await recover(world, session, { withinMs, isAutomatic: true })).seen.view.life.recoveryNote
  } catch (error) {
    onError?.(error)
    return undefined
  }
}

/** Sessions whose recovery was killed or ran out of time. */
async function unrecoveredSessions(world: World): Promise<readonly Viewed<Session>[]> {
  const since = world.clock.now() - world.settings['session.expiry']
  const { projectIds: projects } = world.place
  const views = await world.log.views({ projects, since, archived: false, limit: MAX_CRASHED })
  return views.filter(({ view }) => view.life.state === 'crashed')
}

function startEvents(world: World, ask: StartAsk): readonly NewEvent[] {
  const heading = () => ({ id: world.ids.event(), at: world.clock.now() })
  return [
    startedEvent(world, ask),
    ...(ask.goal ? [fact(GoalSet, heading(), { text: ask.goal, origin: 'user' })] : []),
    ...(ask.tags?.length ? [fact(SessionTagged, heading(), { added: [...ask.tags] })] : []),
  ]
}

function startedEvent(world: World, ask: StartAsk): NewEvent {
  const { project, checkout, directory, branch, head, language } = world.place
  return fact(
    SessionStarted,
    { id: world.ids.event(), at: world.clock.now() },
    {
      trigger: ask.trigger,
      agent: ask.agent,
      project,
      checkout,
      directory,
      ...(ask.agentVersion && { agentVersion: ask.agentVersion }),
      ...(ask.agentSession && { agentSession: ask.agentSession }),
      ...(branch && { branch }),
      ...(head && { head }),
      ...(language && { language }),
      ...(ask.process && { process: ask.process }),
    },
  )
}

const foundSession = (world: World, seen: Viewed<Session>): FoundSession => ({
  summary: summarizeSession(world, seen),
  left: leftoverOf(seen.view),
})

/** The last session of this project with open work, unless it was completed or has expired. */
async function previousSession(world: World): Promise<FoundSession | undefined> {
  const since = world.clock.now() - world.settings['session.expiry']
  const isOffered = ({ view }: Viewed<Session>): boolean =>
    view.life.completedAt === undefined && hasLeftover(view)
  // Usually one of the first sessions has open work, and reading each view takes time.
  for (const limit of [3, 20]) {
    const views = await world.log.views({ projects: world.place.projectIds, since, archived: false, limit })
    const found = views.find(isOffered)
    if (found) return foundSession(world, found)
    if (views.length < limit) return undefined
  }
  return undefined
}
