import fc from 'fast-check'
import { expect } from 'vitest'
import { canonicalJson, type JsonValue } from '../../src/event/canonical-json.ts'
import type { NewEvent } from '../../src/event/define.ts'
import { derivedId, type SessionId } from '../../src/event/identity.ts'
import type { EventLog, ViewQuery } from '../../src/log/event-log.ts'
import type { Session } from '../../src/session/session.ts'
import { collect, session } from '../support/events.ts'
import { anyEvent, IDS } from './arbitrary-events.ts'

export interface LogModel {
  readonly log: EventLog<Session>
  erasures: number
}
/** The engine under test. `reopen` simulates a crash: a new handle without closing the old one. */
export interface Real {
  log: EventLog<Session>
  reopen(): void
}
type Query = (log: EventLog<Session>) => Promise<unknown>

const SESSIONS = ['a', 'b', 'c'].map(session)
const anySession = fc.constantFrom(...SESSIONS)

/** Runs one query on both engines, which must return the same result or the same error. */
class RunOnBoth implements fc.AsyncCommand<LogModel, Real> {
  readonly #name: string
  readonly #query: (model: LogModel) => Query | Promise<Query>

  constructor(name: string, query: (model: LogModel) => Query | Promise<Query>) {
    this.#name = name
    this.#query = query
  }
  check = (): boolean => true
  async run(model: LogModel, real: Real): Promise<void> {
    const query = await this.#query(model)
    const [expected, actual] = [await resultOf(query, model.log), await resultOf(query, real.log)]
    if (actual !== expected) expect(actual, this.#name).toBe(expected)
  }
  toString = (): string => this.#name
}

class Reopen implements fc.AsyncCommand<LogModel, Real> {
  check = (): boolean => true
  async run(_: LogModel, real: Real): Promise<void> {
    real.reopen()
  }
  toString = (): string => 'crash and reopen'
}

async function resultOf(query: Query, log: EventLog<Session>): Promise<string> {
  try {
    return canonicalJson((await query(log)) as JsonValue)
  } catch (error) {
    return `refused: ${error instanceof Error ? error.message : String(error)}`
  }
}

const show = (value: unknown): string => fc.stringify(value)

const append = fc
  .record({
    to: anySession,
    events: fc.array(anyEvent, { maxLength: 4 }),
    preface: fc.option(anyEvent, { freq: 8 }),
  })
  .map(({ to, events, preface }) => {
    const options = preface ? { preface: [preface] } : {}
    return new RunOnBoth(
      `append ${show({ to, events, ...options })}`,
      () => (log) => log.append(to, events, options),
    )
  })

const appendExpecting = fc.record({ to: anySession, event: anyEvent, off: fc.constantFrom(0, 0, -1, 1) }).map(
  ({ to, event, off }) =>
    new RunOnBoth(`append at the expected seq ${show({ to, event, off })}`, async (model) => {
      const expectedSeq = ((await model.log.view(to))?.seq ?? 0) + off
      return (log) => log.append(to, [event], { expectedSeq })
    }),
)

/** Delivers a stored event again: unchanged, later, with other content, or for another session. */
const redeliver = fc
  .record({
    which: fc.nat(),
    how: fc.constantFrom('same', 'later', 'contradicted', 'elsewhere'),
    more: fc.array(anyEvent, { maxLength: 2 }),
  })
  .map(
    ({ which, how, more }) =>
      new RunOnBoth(`redeliver ${show({ which, how, more })}`, async (model) => {
        const stored = (await collect(model.log.read())).filter(({ data }) => data)
        const one = stored[which % Math.max(1, stored.length)]
        if (!one?.data) return async () => 'nothing to redeliver'
        const { id, type, version, at, data, session: home } = one
        const again: NewEvent = { id, type, version, at: how === 'later' ? at + 1 : at, data }
        const event = how === 'contradicted' ? { ...again, data: { ...data, added: true } } : again
        const to = how === 'elsewhere' ? neighbourOf(home) : home
        return (log) => log.append(to, [event, ...more])
      }),
  )

const neighbourOf = (of: SessionId): SessionId =>
  SESSIONS[(SESSIONS.indexOf(of) + 1) % SESSIONS.length] as SessionId

const read = fc
  .record({
    session: fc.option(anySession, { nil: undefined }),
    after: fc.option(fc.nat(20), { nil: undefined }),
  })
  .map(({ session, after }) => {
    const query = { ...(session && { session }), ...(after !== undefined && { after }) }
    return new RunOnBoth(`read ${show(query)}`, () => (log) => collect(log.read(query)))
  })

const PROJECTS = ['p', 'unknown', 'a', 'a\0b', 'high \ud800', ...IDS.slice(0, 8)]
const filters = {
  projects: fc.subarray(PROJECTS),
  open: fc.boolean(),
  archived: fc.boolean(),
  since: fc.nat(100_000),
  before: fc.nat(100_000),
  limit: fc.nat(3),
}
/** Uses at most two filters, because a query with all of them would match nothing. */
const views = fc
  .tuple(fc.record(filters), fc.subarray(Object.keys(filters), { maxLength: 2 }))
  .map(([values, keys]) => {
    const query: ViewQuery = Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key)))
    return new RunOnBoth(`views ${show(query)}`, () => (log) => log.views(query))
  })

const matching = fc
  .tuple(fc.constantFrom('', 'ses_', 'ses_0', 'x', '%', ...SESSIONS), fc.nat(4))
  .map(
    ([prefix, limit]) =>
      new RunOnBoth(`matching ${show([prefix, limit])}`, () => (log) => log.matching(prefix, limit)),
  )

const forget = fc
  .record({
    of: anySession,
    seqs: fc.option(fc.array(fc.nat(6), { maxLength: 3 }), { nil: undefined }),
    isRepeat: fc.boolean(),
  })
  .map(
    ({ of, seqs, isRepeat }) =>
      new RunOnBoth(`forget ${show({ of, seqs, isRepeat })}`, (model) => {
        if (!isRepeat) model.erasures += 1
        const id = derivedId('evt', 'erasure', String(model.erasures))
        return (log) => log.forget({ session: of, id, at: 7, ...(seqs && { seqs }) })
      }),
  )

const rebuild = fc.constant(new RunOnBoth('rebuild', () => (log) => log.rebuild()))
const verify = fc.constant(new RunOnBoth('verify', () => (log) => collect(log.verify())))
const reopen = fc.constant(new Reopen())

export const COMPARE_ALL = new RunOnBoth('everything', () => async (log) => ({
  events: await collect(log.read()),
  views: await log.views(),
  damage: await collect(log.verify()),
}))

export const commandSequences = (maxCommands: number) =>
  fc.commands<LogModel, Real, false>(
    [
      append,
      append,
      appendExpecting,
      redeliver,
      redeliver,
      read,
      views,
      matching,
      forget,
      rebuild,
      verify,
      reopen,
    ],
    { maxCommands, size: 'max' },
  )
