import { describe, expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { DAY, locationNamed, MINUTE, TestWorld } from '../../../tests/support/world.ts'
import type { NewEvent } from '../../event/define.ts'
import { drainSpool } from '../ingest/drain-spool.ts'
import { record } from '../ingest/record.ts'
import { changeState } from '../lifecycle/change-state.ts'
import { cleanup } from '../maintenance/cleanup.ts'
import { approve, propose, rulesHere } from '../memory/rules.ts'
import { type BriefAsk, codesBrief } from './codes-brief.ts'

const ask: BriefAsk = { budget: 1500 }
const file = (path: string, at: number) => eventOfType('file.changed', { path, change: 'edited' }, at)
const symbol = (name: string, at: number) => eventOfType('symbol.touched', { name }, at)
const decision = (choice: string, why: string, at: number) =>
  eventOfType('decision.made', { choice, why }, at)
const blocker = (kind: string, text: string, at: number) => eventOfType('blocker.met', { kind, text }, at)
const next = (text: string, at: number) => eventOfType('action.planned', { text }, at)
const many = (n: number, make: (i: number) => NewEvent): NewEvent[] =>
  Array.from({ length: n }, (_, i) => make(i))

/** A project session that recorded these items. */
async function recorded(world: TestWorld, facts: (at: number) => readonly NewEvent[]) {
  const id = await world.startSession()
  await record(world, id, facts(world.time))
  return id
}

const hydra = (at: number): readonly NewEvent[] => [
  file('cmd/proxy.go', at),
  file('supervisor.go', at),
  symbol('supervisor.Process', at),
  symbol('config.Load', at),
  decision('split proxy', '3 files', at),
  blocker('race', 'test failure line 712', at),
  next('add mutex to process struct', at),
  next('rerun race detector', at),
]

describe('the seed scenarios', () => {
  test('1, basic capture: three functions and two files are five codes', async () => {
    const world = new TestWorld()
    await recorded(world, (at) => [
      file('src/f1.ts', at),
      file('f2.ts', at),
      ...['fn1', 'fn2', 'fn3'].map((name) => symbol(name, at)),
    ])
    expect((await codesBrief(world, ask))?.codes).toEqual([
      'proj:app',
      'impl:f1.ts',
      'impl:f2.ts',
      'impl:fn1',
      'impl:fn2',
      'impl:fn3',
    ])
  })

  test('2, save and load: the next session reads what the last one recorded, in seed order', async () => {
    const world = new TestWorld()
    world.place = locationNamed('hydra')
    const id = await recorded(world, hydra)
    await changeState(world, id, { move: 'end', trigger: 'exit' })
    await world.advance(DAY).startSession()
    const brief = await codesBrief(world, ask)
    expect(brief?.session).toBe(id)
    expect(brief?.codes).toEqual([
      'proj:hydra',
      'impl:proxy.go',
      'impl:supervisor.go',
      'impl:supervisor.Process',
      'impl:config.Load',
      'dec:split-proxy-3-files',
      'block:race:test-failure-line-712',
      'next:add-mutex-to-process-struct',
      'next:rerun-race-detector',
    ])
  })

  test('3, expiry: an eight-day-old session is archived and not offered', async () => {
    const world = new TestWorld()
    const id = await recorded(world, hydra)
    world.advance(8 * DAY)
    expect(await codesBrief(world, ask)).toBeUndefined()
    const fresh = await world.startSession()
    expect((await world.view(id)).life.archivedAt).toBe(world.time)
    expect((await codesBrief(world, ask))?.session).toBe(fresh)
  })

  test('4, comprehensive capture: 20 files, 10 decisions and 5 blockers are all present', async () => {
    const world = new TestWorld()
    await recorded(world, (at) => [
      ...many(20, (i) => file(`f${i}.ts`, at)),
      ...many(10, (i) => decision(`choice ${i}`, 'why', at)),
      ...many(5, (i) => blocker('need', `thing ${i}`, at)),
    ])
    const brief = await codesBrief(world, ask)
    expect([brief?.codes.length, brief?.left]).toEqual([36, 0])
  })

  test('5, no previous session: no codes and no error', async () => {
    expect(await codesBrief(new TestWorld(), ask)).toBeUndefined()
  })

  test('6, token budget: 15 files, 8 decisions and 3 blockers cost less than 1,500 tokens', async () => {
    const world = new TestWorld()
    await recorded(world, (at) => [
      ...many(15, (i) => file(`src/module/some-longer-name-${i}.ts`, at)),
      ...many(8, (i) => decision(`use the library number ${i} for it`, 'it is well kept and small', at)),
      ...many(3, (i) => blocker('unclear', `what the format of number ${i} should be`, at)),
    ])
    const brief = await codesBrief(world, ask)
    expect(world.countTokens(brief?.codes.join('\n') ?? '')).toBeLessThan(1500)
    expect(brief?.tokens).toBeLessThan(1500)
    expect(brief?.left).toBe(0)
  })

  test('7, malformed data: it is quarantined, and the rest is offered', async () => {
    const world = new TestWorld()
    await recorded(world, hydra)
    await world.spool.deliver('leftoff', '{"session_id": corrupted')
    expect(await drainSpool(world)).toMatchObject({ quarantined: 1 })
    expect((await codesBrief(world, ask))?.codes).toContain('impl:proxy.go')
  })

  test('8, multiple projects: each gets only its own codes', async () => {
    const world = new TestWorld()
    world.place = locationNamed('cerberus')
    await recorded(world, (at) => [file('secret-of-cerberus.py', at)])
    world.place = locationNamed('hydra')
    await recorded(world.advance(MINUTE), hydra)
    expect((await codesBrief(world, ask))?.codes.join()).not.toContain('cerberus')
    const other = await codesBrief(world, { ...ask, projectIds: locationNamed('cerberus').projectIds })
    expect(other?.codes).toEqual(['proj:cerberus', 'impl:secret-of-cerberus.py'])
  })

  test('9, cleanup: two expired sessions are archived, the active one is not', async () => {
    const world = new TestWorld().set({ 'session.auto-archive': false })
    await recorded(world, hydra)
    await recorded(world, hydra)
    const active = await recorded(world.advance(8 * DAY), () => [next('go on', world.time)])
    expect(await cleanup(world, { olderThanMs: 7 * DAY })).toMatchObject({ archived: 2 })
    expect((await codesBrief(world, ask))?.session).toBe(active)
  })

  test('10, memory and session: all rules plus a full brief cost less than 2,500 tokens', async () => {
    const world = new TestWorld()
    const words = (n: number): string => Array.from({ length: 12 }, (_, i) => `word${n}x${i}`).join(' ')
    await recorded(world, (at) => many(60, (i) => decision(words(i), 'it is so', at)))
    for (let i = 0; i < 60; i += 1)
      await approve(
        world,
        await propose(world, {
          text: `Always mind ${words(i)}`,
          scope: { kind: 'universal' },
          origin: 'user',
        }),
      )
    const session = await codesBrief(world, ask)
    const rules = await rulesHere(world, session?.tokens ?? 0)
    const told = world.countTokens(rules?.text ?? '')
    expect(told).toBeGreaterThan(500)
    expect(told).toBeLessThanOrEqual(1500)
    expect(told + (session?.tokens ?? 0)).toBeLessThanOrEqual(2500)
  })
})

describe('which session is offered', () => {
  test('an empty session that has just started does not hide the previous one', async () => {
    const world = new TestWorld()
    const id = await recorded(world, hydra)
    await world.advance(MINUTE).startSession()
    expect((await codesBrief(world, ask))?.session).toBe(id)
  })

  test('a completed session is not offered', async () => {
    const world = new TestWorld()
    const id = await recorded(world, hydra)
    await changeState(world, id, { move: 'complete' })
    expect(await codesBrief(world, ask)).toBeUndefined()
  })

  test('a named session is offered in any state', async () => {
    const world = new TestWorld()
    const id = await recorded(world, hydra)
    await changeState(world, id, { move: 'complete' })
    world.advance(90 * DAY)
    const session = await world.log.view(id)
    if (!session) throw new Error('no session')
    const brief = await codesBrief(world, { ...ask, session })
    expect([brief?.session, brief?.expiresAt]).toEqual([id, session.view.life.lastActivityAt + 7 * DAY])
  })
})

test.each([1, 10, 40, 200])(
  'a budget of %i tokens is respected according to a real tokenizer, and cut codes are counted',
  async (budget) => {
    const world = new TestWorld()
    await recorded(world, (at) => many(100, (i) => next(`step ${i} of the longer plan`, at)))
    const brief = await codesBrief(world, { ...ask, budget })
    expect(world.countTokens(brief?.codes.join('\n') ?? '')).toBeLessThanOrEqual(budget)
    expect(brief?.tokens).toBeLessThanOrEqual(budget)
    expect((brief?.codes.length ?? 0) + (brief?.left ?? 0)).toBe(101)
  },
)
