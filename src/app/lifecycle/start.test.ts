import { describe, expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { DAY, HOUR, locationNamed, MINUTE, PROCESS, SECOND, TestWorld } from '../../../tests/support/world.ts'
import type { SessionId } from '../../event/identity.ts'
import { record } from '../ingest/record.ts'
import { changeState } from './change-state.ts'
import { start } from './start.ts'

const ask = { agent: 'claude-code', trigger: 'hook' } as const
const note = (world: TestWorld, id: SessionId, text: string) =>
  record(world, id, [eventOfType('action.planned', { text }, world.time)])

describe('crashed sessions at the next start', () => {
  test('a session whose process is gone counts as crashed, and its open work is returned', async () => {
    const world = new TestWorld()
    const id = await world.startSession({ process: PROCESS, goal: 'ship it' })
    await note(world, id, 'write the changelog')
    world.evidenceByPid.set(PROCESS.pid, 'gone')
    const { crashed, session } = await start(world.advance(SECOND), ask)
    expect(crashed.map(({ summary }) => [summary.id, summary.state])).toEqual([[id, 'crashed']])
    expect(crashed[0]?.left).toMatchObject({ goal: 'ship it', next: ['write the changelog'] })
    expect(session.state).toBe('active')
  })

  test('a crash in another checkout of the project is found', async () => {
    const world = new TestWorld()
    const id = await world.startSession({ process: PROCESS })
    world.evidenceByPid.set(PROCESS.pid, 'gone')
    world.place = locationNamed('app', '/elsewhere/app')
    expect((await start(world, ask)).crashed.map(({ summary }) => summary.id)).toEqual([id])
  })

  test('a crash is reported once', async () => {
    const world = new TestWorld()
    await world.startSession({ process: PROCESS })
    world.evidenceByPid.set(PROCESS.pid, 'gone')
    expect((await start(world, ask)).crashed).toHaveLength(1)
    expect((await start(world.advance(MINUTE), ask)).crashed).toEqual([])
  })

  test('a session without a known process counts as crashed if it is replaced after five quiet minutes', async () => {
    const world = new TestWorld()
    const id = await world.startSession()
    expect((await start(world.advance(5 * MINUTE - 1), ask)).crashed).toEqual([])
    const found = (await start(world.advance(1), ask)).crashed
    expect(found.map(({ summary }) => summary.id)).toEqual([id])
    expect((await world.view(id)).life).toMatchObject({ crashes: 1, crashTrigger: 'quiet' })
  })

  test('a session that timed out before it was replaced does not count as crashed', async () => {
    const world = new TestWorld()
    const id = await world.startSession()
    expect((await start(world.advance(61 * MINUTE), ask)).crashed).toEqual([])
    expect((await world.view(id)).life).toMatchObject({ state: 'ended', endTrigger: 'idle-timeout' })
  })

  test('a quiet session with an unknown process is not changed if it is in another checkout', async () => {
    const world = new TestWorld()
    const id = await world.startSession()
    world.place = locationNamed('app', '/elsewhere/app')
    expect((await start(world.advance(6 * MINUTE), ask)).crashed).toEqual([])
    expect((await world.view(id)).life.state).toBe('active')
  })

  test('five quiet minutes are not a crash while the process is alive', async () => {
    const world = new TestWorld()
    const id = await world.startSession({ process: PROCESS })
    world.evidenceByPid.set(PROCESS.pid, 'alive')
    expect((await start(world.advance(20 * MINUTE), ask)).crashed).toEqual([])
    expect((await world.view(id)).life.state).toBe('active')
  })

  test('a suspended session never counts as crashed', async () => {
    const world = new TestWorld()
    const id = await world.startSession({ process: PROCESS })
    await changeState(world, id, { move: 'suspend' })
    world.evidenceByPid.set(PROCESS.pid, 'gone')
    expect((await start(world.advance(HOUR), ask)).crashed).toEqual([])
    expect((await world.view(id)).life.state).toBe('suspended')
  })

  test('concurrent starts record the same crash once', async () => {
    const world = new TestWorld()
    const id = await world.startSession({ process: PROCESS })
    const others = ['a', 'b', 'c'].map((name) => world.otherProcess(name))
    for (const other of others) other.evidenceByPid.set(PROCESS.pid, 'gone')
    await Promise.all(others.map((other) => start(other, ask)))
    expect((await world.view(id)).life.crashes).toBe(1)
    expect((await world.types(id)).filter((type) => type === 'session.crashed')).toHaveLength(1)
  })
})

describe('concurrent sessions', () => {
  test('any number of sessions can run in one project, each with its own events', async () => {
    const world = new TestWorld()
    const pids = [1, 2, 3, 4]
    for (const pid of pids) world.evidenceByPid.set(pid, 'alive')
    const ids = await Promise.all(pids.map((pid) => world.startSession({ process: { ...PROCESS, pid } })))
    for (const [i, id] of ids.entries()) await note(world, id, `step ${i}`)
    const views = await Promise.all(ids.map((id) => world.view(id)))
    expect(views.map(({ life }) => life.state)).toEqual(['active', 'active', 'active', 'active'])
    expect(views.map(({ work }) => work.actions.map(({ text }) => text))).toEqual([
      ['step 0'],
      ['step 1'],
      ['step 2'],
      ['step 3'],
    ])
  })

  test('sessions of two projects are separate', async () => {
    const world = new TestWorld()
    const id = await world.startSession({ process: PROCESS, goal: 'secret of the first' })
    world.evidenceByPid.set(PROCESS.pid, 'gone')
    world.place = locationNamed('other')
    const started = await start(world.advance(MINUTE), ask)
    expect(started.crashed).toEqual([])
    expect(started.previous).toBeUndefined()
    expect(JSON.stringify(started)).not.toContain('secret')
    expect((await world.view(id)).life.state).toBe('active')
  })

  test('a project that gets a remote later still finds its earlier sessions', async () => {
    const world = new TestWorld()
    const own = 'repository:/work/app/.git'
    world.place = { ...locationNamed('app'), project: { id: own, name: 'app' }, projectIds: [own] }
    const id = await world.startSession({ goal: 'from before the remote' })
    world.place = locationNamed('app')
    expect((await start(world.advance(MINUTE), ask)).previous?.summary.id).toBe(id)
  })
})

describe('the previous session', () => {
  test('the previous session is returned if it ended, but not if it was completed', async () => {
    const world = new TestWorld()
    const id = await world.startSession({ goal: 'half done' })
    await changeState(world, id, { move: 'end', trigger: 'command' })
    expect((await start(world.advance(HOUR), ask)).previous?.left.goal).toBe('half done')
    await changeState(world, id, { move: 'complete' })
    expect((await start(world, ask)).previous).toBeUndefined()
  })

  test('the previous session is the last one with open work', async () => {
    const world = new TestWorld()
    const id = await world.startSession({ goal: 'the real one' })
    await world.advance(MINUTE).startSession()
    expect((await start(world.advance(MINUTE), ask)).previous?.summary.id).toBe(id)
  })

  test('the previous session is archived and no longer returned after seven days', async () => {
    const world = new TestWorld()
    const id = await world.startSession({ goal: 'long ago' })
    expect((await start(world.advance(7 * DAY), ask)).previous?.left.goal).toBe('long ago')
    expect((await world.view(id)).life.archivedAt).toBeUndefined()
    expect((await start(world.advance(1), ask)).previous?.summary.id).not.toBe(id)
    expect((await world.view(id)).life.archivedAt).toBe(world.time)
  })

  test('the previous session is not archived if session.auto-archive is off', async () => {
    const world = new TestWorld().set({ 'session.auto-archive': false })
    const id = await world.startSession({ goal: 'long ago' })
    await world.advance(30 * DAY).startSession()
    expect((await world.view(id)).life.archivedAt).toBeUndefined()
  })
})

test('a session records its agent, process, goal, tags, branch, checkout and start time', async () => {
  const world = new TestWorld()
  const asked = { process: PROCESS, goal: 'go', tags: ['b', 'a'], agentVersion: '2', agentSession: 'x' }
  world.evidenceByPid.set(PROCESS.pid, 'alive')
  const { session } = await start(world, { ...ask, ...asked })
  expect(session).toMatchObject({
    state: 'active',
    agent: 'claude-code',
    agentVersion: '2',
    branch: 'main',
    checkout: '/work/app',
    tags: ['a', 'b'],
    startedAt: world.time,
    process: { pid: PROCESS.pid, evidence: 'alive' },
  })
  expect((await world.view(session.id)).work.goal?.text).toBe('go')
})
