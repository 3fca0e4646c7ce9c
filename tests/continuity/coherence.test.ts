import { describe, expect, test } from 'vitest'
import { restoreLastCheckpoint, takeCheckpoint } from '../../src/app/context/checkpoint.ts'
import { handoffFor, writeHandoff } from '../../src/app/context/handoff.ts'
import { remindAtStop } from '../../src/app/context/stop-reminders.ts'
import { record } from '../../src/app/ingest/record.ts'
import { changeState } from '../../src/app/lifecycle/change-state.ts'
import { signalCodes, signalLine } from '../../src/brief/codes.ts'
import { PHASES, type Phase } from '../../src/event/context.ts'
import type { SessionId } from '../../src/event/identity.ts'
import type { Viewed } from '../../src/log/event-log.ts'
import { EXPIRATION_SET, fieldsOf } from '../../src/session/checkpoint.ts'
import { phaseOf, ruleOf } from '../../src/session/context-phase.ts'
import type { Session } from '../../src/session/session.ts'
import { eventOfType } from '../support/events.ts'
import { DAY, HOUR, MINUTE, TestWorld } from '../support/world.ts'

/** The six coherence rules and the anti-patterns of the lifecycle design, by name, on whole sessions. */

const isThere = (): boolean => true
const USED: Readonly<Record<Phase, number>> = {
  VERBOSE: 10_000,
  CONDENSED: 120_000,
  SIGNALS: 170_000,
  CRITICAL: 195_000,
}

class Desk {
  readonly world = new TestWorld()
  id = '' as SessionId

  static async atWork(): Promise<Desk> {
    const desk = new Desk()
    desk.id = await desk.world.startSession({ goal: 'write the invoice parser' })
    await desk.happens('prompt.submitted', { text: 'begin with dates' })
    await desk.happens('file.changed', { path: '/work/app/a.ts', change: 'edited', before: 'x', after: 'y' })
    await desk.happens('evidence.found', { text: 'parsed 40 files' })
    await desk.happens('blocker.met', { text: 'no samples' })
    await desk.happens('action.planned', { text: 'credit notes' })
    return desk
  }

  async happens(type: string, data: Parameters<typeof eventOfType>[1]): Promise<void> {
    await record(this.world, this.id, [eventOfType(type, data, this.world.advance(1000).time)])
  }

  async seen(): Promise<Viewed<Session>> {
    const seen = await this.world.log.view(this.id)
    if (!seen) throw new Error('no session')
    return seen
  }

  async compacts(phase: Phase): Promise<void> {
    await this.happens('context.measured', { used: USED[phase], window: 200_000, source: 'transcript' })
    await takeCheckpoint(this.world, await this.seen(), { occasion: 'compacting' })
    await this.happens('context.compacting', {})
    await this.happens('context.compacted', { summary: 'something was done' })
  }

  async restored(after = 0) {
    const back = restoreLastCheckpoint(await this.seen(), { now: this.world.time + after, isThere })
    if (back?.kind !== 'restored') throw new Error(`not restored: ${back?.reason}`)
    return back
  }
}

describe('rule 1: tier 1 always survives', () => {
  test.each(PHASES)('a compaction in phase %s, however long ago', async (phase) => {
    const desk = await Desk.atWork()
    await desk.compacts(phase)
    for (const after of [0, 2 * HOUR, 30 * DAY]) {
      const { critical } = await desk.restored(after)
      expect(critical).toMatchObject({
        original_goal: 'write the invoice parser',
        goal_keywords: ['write', 'invoice', 'parser'],
        task_contract: 'write the invoice parser',
        session_id: desk.id,
        ralph_mode: false,
      })
      expect(critical.confidence).toBeGreaterThan(0)
    }
  })
})

describe('rule 2: tier 3 always expires', () => {
  test.each(PHASES)('nothing ephemeral is in a checkpoint of phase %s', async (phase) => {
    const desk = await Desk.atWork()
    await desk.compacts(phase)
    const stored = JSON.stringify((await desk.seen()).view.carry.checkpoint)
    expect(fieldsOf('ephemeral').length).toBeGreaterThan(0)
    for (const { name } of fieldsOf('ephemeral')) expect(stored).not.toContain(name)
    for (const name of EXPIRATION_SET) expect(stored).not.toContain(name)
    expect(stored, 'the evidence ledger').not.toContain('parsed 40 files')
  })
})

describe('rule 3: phase awareness', () => {
  test('what may be said shrinks with every phase, and the last is one line', async () => {
    const { view } = await (await Desk.atWork()).seen()
    const said = PHASES.map((phase) => {
      const { manner, share } = ruleOf(phase)
      if (manner === 'signals') return signalCodes(view)
      return manner === 'line' ? signalLine(view) : 'word '.repeat(1500 * share)
    }).map((text) => text ?? '')
    const lengths = said.map(({ length }) => length)
    expect(lengths).toEqual(lengths.toSorted((a, b) => b - a))
    expect(said[2]).toBe('goal:write-the-invoice-parser\nblock:open:no-samples\nnext:credit-notes')
    expect(said[3]).toBe('next: credit notes')
  })

  test('the phase follows the context, and after a compaction there is room again', async () => {
    const desk = await Desk.atWork()
    await desk.happens('context.measured', { used: 195_000, source: 'transcript' })
    expect(phaseOf((await desk.seen()).view.carry.usage)).toBe('CRITICAL')
    await desk.happens('context.compacting', {})
    expect(phaseOf((await desk.seen()).view.carry.usage)).toBe('VERBOSE')
  })

  test('the extended tier is written by phase', async () => {
    const tiers = await Promise.all(
      PHASES.map(async (phase) => {
        const desk = await Desk.atWork()
        await desk.compacts(phase)
        return 'extended' in (await desk.restored())
      }),
    )
    expect(tiers).toEqual([true, true, true, false])
  })
})

describe('rule 4: schema versioning', () => {
  test('every checkpoint and every handoff says its schema', async () => {
    const desk = await Desk.atWork()
    const { checkpoint } = await takeCheckpoint(desk.world, await desk.seen(), { occasion: 'command' })
    const { handoff } = await writeHandoff(desk.world, await desk.seen())
    expect([checkpoint.schema, handoff.schema]).toEqual([1, 1])
    const stored = await desk.world.events(desk.id)
    const schemas = stored.flatMap(({ data }) => (data && 'schema' in data ? [data.schema] : []))
    expect(schemas).toEqual([1, 1])
  })

  test('a checkpoint of tomorrow is refused, and says what to do', async () => {
    const desk = await Desk.atWork()
    await desk.happens('checkpoint.taken', { schema: 2, occasion: 'stop', phase: 'VERBOSE', state: {} })
    const back = restoreLastCheckpoint(await desk.seen(), { now: desk.world.time, isThere })
    expect(back).toMatchObject({ kind: 'refused', reason: expect.stringContaining('update leftoff') })
  })
})

describe('rule 5: staleness is seen in the content, not only in the age', () => {
  test('session id conflict', async () => {
    const desk = await Desk.atWork()
    await desk.compacts('VERBOSE')
    const kept = (await desk.seen()).view.carry.checkpoint
    const other = await desk.world.startSession()
    const seen = await desk.world.log.view(other)
    if (!seen || !kept) throw new Error('no session')
    const mixed = { ...seen, view: { ...seen.view, carry: { ...seen.view.carry, checkpoint: kept } } }
    expect(restoreLastCheckpoint(mixed, { now: desk.world.time, isThere })?.kind).toBe('refused')
  })

  test('goal keywords that nobody speaks of any more', async () => {
    const desk = await Desk.atWork()
    await desk.compacts('VERBOSE')
    const ask = { now: desk.world.time, isThere, asked: 'center the login button' }
    expect(restoreLastCheckpoint(await desk.seen(), ask)).not.toHaveProperty('extended')
  })

  test('files that are gone', async () => {
    const desk = await Desk.atWork()
    await desk.compacts('VERBOSE')
    const ask = { now: desk.world.time, isThere: () => false }
    expect(restoreLastCheckpoint(await desk.seen(), ask)).toMatchObject({ extended: { files_edited: [] } })
  })
})

describe('rule 6: explicit handoff', () => {
  test('a stop without a next step is asked for one, and a handoff carries it to another agent', async () => {
    const desk = await Desk.atWork()
    const { view } = await desk.seen()
    await desk.happens('action.done', { action: view.work.actions[0]?.id ?? '' })
    const ask = { isContinued: false, uncommitted: async () => [] }
    const told = await remindAtStop(desk.world, (await desk.seen()).view, ask)
    expect(told?.reminders.map(({ kind }) => kind)).toContain('no-next')
    await desk.happens('action.planned', { text: 'currencies' })
    await writeHandoff(desk.world, await desk.seen(), 'codex')
    await changeState(desk.world, desk.id, { move: 'end', trigger: 'exit' })
    const found = await handoffFor(desk.world, 'codex', desk.world.advance(MINUTE).time)
    expect(found?.handoff.summary).toMatchObject({
      goal: 'write the invoice parser',
      done: ['credit notes'],
      next: ['currencies'],
    })
  })
})

describe('anti-patterns', () => {
  test('restoring all state blindly: the state is filtered by tier and age', async () => {
    const desk = await Desk.atWork()
    await desk.compacts('VERBOSE')
    expect(Object.keys(await desk.restored(2 * HOUR))).toEqual(['kind', 'critical', 'dropped'])
  })

  test('persisting debug logs: what could not be read is not carried over', async () => {
    const desk = await Desk.atWork()
    await desk.happens('capture.damaged', { source: 'debug-log', offset: 7, reason: 'torn' })
    await desk.compacts('VERBOSE')
    expect(JSON.stringify((await desk.seen()).view.carry)).not.toContain('debug-log')
  })

  test('stale handoff loading: after a day, or once another session has gone on, it is not offered', async () => {
    const desk = await Desk.atWork()
    await writeHandoff(desk.world, await desk.seen())
    await changeState(desk.world, desk.id, { move: 'end', trigger: 'exit' })
    expect(await handoffFor(desk.world, 'codex', desk.world.time + DAY + 1)).toBeUndefined()
    desk.world.advance(MINUTE)
    const later = await desk.world.startSession()
    await record(desk.world, later, [desk.world.prompt('I have gone on')])
    expect(await handoffFor(desk.world, 'codex', desk.world.time)).toBeUndefined()
  })

  test('missing goal on revival: the goal comes back even where nobody set one', async () => {
    const desk = new Desk()
    desk.id = await desk.world.startSession()
    await desk.happens('prompt.submitted', { text: 'repair the login page' })
    await desk.compacts('CRITICAL')
    expect((await desk.restored(DAY)).critical.original_goal).toBe('repair the login page')
  })

  test('a gate that traps: a stop that was held up once is let go', async () => {
    const desk = new Desk()
    const world = desk.world.set({ 'stop.evidence-gate': true })
    desk.id = await world.startSession()
    await desk.happens('file.changed', { path: '/work/app/b.ts', change: 'edited' })
    const ask = { isContinued: false, uncommitted: async () => [] }
    const first = await remindAtStop(world, (await desk.seen()).view, ask)
    expect(first?.blocks).toBe(true)
    await desk.happens('nudge.given', { kind: 'gate' })
    expect((await remindAtStop(world, (await desk.seen()).view, ask))?.blocks).not.toBe(true)
    expect(await remindAtStop(world, (await desk.seen()).view, { ...ask, isContinued: true })).toBeUndefined()
  })
})
