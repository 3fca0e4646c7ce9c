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

/** Uses whole sessions to test the rules for state that outlives a session, and to check for common mistakes. */

const isThere = (): boolean => true
const USED: Readonly<Record<Phase, number>> = {
  VERBOSE: 10_000,
  CONDENSED: 120_000,
  SIGNALS: 170_000,
  CRITICAL: 195_000,
}

class TestSession {
  readonly world = new TestWorld()
  id = '' as SessionId

  static async inProgress(): Promise<TestSession> {
    const session = new TestSession()
    session.id = await session.world.startSession({ goal: 'write the invoice date parser' })
    await session.record('prompt.submitted', { text: 'begin with dates' })
    await session.record('file.changed', {
      path: '/work/app/a.ts',
      change: 'edited',
      before: 'x',
      after: 'y',
    })
    await session.record('evidence.found', { text: 'parsed 40 files' })
    await session.record('blocker.met', { text: 'no samples' })
    await session.record('action.planned', { text: 'credit notes' })
    return session
  }

  async record(type: string, data: Parameters<typeof eventOfType>[1]): Promise<void> {
    await record(this.world, this.id, [eventOfType(type, data, this.world.advance(1000).time)])
  }

  async seen(): Promise<Viewed<Session>> {
    const seen = await this.world.log.view(this.id)
    if (!seen) throw new Error('no session')
    return seen
  }

  async compact(phase: Phase): Promise<void> {
    await this.record('context.measured', { used: USED[phase], window: 200_000, source: 'transcript' })
    await takeCheckpoint(this.world, await this.seen(), { occasion: 'compacting' })
    await this.record('context.compacting', {})
    await this.record('context.compacted', { summary: 'something was done' })
  }

  async restored(after = 0) {
    const back = restoreLastCheckpoint(await this.seen(), { now: this.world.time + after, isThere })
    if (back?.kind !== 'restored') throw new Error(`not restored: ${back?.reason}`)
    return back
  }
}

describe('the critical tier', () => {
  test.each(PHASES)(
    'the critical tier survives a compaction in phase %s, regardless of its age',
    async (phase) => {
      const session = await TestSession.inProgress()
      await session.compact(phase)
      for (const after of [0, 2 * HOUR, 30 * DAY]) {
        const { critical } = await session.restored(after)
        expect(critical).toMatchObject({
          original_goal: 'write the invoice date parser',
          goal_keywords: ['invoice', 'date', 'parser'],
          task_contract: 'write the invoice date parser',
          session_id: session.id,
          ralph_mode: false,
        })
        expect(critical.confidence).toBeGreaterThan(0)
      }
    },
  )
})

describe('the ephemeral tier', () => {
  test.each(PHASES)('a checkpoint taken in phase %s contains nothing ephemeral', async (phase) => {
    const session = await TestSession.inProgress()
    await session.compact(phase)
    const stored = JSON.stringify((await session.seen()).view.carry.checkpoint)
    expect(fieldsOf('ephemeral').length).toBeGreaterThan(0)
    for (const { name } of fieldsOf('ephemeral')) expect(stored).not.toContain(name)
    for (const name of EXPIRATION_SET) expect(stored).not.toContain(name)
    expect(stored, 'the evidence ledger').not.toContain('parsed 40 files')
  })
})

describe('the phase', () => {
  test('the text gets shorter with every phase, down to one line', async () => {
    const { view } = await (await TestSession.inProgress()).seen()
    const texts = PHASES.map((phase) => {
      const { manner, share } = ruleOf(phase)
      if (manner === 'signals') return signalCodes(view)
      return manner === 'line' ? signalLine(view) : 'word '.repeat(1500 * share)
    }).map((text) => text ?? '')
    const lengths = texts.map(({ length }) => length)
    expect(lengths).toEqual(lengths.toSorted((a, b) => b - a))
    expect(texts[2]).toBe('goal:write-the-invoice-date-parser\nblock:open:no-samples\nnext:credit-notes')
    expect(texts[3]).toBe('blocked: no samples · next: credit notes')
  })

  test('the phase follows the context usage and resets after a compaction', async () => {
    const session = await TestSession.inProgress()
    await session.record('context.measured', { used: 195_000, source: 'transcript' })
    expect(phaseOf((await session.seen()).view.carry.usage)).toBe('CRITICAL')
    await session.record('context.compacting', {})
    expect(phaseOf((await session.seen()).view.carry.usage)).toBe('VERBOSE')
  })

  test('the phase determines whether the extended tier is stored', async () => {
    const tiers = await Promise.all(
      PHASES.map(async (phase) => {
        const session = await TestSession.inProgress()
        await session.compact(phase)
        return 'extended' in (await session.restored())
      }),
    )
    expect(tiers).toEqual([true, true, true, false])
  })
})

describe('schema versions', () => {
  test('every checkpoint and handoff contains its schema version', async () => {
    const session = await TestSession.inProgress()
    const { checkpoint } = await takeCheckpoint(session.world, await session.seen(), { occasion: 'command' })
    const { handoff } = await writeHandoff(session.world, await session.seen())
    expect([checkpoint.schema, handoff.schema]).toEqual([1, 1])
    const stored = await session.world.events(session.id)
    const schemas = stored.flatMap(({ data }) => (data && 'schema' in data ? [data.schema] : []))
    expect(schemas).toEqual([1, 1])
  })

  test('a checkpoint with a newer schema is refused, and the error contains a fix', async () => {
    const session = await TestSession.inProgress()
    await session.record('checkpoint.taken', { schema: 2, occasion: 'stop', phase: 'VERBOSE', state: {} })
    const back = restoreLastCheckpoint(await session.seen(), { now: session.world.time, isThere })
    expect(back).toMatchObject({ kind: 'refused', reason: expect.stringContaining('update leftoff') })
  })
})

describe('an outdated checkpoint', () => {
  test('a checkpoint from another session is refused', async () => {
    const session = await TestSession.inProgress()
    await session.compact('VERBOSE')
    const kept = (await session.seen()).view.carry.checkpoint
    const other = await session.world.startSession()
    const seen = await session.world.log.view(other)
    if (!seen || !kept) throw new Error('no session')
    const mixed = { ...seen, view: { ...seen.view, carry: { ...seen.view.carry, checkpoint: kept } } }
    expect(restoreLastCheckpoint(mixed, { now: session.world.time, isThere })?.kind).toBe('refused')
  })

  test('the extended tier is dropped if the prompt contains no keyword from the goal', async () => {
    const session = await TestSession.inProgress()
    await session.compact('VERBOSE')
    const ask = { now: session.world.time, isThere, asked: 'center the login button' }
    expect(restoreLastCheckpoint(await session.seen(), ask)).not.toHaveProperty('extended')
  })

  test('deleted files are not restored', async () => {
    const session = await TestSession.inProgress()
    await session.compact('VERBOSE')
    const ask = { now: session.world.time, isThere: () => false }
    expect(restoreLastCheckpoint(await session.seen(), ask)).toMatchObject({ extended: { files_edited: [] } })
  })
})

describe('handoffs', () => {
  test('a stop without a next step gets a reminder, and a handoff passes the step on to another agent', async () => {
    const session = await TestSession.inProgress()
    const { view } = await session.seen()
    await session.record('action.done', { action: view.work.actions[0]?.id ?? '' })
    const ask = { isContinued: false, isAttended: false, answer: '', uncommitted: async () => [] }
    const closing = await remindAtStop(session.world, (await session.seen()).view, ask)
    expect(closing?.reminders.map(({ kind }) => kind)).toContain('no-next')
    await session.record('action.planned', { text: 'currencies' })
    await writeHandoff(session.world, await session.seen(), 'codex')
    await changeState(session.world, session.id, { move: 'end', trigger: 'exit' })
    const found = await handoffFor(session.world, 'codex', session.world.advance(MINUTE).time)
    expect(found?.handoff.summary).toMatchObject({
      goal: 'write the invoice date parser',
      done: ['credit notes'],
      next: ['currencies'],
    })
  })
})

describe('common mistakes', () => {
  test('state is restored only after its tier and age are checked', async () => {
    const session = await TestSession.inProgress()
    await session.compact('VERBOSE')
    expect(Object.keys(await session.restored(2 * HOUR))).toEqual(['kind', 'critical', 'dropped'])
  })

  test('unreadable input is not carried over', async () => {
    const session = await TestSession.inProgress()
    await session.record('capture.damaged', { source: 'debug-log', offset: 7, reason: 'torn' })
    await session.compact('VERBOSE')
    expect(JSON.stringify((await session.seen()).view.carry)).not.toContain('debug-log')
  })

  test('a handoff is not offered after a day or once another session has continued', async () => {
    const session = await TestSession.inProgress()
    await writeHandoff(session.world, await session.seen())
    await changeState(session.world, session.id, { move: 'end', trigger: 'exit' })
    expect(await handoffFor(session.world, 'codex', session.world.time + DAY + 1)).toBeUndefined()
    session.world.advance(MINUTE)
    const later = await session.world.startSession()
    await record(session.world, later, [session.world.prompt('next topic')])
    expect(await handoffFor(session.world, 'codex', session.world.time)).toBeUndefined()
  })

  test('without a goal, the first prompt is restored as the goal', async () => {
    const session = new TestSession()
    session.id = await session.world.startSession()
    await session.record('prompt.submitted', { text: 'repair the login page' })
    await session.compact('CRITICAL')
    expect((await session.restored(DAY)).critical.original_goal).toBe('repair the login page')
  })

  test('a stop is blocked only once', async () => {
    const session = new TestSession()
    const world = session.world.set({ 'stop.evidence-gate': true })
    session.id = await world.startSession()
    await session.record('file.changed', { path: '/work/app/b.ts', change: 'edited' })
    const ask = { isContinued: false, isAttended: false, answer: '', uncommitted: async () => [] }
    const first = await remindAtStop(world, (await session.seen()).view, ask)
    expect(first?.blocks).toBe(true)
    await session.record('nudge.given', { kind: 'gate' })
    expect((await remindAtStop(world, (await session.seen()).view, ask))?.blocks).not.toBe(true)
    expect(
      await remindAtStop(world, (await session.seen()).view, { ...ask, isContinued: true }),
    ).toBeUndefined()
  })
})
