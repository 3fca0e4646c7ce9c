import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { event, session } from '../../../tests/support/events.ts'
import { DAY, MINUTE, PROCESS, sqliteWorld, TestWorld } from '../../../tests/support/world.ts'
import { sessionIdOf } from '../../agent/event-draft.ts'
import type { NewEvent } from '../../event/define.ts'
import { serializeLetter } from '../../event/wire.ts'
import { fault } from '../../host/fault-injection.ts'
import { Problem } from '../../problem.ts'
import { start } from '../lifecycle/start.ts'
import { drainSpool } from './drain-spool.ts'

afterEach(() => fault.install(undefined))

const S = session('a')
const deliver = (world: TestWorld, ...events: readonly NewEvent[]) =>
  world.spool.deliver('leftoff', serializeLetter({ session: S, events }))
const waiting = async (world: TestWorld): Promise<number> => (await world.spool.waiting()).length

describe('draining the spool', () => {
  test('a drain stores deliveries in order and empties the spool', async () => {
    const world = new TestWorld()
    await deliver(world, event('one'))
    await deliver(world, event('two'), event('three'))
    expect(await drainSpool(world)).toEqual({ stored: 2, duplicates: 0, quarantined: 0, ignored: 0 })
    expect((await world.events(S)).map(({ data }) => data?.text)).toEqual(['one', 'two', 'three'])
    expect(await waiting(world)).toBe(0)
  })

  test('a drain stores no more deliveries than the limit, oldest first', async () => {
    const world = new TestWorld()
    for (const name of ['one', 'two', 'three']) await deliver(world, event(name))
    await drainSpool(world, { deliveries: 2 })
    expect(await world.types(S)).toHaveLength(2)
    expect(await waiting(world)).toBe(1)
  })

  test('a drain gives an event without an id the same id each time its delivery is read', async () => {
    const world = new TestWorld()
    const { id: _, ...anonymous } = event('one')
    const text = JSON.stringify({ session: S, events: [anonymous] })
    const name = await world.spool.deliver('leftoff', text)
    await drainSpool(world)
    writeFileSync(join(world.spoolFolder, 'new', name), text)
    expect(await drainSpool(world)).toEqual({ stored: 0, duplicates: 1, quarantined: 0, ignored: 0 })
    expect(await world.types(S)).toHaveLength(1)
  })

  test('a drain stores an event from a newer release unchanged', async () => {
    const world = new TestWorld()
    await deliver(world, event('new', { anything: [1] }, { type: 'future.thing', version: 9 }))
    expect(await drainSpool(world)).toMatchObject({ stored: 1 })
    expect((await world.view(S)).tally.unknown).toBe(1)
  })

  test('a drain does not hide the crash of a killed agent from the next startup', async () => {
    const world = new TestWorld()
    const id = await world.startSession({ process: PROCESS })
    await world.spool.deliver(
      'leftoff',
      serializeLetter({ session: id, events: [world.prompt('last words')] }),
    )
    world.evidenceByPid.set(PROCESS.pid, 'gone')
    await drainSpool(world.advance(MINUTE))
    const { crashed } = await start(world, { agent: 'codex', trigger: 'hook' })
    expect(crashed.map(({ summary, left }) => [summary.id, left.lastPrompt])).toEqual([[id, 'last words']])
  })
})

describe('deliveries are stored exactly once', () => {
  test.each([
    ['memory', () => new TestWorld()],
    ['sqlite', sqliteWorld],
  ])('deliveries are stored exactly once if a process dies before removing them (%s)', async (_, make) => {
    const world = make()
    for (const name of ['one', 'two', 'three']) await deliver(world, event(name))
    for (let deaths = 0; deaths < 3; deaths += 1) {
      fault.install((point) => {
        if (point === 'drain.after-append') throw new Error('killed')
      })
      await expect(drainSpool(world)).rejects.toThrow('killed')
      expect(await waiting(world), 'stored deliveries stay in the spool until they are removed').toBe(3)
    }
    fault.install(undefined)
    expect(await drainSpool(world)).toEqual({ stored: 2, duplicates: 1, quarantined: 0, ignored: 0 })
    expect((await world.events(S)).map(({ seq }) => seq)).toEqual([1, 2, 3])
    await world.log.close()
  })

  test('deliveries are stored exactly once if the process dies before the commit', async () => {
    const world = sqliteWorld()
    await deliver(world, event('one'))
    fault.install((point) => {
      if (point === 'append.before-commit') throw Object.assign(new Error('killed'), { code: 'KILLED' })
    })
    await expect(drainSpool(world)).rejects.toThrow('killed')
    fault.install(undefined)
    expect(await waiting(world)).toBe(1)
    expect(await drainSpool(world)).toMatchObject({ stored: 1 })
    await world.log.close()
  })

  test.each([
    ['memory', () => new TestWorld()],
    ['sqlite', sqliteWorld],
  ])('deliveries are stored exactly once if eight processes drain concurrently (%s)', async (_, make) => {
    const world = make()
    for (let i = 0; i < 30; i += 1) await deliver(world, event(`e${i}`))
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, i) => drainSpool(world.otherProcess(`drainer ${i}`))),
    )
    expect(all.reduce((sum, { stored }) => sum + stored, 0)).toBe(30)
    expect(await world.types(S)).toHaveLength(30)
    expect(await waiting(world)).toBe(0)
    expect(await world.spool.quarantined()).toEqual([])
    await world.log.close()
  })
})

describe('an invalid delivery is quarantined with a reason and does not block other deliveries', () => {
  const withData = (data: object) => JSON.stringify({ session: S, events: [{ ...event('x'), data }] })
  const withFields = (more: object) => JSON.stringify({ session: S, events: [{ ...event('x'), ...more }] })
  const deep = `{"session":"${S}","events":[{"type":"future.thing","version":1,"at":1,"data":{"x":${'['.repeat(200_000)}${']'.repeat(200_000)}}}]}`
  test.each([
    ['plain text', 'hello', 'it is not JSON'],
    ['an empty file', '', 'it is not JSON'],
    [
      'half a delivery',
      serializeLetter({ session: S, events: [event('one')] }).slice(0, 40),
      'it is not JSON',
    ],
    ['JSON of another shape', '{"events":[]}', 'session'],
    ['a delivery without events', JSON.stringify({ session: S, events: [] }), 'events'],
    ['a hostile id', JSON.stringify({ session: '../../etc', events: [event('x')] }), 'not a session ID'],
    ['a payload that does not fit its type', withData({ text: 7 }), 'prompt.submitted: text'],
    ['an extra field', withData({ text: 'x', extra: 1 }), 'prompt.submitted: extra'],
    ['a type that cannot be stored', withFields({ type: 'a\u0000b', data: {} }), 'cannot be stored'],
    ['a time that cannot be stored', withFields({ at: 1e300 }), 'cannot be stored'],
    [
      'two events with the same id',
      JSON.stringify({ session: S, events: [event('x'), event('x', { text: 'other' })] }),
      'two different events',
    ],
    ['deeply nested JSON', deep, ''],
  ])('%s is quarantined with a reason', async (_, payload, reason) => {
    const world = new TestWorld()
    const name = await world.spool.deliver('leftoff', payload)
    await deliver(world, event('after it'))
    expect(await drainSpool(world)).toEqual({ stored: 1, duplicates: 0, quarantined: 1, ignored: 0 })
    const [quarantined, ...others] = await world.spool.quarantined()
    expect(quarantined).toMatchObject({ name, bytes: Buffer.byteLength(payload) })
    expect(quarantined?.reason).toContain(reason)
    expect(quarantined?.reason).not.toBe('')
    expect(others).toEqual([])
  })

  test('an invalid delivery is redacted, so quarantine never contains a secret', async () => {
    const world = new TestWorld()
    const secret = ['q7Rt', '2mXw', '9Lkd', '4Zpb'].join('')
    const name = await world.spool.deliver(
      'claude-code',
      `{"tool_input": {"command": "export API_TOKEN=${secret}`,
    )
    expect(await drainSpool(world)).toMatchObject({ quarantined: 1 })
    const text = readFileSync(join(world.spoolFolder, 'quarantine', name), 'utf8')
    expect(text).toBe('{"tool_input": {"command": "export API_TOKEN=[redacted:secret-value:16]')
    expect(await world.spool.waiting()).toEqual([])
  })

  test('an invalid delivery is deleted after 30 days by the next drain', async () => {
    const world = new TestWorld()
    await world.spool.deliver('leftoff', 'nonsense')
    await drainSpool(world)
    world.time = (await world.spool.quarantined())[0]?.at ?? 0
    await drainSpool(world.advance(29 * DAY))
    expect(await world.spool.quarantined()).toHaveLength(1)
    await drainSpool(world.advance(2 * DAY))
    expect(readdirSync(join(world.spoolFolder, 'quarantine'))).toEqual([])
  })

  test('a payload over 16 MB is quarantined', async () => {
    const world = new TestWorld()
    await deliver(world, event('large', { text: 'x'.repeat(17 * 1024 * 1024) }))
    expect(await drainSpool(world)).toMatchObject({ quarantined: 1 })
    expect((await world.spool.quarantined())[0]?.reason).toContain('larger than 16 MB')
  })

  test('a delivery that contradicts a stored event is quarantined', async () => {
    const world = new TestWorld()
    await deliver(world, event('one'))
    await drainSpool(world)
    await deliver(world, event('one', { text: 'other' }))
    expect(await drainSpool(world)).toMatchObject({ quarantined: 1 })
    expect((await world.spool.quarantined())[0]?.reason).toContain('is already stored with different content')
  })

  test('a delivery from an unknown agent is quarantined', async () => {
    const world = new TestWorld()
    await world.spool.deliver('some-agent', '{}')
    expect(await drainSpool(world)).toMatchObject({ quarantined: 1 })
    expect((await world.spool.quarantined())[0]?.reason).toContain('some-agent')
  })

  test('a file that leftoff did not write is quarantined under a safe name', async () => {
    const world = new TestWorld()
    await deliver(world, event('one'))
    writeFileSync(join(world.spoolFolder, 'new', '..leftoff\n'), 'x')
    writeFileSync(join(world.spoolFolder, 'new', 'noname'), 'x')
    expect(await drainSpool(world)).toEqual({ stored: 1, duplicates: 0, quarantined: 2, ignored: 0 })
    const name = expect.stringMatching(/^foreign\.[0-9a-f-]{36}$/)
    expect(await world.spool.quarantined()).toMatchObject([{ name }, { name }])
  })

  test('a folder in the spool is ignored', async () => {
    const world = new TestWorld()
    await deliver(world, event('one'))
    mkdirSync(join(world.spoolFolder, 'new', 'leftoff.aaaaaaaa'))
    expect(await drainSpool(world)).toMatchObject({ stored: 1 })
  })
})

test('deliveries stay in the spool while the log cannot be written', async () => {
  const world = sqliteWorld()
  await deliver(world, event('one'))
  fault.install((point) => {
    if (point === 'append.before-commit')
      throw new Problem({ code: 'disk-full', message: 'the disk is full', fix: 'free some' })
  })
  await expect(drainSpool(world)).rejects.toMatchObject({ code: 'disk-full' })
  fault.install(undefined)
  expect(readdirSync(join(world.spoolFolder, 'new'))).toHaveLength(1)
  expect(await drainSpool(world)).toMatchObject({ stored: 1, quarantined: 0 })
  await world.log.close()
})

describe("the hook's own session", () => {
  const own = { agent: 'claude-code', session: 'own' }
  const tool = (client: string, id: number): string =>
    JSON.stringify({
      hook_event_name: 'PreToolUse',
      session_id: client,
      cwd: '/work',
      tool_name: 'Bash',
      tool_use_id: `${client}-${id}`,
      tool_input: { command: `echo ${id}` },
    })
  const callsIn = async (world: TestWorld, client: string) =>
    (await world.events(sessionIdOf('claude-code', client)))
      .filter(({ type }) => type === 'tool.called')
      .map(({ data }) => data?.call)
  const bounds = { deliveries: 20, withinMs: 300, own }

  test("the hook's own session is ingested completely and in order, even behind a backlog", async () => {
    const world = new TestWorld()
    for (let id = 0; id < 236; id += 1) {
      await world.spool.deliver('claude-code', tool('other', id))
      await world.spool.deliver('claude-code', tool('own', id))
      if (id % 10 === 0) await world.spool.deliver('codex', tool('codex', id))
    }
    await drainSpool(world, bounds)
    expect(await callsIn(world, 'own')).toEqual(Array.from({ length: 236 }, (_, id) => `own-${id}`))
    const others = await callsIn(world, 'other')
    expect(others.length).toBeLessThanOrEqual(20)
    expect(others).toEqual(others.map((_, id) => `other-${id}`))
    await drainSpool(world)
    expect(await callsIn(world, 'other')).toHaveLength(236)
    expect(await waiting(world)).toBe(0)
  })

  test("the hook's own session includes deliveries that leftoff spooled for it", async () => {
    const world = new TestWorld()
    const session = sessionIdOf('claude-code', 'own')
    for (let id = 0; id < 30; id += 1) await world.spool.deliver('claude-code', tool('other', id))
    await world.spool.deliver('leftoff', serializeLetter({ session, events: [event('letter')] }))
    await drainSpool(world, bounds)
    expect(await world.types(session)).toHaveLength(1)
    expect(await waiting(world)).toBe(10)
  })

  test("deliveries of the hook's own session are found even if its id is escaped in the JSON", async () => {
    const world = new TestWorld()
    const escaped = (id: number) => tool('caf\u00e9', id).replaceAll('\u00e9', '\\u00e9')
    for (let id = 0; id < 30; id += 1) await world.spool.deliver('claude-code', tool('other', id))
    await world.spool.deliver('claude-code', escaped(1))
    await drainSpool(world, { ...bounds, own: { agent: 'claude-code', session: 'caf\u00e9' } })
    expect(await callsIn(world, 'caf\u00e9')).toHaveLength(1)
  })

  test("the hook's own session is ingested even after the time limit for other sessions", async () => {
    const world = new TestWorld()
    await world.spool.deliver('claude-code', tool('other', 1))
    await world.spool.deliver('claude-code', tool('own', 1))
    await drainSpool(world, { withinMs: -1, own })
    expect(await callsIn(world, 'own')).toHaveLength(1)
    expect(await waiting(world)).toBe(1)
  })
})
