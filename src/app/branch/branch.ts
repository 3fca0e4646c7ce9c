import { fact, type NewEvent } from '../../event/define.ts'
import { DOCUMENTS } from '../../event/document.ts'
import type { ProcessRef } from '../../event/fields.ts'
import type { SessionId } from '../../event/identity.ts'
import { BOOK } from '../../event/memory.ts'
import { SessionBranched, SessionStarted } from '../../event/session.ts'
import { Problem } from '../../problem.ts'
import type { Identity } from '../../session/identity.ts'
import { inheritableWork } from '../../session/noted-work.ts'
import { foldSession, noSession, type Session } from '../../session/session.ts'
import { redactEvents } from '../ingest/redact-events.ts'
import { unknownSession } from '../lifecycle/find-session.ts'
import { type Summary, summarizeSession } from '../lifecycle/session-summary.ts'
import type { World } from '../world.ts'
import { eventsUpTo } from './lineage.ts'

interface BranchAsk {
  /** The last event to inherit; default: the parent's last event. */
  readonly at?: number
  readonly name?: string
  /** The agent in the branch; default: the parent's agent. */
  readonly agent?: string
  /** What starts the branch; default: `process` if a process is given, otherwise `command`. */
  readonly trigger?: 'command' | 'process'
  /** If this process dies, the branch counts as crashed. */
  readonly process?: ProcessRef | undefined
}

export interface Branched {
  readonly id: SessionId
  readonly parent: SessionId
  readonly at: number
  readonly session: Summary
}

/** Starts a session that inherits the parent's events up to a given one. The parent does not change. */
export async function branch(world: World, parent: SessionId, ask: BranchAsk = {}): Promise<Branched> {
  // Read before everything else, so that anything forgotten in the meantime is noticed.
  const generation = await world.log.generation()
  const seen = parent === BOOK ? undefined : await world.log.view(parent)
  if (!seen) throw unknownSession(parent)
  const at = ask.at ?? seen.seq
  if (!Number.isInteger(at) || at < 1 || at > seen.seq) throw noSuchEvent(parent, at, seen.seq)
  const name = ask.name === undefined ? undefined : checkedName(ask.name)
  const past = at === seen.seq ? seen.view : await sessionAt(world, parent, at)
  if (past.identity.checkout === '') throw nothingKnown(parent, at)
  const id = world.ids.session()
  const facts = branchingFacts(world, { ...ask, name, parent, at, past })
  const redacted = redactEvents(world, facts, past.identity.checkout)
  const appended = await world.log.append(id, redacted, { expectedSeq: 0, generation })
  if (appended.kind === 'moved') return branch(world, parent, ask) // content was forgotten, so start over
  const branched = await world.log.view(id)
  if (!branched) throw new Error(`session ${id} was stored but has no view`)
  return { id, parent, at, session: summarizeSession(world, branched) }
}

async function sessionAt(world: World, session: SessionId, upTo: number): Promise<Session> {
  let view = noSession
  for await (const event of eventsUpTo(world, { session, upTo })) view = foldSession(view, event)
  return view
}

interface Branching extends Omit<BranchAsk, 'at' | 'name'> {
  readonly name: string | undefined
  readonly parent: SessionId
  readonly at: number
  readonly past: Session
}

function branchingFacts(world: World, { parent, at, name, past, ...ask }: Branching): readonly NewEvent[] {
  const heading = () => ({ id: world.ids.event(), at: world.clock.now() })
  const started = {
    trigger: ask.trigger ?? (ask.process ? ('process' as const) : ('command' as const)),
    agent: ask.agent ?? past.identity.agent,
    project: past.identity.project,
    ...placeFor(world, past.identity),
    ...(past.identity.languageHint && { language: past.identity.languageHint }),
    ...(ask.process && { process: ask.process }),
  }
  return [
    fact(SessionStarted, heading(), started),
    fact(SessionBranched, heading(), { parent, atSeq: at, name, inherited: inheritedFrom(past) }),
  ]
}

/** The caller's location if it is in the same project, otherwise the parent's. */
function placeFor({ place }: World, parent: Identity) {
  const {
    checkout,
    directory,
    branch: on,
    head,
  } = place.projectIds.includes(parent.project.id) ? place : parent
  return { checkout, directory, ...(on && { branch: on }), ...(head && { head }) }
}

/** The work that a branch inherits from its parent at the branch point. */
export const inheritedFrom = ({ work, craft }: Session): Record<string, unknown> => ({
  document: 'inherited',
  schema: DOCUMENTS.inherited.schema,
  ...inheritableWork(work),
  files: craft.files.map(({ path, change, times, at }) => ({ path, change, times, at })),
})

const MOST_NAME = 100

function checkedName(name: string): string {
  const trimmed = name.trim()
  if (trimmed !== '' && trimmed.length <= MOST_NAME && !/\p{Cc}/u.test(trimmed)) return trimmed
  throw new Problem({
    code: 'branch-name-invalid',
    message: `invalid branch name ${JSON.stringify(name.slice(0, 60))}`,
    fix: `use 1 to ${MOST_NAME} characters on one line`,
    outcome: 'usage',
  })
}

const nothingKnown = (session: SessionId, at: number): Problem =>
  new Problem({
    code: 'branch-point-unknown',
    message: `cannot branch session ${session} at event ${at}: its first events were erased`,
    fix: 'start a new session: leftoff session start',
  })

const noSuchEvent = (session: SessionId, at: number, last: number): Problem =>
  new Problem({
    code: 'branch-point-unknown',
    message: `session ${session} has no event ${at}; its events are 1 to ${last}`,
    fix: `leftoff session show ${session}   (shows the event numbers)`,
    outcome: 'usage',
  })
