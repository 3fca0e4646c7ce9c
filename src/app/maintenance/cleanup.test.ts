import { describe, expect, test } from 'vitest'
import { DAY, HOUR, locationNamed, MINUTE, sqliteWorld, TestWorld } from '../../../tests/support/world.ts'
import { serializeLetter } from '../../event/wire.ts'
import { changeState } from '../lifecycle/change-state.ts'
import { archiveDue, cleanup } from './cleanup.ts'

const expiry = { olderThanMs: 7 * DAY }

describe('cleanup', () => {
  test.each([
    ['memory', () => new TestWorld()],
    ['sqlite', sqliteWorld],
  ])('cleanup archives two expired sessions but not the active one (%s)', async (_, make) => {
    const world = make().set({ 'session.auto-archive': false })
    const old = [await world.startSession(), await world.startSession()]
    world.advance(8 * DAY)
    const active = await world.startSession()
    expect(await cleanup(world, expiry)).toMatchObject({ archived: 2 })
    for (const id of old) expect((await world.view(id)).life.archivedAt).toBe(world.time)
    expect((await world.view(active)).life).toMatchObject({ state: 'active' })
    expect((await world.view(active)).life.archivedAt).toBeUndefined()
    expect(await cleanup(world, expiry), 'the second cleanup').toMatchObject({ archived: 0, settled: 0 })
    await world.log.close()
  })

  test('cleanup ends sessions that timed out or whose process is gone, in every project', async () => {
    const world = new TestWorld()
    const timedOut = await world.startSession()
    world.place = locationNamed('other')
    const killed = await world.startSession({ process: { pid: 1 } })
    world.advance(2 * HOUR)
    world.evidenceByPid.set(1, 'gone')
    expect(await cleanup(world, expiry)).toMatchObject({ settled: 2, archived: 0 })
    expect((await world.view(timedOut)).life).toMatchObject({ state: 'ended', endTrigger: 'idle-timeout' })
    expect((await world.view(killed)).life.state).toBe('crashed')
  })

  test('cleanup does not mark a quiet session as crashed, because no session replaces it', async () => {
    const world = new TestWorld()
    const id = await world.startSession()
    expect(await cleanup(world.advance(10 * MINUTE), expiry)).toMatchObject({ settled: 0 })
    expect((await world.view(id)).life.state).toBe('active')
  })

  test('cleanup neither ends nor archives an old session that a living process is using', async () => {
    const world = new TestWorld()
    const id = await world.startSession({ process: { pid: 1 } })
    world.evidenceByPid.set(1, 'alive')
    world.advance(20 * MINUTE)
    expect(await cleanup(world, { olderThanMs: MINUTE })).toMatchObject({ settled: 0, archived: 0 })
    expect((await world.view(id)).life.state).toBe('active')
  })

  test('an expired session that is in use does not keep others from being archived', async () => {
    const world = new TestWorld().set({ 'session.expiry': MINUTE })
    const quiet = await world.startSession()
    await changeState(world, quiet, { move: 'end', trigger: 'command' })
    await world.advance(MINUTE).startSession({ process: { pid: 1 } })
    world.evidenceByPid.set(1, 'alive')
    world.advance(20 * MINUTE)
    expect(await archiveDue(world, { limit: 1 })).toBe(1)
    expect((await world.view(quiet)).life.archivedAt).toBe(world.time)
  })

  test('cleanup archives an old suspended session, which can still be resumed', async () => {
    const world = new TestWorld()
    const id = await world.startSession()
    await changeState(world, id, { move: 'suspend' })
    expect(await cleanup(world.advance(30 * DAY), expiry)).toMatchObject({ archived: 1 })
    const { view } = await changeState(world, id, { move: 'resume', trigger: 'command' })
    expect([view.life.state, view.life.archivedAt]).toEqual(['active', undefined])
  })

  test('cleanup drains the spool and counts quarantined deliveries', async () => {
    const world = new TestWorld()
    const id = await world.startSession()
    await world.spool.deliver('leftoff', serializeLetter({ session: id, events: [world.prompt('waited')] }))
    await world.spool.deliver('leftoff', 'nonsense')
    expect(await cleanup(world, expiry)).toMatchObject({ quarantined: 1, swept: 0 })
    expect((await world.view(id)).talk.lastPrompt).toBe('waited')
  })
})
