import { readFileSync } from 'node:fs'
import { canonicalJson } from '../../../src/event/canonical-json.ts'
import type { StoredEvent } from '../../../src/event/define.ts'
import type { SessionId } from '../../../src/event/identity.ts'
import type { Damage as Reported } from '../../../src/log/event-log.ts'
import type { SqliteLog } from '../../../src/log/sqlite/sqlite-log.ts'
import { docOf } from '../../../src/log/sqlite/views.ts'
import { Problem } from '../../../src/problem.ts'
import type { Session } from '../../../src/session/session.ts'
import { require } from './campaign.ts'
import type { Expectation } from './damages.ts'
import { eventId, eventKinds, sampleEvent } from './event-source.ts'
import { logPath, openLog } from './open-log.ts'
import { IN_FILE, type Pristine } from './pristine.ts'
import { seeded } from './random.ts'

interface DamageCase {
  readonly pristine: Pristine
  readonly expectation: Expectation
}

interface LogFindings {
  readonly reported: readonly Reported[]
  readonly events: readonly StoredEvent[]
  /** Operations that failed with a Problem. */
  readonly problems: readonly Problem[]
}

/** Runs every operation on a damaged log. A Problem is allowed; wrong data and other errors are not. */
export async function examineLog(home: string, { pristine, expectation }: DamageCase): Promise<void> {
  const before = readFileSync(logPath(home))
  const log = openLog(home, { busyMs: 200 })
  try {
    const findings = await readEverything(log)
    requireOriginalContent(findings, pristine)
    requireExpectation(expectation, { findings, pristine })
    await requireHonestSessions(log, { findings, pristine })
    if (expectation.kind === 'one-event') await requireRestOfSession(log, expectation.event, pristine)
    await useEveryOperation(log, pristine)
  } finally {
    await log.close()
  }
  if (expectation.kind === 'refused')
    require(before.equals(readFileSync(logPath(home))), 'a refused file was changed')
}

async function readEverything(log: SqliteLog<Session>): Promise<LogFindings> {
  const reported: Reported[] = []
  const events: StoredEvent[] = []
  const problems = [
    await problemOf(async () => {
      for await (const damage of log.verify()) reported.push(damage)
    }),
    await problemOf(async () => {
      for await (const event of log.read({ onDamage: () => {} })) events.push(event)
    }),
  ]
  return { reported, events, problems: problems.filter((problem) => problem !== undefined) }
}

/** Returns the Problem that `ask` throws, if any. Any other error fails the campaign. */
async function problemOf(ask: () => Promise<unknown>): Promise<Problem | undefined> {
  try {
    await ask()
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    require(error.fix.length > 0, `problem ${error.code} has no fix`)
    return error
  }
}

/** Requires that every event has the content that was stored. */
function requireOriginalContent({ events }: Pick<LogFindings, 'events'>, pristine: Pristine): void {
  const originals = new Map(pristine.events.map((event) => [event.id, event]))
  for (const event of events) {
    const original = originals.get(event.id)
    require(original !== undefined, `event ${event.id} was never stored`)
    require(original.hash === event.hash && original.seq === event.seq, `event ${event.id} has a wrong hash`)
    require(canonicalJson(original.data) === canonicalJson(event.data), `event ${event.id} has wrong content`)
  }
}

function requireExpectation(
  expectation: Expectation,
  about: { findings: LogFindings; pristine: Pristine },
): void {
  const { findings, pristine } = about
  const readable = new Set(findings.events.map(({ id }) => id))
  const missing = pristine.events.filter(({ id }) => !readable.has(id))
  if (expectation.kind === 'one-event') requireOnly(expectation.event, { findings, missing })
  if (expectation.kind === 'prefix') requirePrefix(findings.events, pristine)
  if (expectation.kind === 'refused') requireRefused(expectation.code, findings)
  if (expectation.kind === 'but-for') {
    const needless = missing.filter(({ id }) => !expectation.ids.has(id))
    require(needless.length === 0, `${needless.length} events on undamaged pages cannot be read`)
  }
  if (expectation.kind === 'prefix') return // events in a lost WAL leave no trace to report
  require(missing.length === 0 || !isSilent(findings), `${missing.length} events are missing, none reported`)
}

const isSilent = ({ reported, problems }: LogFindings): boolean =>
  reported.length === 0 && problems.length === 0

function requireOnly(
  { session, seq, id }: StoredEvent,
  { findings, missing }: { findings: LogFindings; missing: readonly StoredEvent[] },
): void {
  const isNamed = findings.reported.some((damage) => damage.session === session && damage.seq === seq)
  require(isNamed, `the damage to event ${seq} of ${session} is not reported`)
  require(findings.reported.length ===
    1, `one event is damaged, but the report is ${JSON.stringify(findings.reported)}`)
  require(missing.every((event) => event.id === id), 'undamaged events cannot be read')
}

function requireRefused(code: string, { problems }: LogFindings): void {
  const codes = problems.map((problem) => problem.code)
  require(codes.length === 2 && codes.every((found) => found === code), `failed with ${codes.join(', ')}`)
}

function requirePrefix(events: readonly StoredEvent[], pristine: Pristine): void {
  require(events.length >= IN_FILE, `only ${events.length} of the ${IN_FILE} events outside the WAL are left`)
  events.forEach((event, index) => {
    require(event.id === pristine.events[index]?.id, `event ${index + 1} is not the one stored there`)
  })
}

/** Requires that views are correct unless verify reported damage. */
async function requireHonestSessions(
  log: SqliteLog<Session>,
  { findings, pristine }: { findings: LogFindings; pristine: Pristine },
): Promise<void> {
  const isWhole = findings.events.length === pristine.events.length
  for (const [session, doc] of pristine.views) {
    await problemOf(async () => {
      const viewed = await log.view(session)
      if (isSilent(findings) && isWhole)
        require(docOf(viewed?.view) === doc, `the view of ${session} is wrong, but nothing is reported`)
    })
    await problemOf(async () =>
      requireOriginalContent({ events: await sessionEvents(log, session) }, pristine),
    )
  }
}

async function requireRestOfSession(
  log: SqliteLog<Session>,
  lost: StoredEvent,
  pristine: Pristine,
): Promise<void> {
  const rest = pristine.events.filter(({ session, id }) => session === lost.session && id !== lost.id)
  const found = await sessionEvents(log, lost.session)
  require(found.length ===
    rest.length, `only ${found.length} of ${rest.length} undamaged events of its session are read`)
}

async function sessionEvents(log: SqliteLog<Session>, session: SessionId): Promise<StoredEvent[]> {
  const events: StoredEvent[] = []
  for await (const event of log.read({ session, onDamage: () => {} })) events.push(event)
  return events
}

/** The operations that write come last. */
async function useEveryOperation(log: SqliteLog<Session>, pristine: Pristine): Promise<void> {
  const random = seeded(1, 'use')
  for (const session of pristine.views.keys()) {
    const heading = { id: eventId('after', session), at: 1 }
    const event = sampleEvent(random.oneOf(eventKinds), heading, { random, text: () => 'after' })
    await problemOf(() => log.append(session, [event]))
  }
  await problemOf(() => log.views({ open: true }))
  await problemOf(() => log.matching('ses_', 10))
  await problemOf(() => log.rebuild())
  const [session] = pristine.views.keys()
  await problemOf(() => log.forget({ session: session!, id: eventId('forget'), at: 2, seqs: [1] }))
}
