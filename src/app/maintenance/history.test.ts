import { describe, expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { DAY, HOUR, locationNamed, MINUTE, NOON, TestWorld } from '../../../tests/support/world.ts'
import { record } from '../ingest/record.ts'
import { changeState } from '../lifecycle/change-state.ts'
import { type HistoryAsk, history } from './history.ts'

/** The number of the day, relative to today (0). */
const utcDay = (at: number): string => String(Math.floor(at / DAY) - Math.floor(NOON / DAY))
const ask: HistoryAsk = { days: 7, dayOf: utcDay, allProjects: true }

/** A session with this start and duration. */
async function worked(world: TestWorld, at: number, lasted: number): Promise<void> {
  world.time = at
  const id = await world.startSession()
  await record(world, id, [world.prompt('work')])
  world.time += lasted
  await changeState(world, id, { move: 'end', trigger: 'command' })
}

describe('days in a history', () => {
  test('the history lists the requested number of days up to today, each with its own sessions', async () => {
    const world = new TestWorld()
    const now = world.time
    await worked(world, now - 2 * DAY, 20 * MINUTE)
    await worked(world, now - 2 * DAY + 2 * HOUR, 5 * MINUTE)
    await worked(world, now - HOUR, 10 * MINUTE)
    world.time = now
    const { days } = await history(world, { ...ask, days: 3 })
    expect(days).toEqual([
      { date: '-2', sessions: 2, durationMs: 25 * MINUTE, turns: 2 },
      { date: '-1', sessions: 0, durationMs: 0, turns: 0 },
      { date: '0', sessions: 1, durationMs: 10 * MINUTE, turns: 1 },
    ])
  })

  test('the days add up to the totals, which exclude sessions that started before the first day', async () => {
    const world = new TestWorld()
    const now = world.time
    await worked(world, now - 7 * DAY + HOUR, MINUTE) // less than 7 × 24 hours ago, on the eighth day
    await worked(world, now - 6 * DAY, MINUTE)
    world.time = now
    const { days, totals, sessions } = await history(world, ask)
    const sum = days.reduce((total, day) => total + day.sessions, 0)
    expect([sum, totals.sessions, sessions.length]).toEqual([1, 1, 1])
  })

  test.each([
    ['is an hour shorter', 23 * HOUR],
    ['is an hour longer', 25 * HOUR],
  ])('no day is missing or listed twice if one day %s', async (_, length) => {
    const world = new TestWorld()
    // Days of 24 hours, except one in the middle.
    const start = world.time - 3 * DAY
    const dayOf = (at: number): string => {
      if (at < start) return String(Math.floor((at - start) / DAY))
      if (at < start + length) return '0'
      return String(1 + Math.floor((at - start - length) / DAY))
    }
    world.time = start + length + DAY / 48 // half past midnight on the day after the unusual one
    const { days } = await history(world, { ...ask, days: 4, dayOf })
    expect(days.map(({ date }) => date)).toEqual(['-2', '-1', '0', '1'])
  })
})

describe('totals in a history', () => {
  test('the totals count sessions, turns, tools, files, corrections and crashes, and rank tools and files', async () => {
    const world = new TestWorld()
    const id = await world.startSession({ process: { pid: 1 } })
    const tool = (n: number, name: string) =>
      eventOfType('tool.returned', { call: `c${n}`, tool: name, outcome: 'ok' }, world.time)
    const file = (path: string, before: string) =>
      eventOfType('file.changed', { path, change: 'edited', before }, world.time)
    await record(world, id, [
      world.prompt('go'),
      tool(1, 'Bash'),
      tool(2, 'Edit'),
      tool(3, 'Edit'),
      file('a.ts', '1'),
      file('a.ts', '2'),
      file('b.ts', '1'),
      eventOfType('correction.heard', { text: 'never do that' }, world.time),
    ])
    world.evidenceByPid.set(1, 'gone')
    await world.advance(MINUTE).startSession()
    const found = await history(world, ask)
    expect(found.totals).toMatchObject({
      sessions: 2,
      turns: 1,
      tools: 3,
      files: 2,
      corrections: 1,
      crashes: 1,
    })
    expect(found.tools).toEqual([
      { name: 'Edit', times: 2 },
      { name: 'Bash', times: 1 },
    ])
    expect(found.files).toEqual([
      { path: 'a.ts', times: 2 },
      { path: 'b.ts', times: 1 },
    ])
    expect(found.sessions.map(({ state }) => state)).toEqual(['active', 'ended'])
  })

  test('the totals include only this project if requested', async () => {
    const world = new TestWorld()
    await world.startSession()
    world.place = locationNamed('other')
    await world.startSession()
    expect((await history(world, ask)).totals.sessions).toBe(2)
    expect((await history(world, { ...ask, allProjects: false })).totals.sessions).toBe(1)
  })

  test('the totals are never negative, even if the clock is set back', async () => {
    const world = new TestWorld()
    const id = await world.startSession()
    world.time -= 2 * DAY
    await record(world, id, [world.prompt('in the past')])
    const { totals, days } = await history(world, ask)
    expect(totals.durationMs).toBeGreaterThanOrEqual(0)
    expect(days.length).toBeGreaterThan(0)
    for (const day of days) expect(day.durationMs).toBeGreaterThanOrEqual(0)
  })

  test('the totals are zero without sessions', async () => {
    const { totals, sessions } = await history(new TestWorld(), ask)
    expect([new Set(Object.values(totals)), sessions]).toEqual([new Set([0]), []])
  })
})
