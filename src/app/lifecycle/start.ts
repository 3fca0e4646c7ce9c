import { type Left, leftBy } from '../../brief/left.ts'
import { fact, type NewEvent } from '../../event/define.ts'
import type { ProcessRef } from '../../event/fields.ts'
import type { SessionId } from '../../event/identity.ts'
import {
  SessionArchived,
  SessionEnded,
  SessionStarted,
  SessionTagged,
  type START_TRIGGERS,
} from '../../event/session.ts'
import { GoalSet } from '../../event/work.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session, Whereabouts } from '../../session/session.ts'
import { isAbandoned, isOpen } from '../../session/state.ts'
import { lastSessionLeft } from '../context/last-left.ts'
import { redactEvents } from '../ingest/redact-events.ts'
import type { World } from '../world.ts'
import { abandonedFact, catchUp, observationOf } from './advance-state.ts'
import { recover } from './recover.ts'
import { type Summary, summaryOf } from './session-summary.ts'

export interface StartAsk {
  readonly agent: string
  readonly trigger: (typeof START_TRIGGERS)[number]
  readonly agentVersion?: string
  readonly agentSession?: string
  readonly process?: ProcessRef | undefined
  /** Where the agent has its own id for the session, ours is derived from it. */
  readonly id?: SessionId
  readonly goal?: string
  readonly tags?: readonly string[]
}

export interface Found {
  readonly summary: Summary
  readonly left: Left
  /** Of one that had crashed and is recovered now: what there was. */
  readonly recovered?: string
}

export interface Started {
  readonly session: Summary
  /** Sessions of this project that turned out to have crashed, as they were found; they are recovered now. */
  readonly crashed: readonly Found[]
  /** The last session of this project that left something, unless it was completed or has expired. */
  readonly previous?: Found
}

/** Begins a session, after looking at what the ones before it have come to. */
export async function start(world: World, ask: StartAsk): Promise<Started> {
  const crashed = await recoverHere(world, { withinMs: RECOVERY_MS })
  if (world.settings['session.auto-archive']) await archiveExpired(world, world.place.projectIds)
  const previous = await lastThatLeftSomething(world)
  const id = ask.id ?? world.ids.session()
  // An id that is taken belongs to a session that began before: it is found as it stands, and begins no second time.
  await world.log.append(id, redactEvents(world, startingFacts(world, ask), world.place.checkout), {
    expectedSeq: 0,
  })
  const seen = await world.log.view(id)
  if (!seen) throw new Error(`session ${id} was stored and has no view`)
  return { session: summaryOf(world, seen), crashed, ...(previous && { previous }) }
}

/** Whoever begins by hand, or by a program, waits so long for those who crashed. */
const RECOVERY_MS = 2000
/** As many as a brief looks at first. */
const MOST_CRASHED = 8

export interface RecoverHereAsk {
  readonly withinMs: number
  /** The session that begins; if it is one that goes on, it may have crashed itself. */
  readonly own?: { readonly session: SessionId; readonly goesOn: boolean }
  readonly onTrouble?: (error: unknown) => void
}

/**
 * Recovers what has crashed in this project, as far as the time allows; the next start goes on with the rest. The log
 * may be busy and a disk full: then they stay as they are, and `onTrouble` hears why.
 */
export async function recoverHere(world: World, ask: RecoverHereAsk): Promise<readonly Found[]> {
  const until = world.clock.now() + ask.withinMs
  const { own } = ask
  const { crashed } = await settleOpenSessions(world, own?.session)
  const known = new Set(crashed.map(({ summary }) => summary.id))
  const before = (await neverRecovered(world)).filter(({ summary }) => !known.has(summary.id))
  if (own?.goesOn && (await world.log.view(own.session))) await noteOf(world, own.session, { ...ask, until })
  const found: Found[] = []
  for (const one of [...crashed, ...before]) {
    const note = await noteOf(world, one.summary.id, { ...ask, until })
    found.push(note === undefined ? one : { ...one, recovered: note })
  }
  return found
}

/** What there was, once it is recovered. */
async function noteOf(
  world: World,
  session: SessionId,
  { until, onTrouble }: Pick<RecoverHereAsk, 'onTrouble'> & { readonly until: number },
): Promise<string | undefined> {
  const withinMs = until - world.clock.now()
  if (withinMs < 0) return undefined
  try {
    return (await recover(world, session, { withinMs })).seen.view.life.recoveryNote
  } catch (error) {
    onTrouble?.(error)
    return undefined
  }
}

/** Whoever was to recover them was killed, or had no time. */
async function neverRecovered(world: World): Promise<readonly Found[]> {
  const since = world.clock.now() - world.settings['session.expiry']
  const { projectIds: projects } = world.place
  const views = await world.log.views({ projects, since, archived: false, limit: MOST_CRASHED })
  return views.filter(({ view }) => view.life.state === 'crashed').map((seen) => foundOf(world, seen))
}

function startingFacts(world: World, ask: StartAsk): readonly NewEvent[] {
  const heading = () => ({ id: world.ids.event(), at: world.clock.now() })
  return [
    startedFact(world, ask),
    ...(ask.goal ? [fact(GoalSet, heading(), { text: ask.goal, origin: 'user' })] : []),
    ...(ask.tags?.length ? [fact(SessionTagged, heading(), { added: [...ask.tags] })] : []),
  ]
}

function startedFact(world: World, ask: StartAsk): NewEvent {
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

/** Each that is due takes a transaction, and an agent waits: the next start settles the rest. */
export const MOST_SETTLED = 20

export interface SettledSessions {
  readonly crashed: readonly Found[]
  /** Their process runs. */
  readonly living: ReadonlySet<SessionId>
}

/** Records what time and dead processes have made of this project's open sessions. */
export async function settleOpenSessions(world: World, except?: SessionId): Promise<SettledSessions> {
  const open = await world.log.views({ projects: world.place.projectIds, open: true, limit: MOST_SETTLED })
  return settleThese(world, open, except)
}

export async function settleThese(
  world: World,
  open: readonly Viewed<Whereabouts>[],
  except?: SessionId,
): Promise<SettledSessions> {
  const crashed: Found[] = []
  const living = new Set<SessionId>()
  for (const seen of open) {
    if (seen.session === except) continue
    const settled = await settle(world, seen, {
      replaced: seen.view.identity.checkout === world.place.checkout,
    })
    if (settled?.view.life.state === 'crashed') crashed.push(foundOf(world, settled))
    else if (isLiving(world, seen.view)) living.add(seen.session)
  }
  return { crashed, living }
}

/** Somebody is at work in it at this moment. */
export const isLiving = (world: World, { life, identity }: Whereabouts): boolean =>
  isOpen(life.state) && world.processes.evidence(identity.process, identity) === 'alive'

/** One session brought up to date; undefined when nothing was due. `replaced`: a new session takes its place. */
export async function settle(
  world: World,
  seen: Viewed<Whereabouts>,
  { replaced }: { readonly replaced: boolean },
): Promise<Viewed<Session> | undefined> {
  const pending = catchUp(world, seen)
  const hasEnded = pending.some(({ type }) => type === SessionEnded.type) // in its own time, long before it was replaced
  const isReplaced = replaced && !hasEnded && isAbandoned(seen.view.life, observationOf(world, seen.view))
  const facts = isReplaced ? [abandonedFact(world, seen)] : pending
  if (facts.length === 0) return undefined
  await world.log.append(seen.session, facts, { expectedSeq: seen.seq }) // moved: it is alive after all
  return world.log.view(seen.session)
}

export const foundOf = (world: World, seen: Viewed<Session>): Found => ({
  summary: summaryOf(world, seen),
  left: leftBy(seen.view),
})

export async function lastThatLeftSomething(world: World, except?: SessionId): Promise<Found | undefined> {
  const found = await lastSessionLeft(world, except)
  return found && foundOf(world, found)
}

/** Expired sessions go to the archive: kept, searchable, no longer offered. */
export async function archiveExpired(world: World, projects: readonly string[] | undefined): Promise<number> {
  return archiveOlder(world, {
    before: world.clock.now() - world.settings['session.expiry'],
    reason: 'expired',
    ...(projects && { projects }),
  })
}

export async function archiveOlder(
  world: World,
  ask: {
    readonly before: number
    readonly reason: 'expired' | 'cleanup'
    readonly projects?: readonly string[]
  },
): Promise<number> {
  const { before, projects } = ask
  const old = await world.log.views({ before, archived: false, ...(projects && { projects }) })
  let archived = 0
  for (const seen of old) {
    const settled = (await settle(world, seen, { replaced: false })) ?? seen
    if (isOpen(settled.view.life.state)) continue
    const heading = { id: world.ids.event(), at: world.clock.now() }
    const event = fact(SessionArchived, heading, { reason: ask.reason })
    const result = await world.log.append(settled.session, [event], { expectedSeq: settled.seq })
    if (result.kind === 'appended') archived += 1
  }
  return archived
}
