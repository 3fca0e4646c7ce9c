import { expect } from 'vitest'
import { drainSpool } from '../../src/app/ingest/drain-spool.ts'
import { rulesOf } from '../../src/app/memory/rules.ts'
import { refreshIndex } from '../../src/app/search/refresh-index.ts'
import { canonicalJson, type JsonValue } from '../../src/event/canonical-json.ts'
import type { StoredEvent } from '../../src/event/define.ts'
import { BOOK } from '../../src/event/memory.ts'
import { comparableRule, isSameRule } from '../../src/memory/similarity.ts'
import { MemoryIndex } from '../../src/search/sqlite/sqlite-index.ts'
import { isLegal, type LifeState, type StateMove, stateAfter } from '../../src/session/state.ts'
import { relativeTo } from '../../src/text/paths.ts'
import { toNewEvent } from '../crash/kit/acks.ts'
import { collect, storedEvents } from '../support/events.ts'
import type { TestWorld } from '../support/world.ts'
import type { Acknowledged } from './interleaved-actions.ts'

/** Checks the invariants that hold after any interleaving. */
export async function requireInvariants(world: TestWorld, acknowledged: Acknowledged): Promise<void> {
  await drainSpool(world)
  expect([await world.spool.waiting(), await world.spool.quarantined()]).toEqual([[], []])
  expect(await collect(world.log.verify())).toEqual([])
  const events = await collect(world.log.read())
  for (const session of new Set(events.map(({ session }) => session))) {
    const stored = events.filter((event) => event.session === session)
    requireInOrder(stored)
    requireOnce(stored)
  }
  requireAcknowledged(events, acknowledged)
  await requireRebuilt(world)
  await requireDecided(world, acknowledged)
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

/**
 * Requires that every acknowledged event is stored once and that the events of one process in one session are
 * in order.
 */
function requireAcknowledged(events: readonly StoredEvent[], acknowledged: Acknowledged): void {
  const last = new Map<string, number>()
  for (const { by, session, id } of acknowledged.events) {
    const found = events.filter((event) => event.id.startsWith(id))
    expect(
      found.map((event) => event.session),
      `${id} was acknowledged to ${by}`,
    ).toEqual([session])
    const seq = found[0]?.seq ?? 0
    // Concurrent tool calls may be stored in any order.
    const isOwn = !by.includes('_')
    if (isOwn) expect(seq).toBeGreaterThan(last.get(`${by} ${session}`) ?? 0)
    last.set(`${by} ${session}`, seq)
  }
}

/** Requires that derived events are stored once, even by concurrent processes. */
function requireOnce(stored: readonly StoredEvent[]): void {
  const keys = stored.flatMap(({ type, data }) => {
    if (type === 'memory.approved' && data?.by === 'threshold') return [`${type} ${data.memory}`]
    return type === 'memory.tried' ? [JSON.stringify(data)] : []
  })
  const corrections = stored.filter(({ type }) => type === 'correction.heard').length
  const prompts = stored.filter(({ type }) => type === 'prompt.submitted').length
  expect(corrections).toBeLessThanOrEqual(prompts)
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
}

async function requireRebuilt(world: TestWorld): Promise<void> {
  const live = canonicalJson((await world.log.views()) as unknown as JsonValue)
  await world.log.rebuild()
  expect(canonicalJson((await world.log.views()) as unknown as JsonValue) === live).toBe(true)
}

/** Requires that the user's latest decision holds and that no two rules mean the same thing. */
async function requireDecided(world: TestWorld, { decisions }: Acknowledged): Promise<void> {
  const rules = await rulesOf(world)
  for (const [id, decision] of decisions) {
    const state = rules.find((rule) => rule.id === id)?.state
    expect(decision === 'approved' ? ['approved', 'superseded'] : ['rejected']).toContain(state)
  }
  const ownRules = rules.filter(({ origin }) => origin === 'user').map(({ text }) => comparableRule(text))
  const same = ownRules.filter((one, at) =>
    ownRules.some((other, after) => after > at && isSameRule(one, other)),
  )
  expect(same).toEqual([])
}

/** Requires that the live index equals one that is built from scratch. */
async function requireIndexed(world: TestWorld): Promise<void> {
  await refreshIndex(world)
  const sessions = (await world.log.heads()).map(({ session }) => session).filter((id) => id !== BOOK)
  const fresh = new MemoryIndex()
  await refreshIndex({ ...world, index: fresh })
  const query = { projects: world.place.projectIds, relative: relativeTo([world.place.checkout]) }
  const content = (index: typeof fresh) => ({
    corrections: index.corrections(),
    settled: [...index.settled(sessions)],
    evidence: index.evidence(query),
  })
  expect(content(world.index)).toEqual(content(fresh))
}
