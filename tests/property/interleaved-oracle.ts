import { expect } from 'vitest'
import { drainSpool } from '../../src/app/ingest/drain-spool.ts'
import { rulesOf } from '../../src/app/memory/rules.ts'
import { refreshIndex } from '../../src/app/search/refresh-index.ts'
import { canonicalJson, type JsonValue } from '../../src/event/canonical-json.ts'
import type { StoredEvent } from '../../src/event/define.ts'
import { BOOK } from '../../src/event/memory.ts'
import { comparableRule, isSameRule } from '../../src/memory/similarity.ts'
import { MemoryIndex } from '../../src/search/sqlite/memory-index.ts'
import { isLegal, type LifeState, type StateMove, stateAfter } from '../../src/session/state.ts'
import { toNewEvent } from '../crash/kit/acks.ts'
import { collect, storedEvents } from '../support/events.ts'
import type { TestWorld } from '../support/world.ts'
import type { Promised } from './interleaved-deeds.ts'

/** What must be true in the end, in whatever order it all happened. */
export async function requireWhole(world: TestWorld, promised: Promised): Promise<void> {
  await drainSpool(world)
  expect([await world.spool.waiting(), await world.spool.quarantined()]).toEqual([[], []])
  expect(await collect(world.log.verify())).toEqual([])
  const events = await collect(world.log.read())
  for (const session of new Set(events.map(({ session }) => session))) {
    const stored = events.filter((event) => event.session === session)
    requireInOrder(stored)
    requireOnce(stored)
  }
  requirePromised(events, promised)
  await requireRebuilt(world)
  await requireDecided(world, promised)
  await requireIndexed(world)
}

function requireInOrder(stored: readonly StoredEvent[]): void {
  expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1))
  const [first] = stored
  const again = first ? storedEvents(first.session, stored.flatMap(toNewEvent)) : []
  expect(stored.map(({ hash }) => hash)).toEqual(again.map(({ hash }) => hash))
  let state: LifeState = 'none'
  for (const { type } of stored) {
    const step = MOVES[type]
    if (step === undefined) continue
    expect(isLegal(state, step), `${step} of a session that is ${state}`).toBe(true)
    state = stateAfter(state, step)
  }
}

const MOVES: Readonly<Record<string, StateMove>> = {
  'session.started': 'start',
  'session.idled': 'idle',
  'session.resumed': 'resume',
  'session.suspended': 'suspend',
  'session.ended': 'end',
  'session.completed': 'complete',
  'session.crashed': 'crash',
  'session.recovered': 'recover',
}

/** Everything acknowledged is there once, and what one process did in one session in its order. */
function requirePromised(events: readonly StoredEvent[], promised: Promised): void {
  const last = new Map<string, number>()
  for (const { by, session, id } of promised.events) {
    const found = events.filter((event) => event.id.startsWith(id))
    expect(
      found.map((event) => event.session),
      `${by} was told that ${id} is stored`,
    ).toEqual([session])
    const seq = found[0]?.seq ?? 0
    // Calls of tools at once may come in any order.
    const isOwn = !by.includes('_')
    if (isOwn) expect(seq).toBeGreaterThan(last.get(`${by} ${session}`) ?? 0)
    last.set(`${by} ${session}`, seq)
  }
}

/** What follows from the log is written down once, by however many at once. */
function requireOnce(stored: readonly StoredEvent[]): void {
  const keys = stored.flatMap(({ type, data }) => {
    if (type === 'memory.approved' && data?.by === 'threshold') return [`${type} ${data.memory}`]
    return type === 'memory.tried' ? [JSON.stringify(data)] : []
  })
  const heard = stored.filter(({ type }) => type === 'correction.heard').length
  const said = stored.filter(({ type }) => type === 'prompt.submitted').length
  expect(heard).toBeLessThanOrEqual(said)
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
}

async function requireRebuilt(world: TestWorld): Promise<void> {
  const live = canonicalJson((await world.log.views()) as unknown as JsonValue)
  await world.log.rebuild()
  expect(canonicalJson((await world.log.views()) as unknown as JsonValue) === live).toBe(true)
}

/** The last word of the user holds; the same matter is one rule. */
async function requireDecided(world: TestWorld, { decisions }: Promised): Promise<void> {
  const rules = await rulesOf(world)
  for (const [id, decision] of decisions) {
    const state = rules.find((rule) => rule.id === id)?.state
    expect(decision === 'approved' ? ['approved', 'superseded'] : ['rejected']).toContain(state)
  }
  const heard = rules.filter(({ origin }) => origin === 'user').map(({ text }) => comparableRule(text))
  const same = heard.filter((one, at) => heard.some((other, after) => after > at && isSameRule(one, other)))
  expect(same).toEqual([])
}

/** What was looked through beside all that equals what is found by looking now. */
async function requireIndexed(world: TestWorld): Promise<void> {
  await refreshIndex(world)
  const sessions = (await world.log.heads()).map(({ session }) => session).filter((id) => id !== BOOK)
  const fresh = new MemoryIndex()
  await refreshIndex({ ...world, index: fresh })
  const turns = (index: typeof fresh) => sessions.map((id) => index.digests([id]).get(id)?.turns)
  expect(turns(world.index)).toEqual(turns(fresh))
  expect(world.index.corrections()).toEqual(fresh.corrections())
}
