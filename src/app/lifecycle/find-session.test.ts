import { describe, expect, test } from 'vitest'
import { HOUR, locationNamed, MINUTE, TestWorld } from '../../../tests/support/world.ts'
import { changeState } from './change-state.ts'
import { findSession, findSessionId, onlySessionHere, sessionsHere } from './find-session.ts'

const refusal = (code: string, outcome: string) => expect.objectContaining({ code, outcome })
const OPEN = ['active', 'idle', 'suspended'] as const

describe('finding a session by its id', () => {
  test('a session is found with or without ses_, in upper or lower case, and by the start of its id', async () => {
    const world = new TestWorld()
    const id = await world.startSession()
    for (const name of [id, id.slice(4), id.toUpperCase(), id.slice(4, 8), id.slice(0, 9)])
      expect((await findSession(world, name)).session).toBe(id)
  })

  test('an ambiguous prefix lists the matches', async () => {
    const world = new TestWorld()
    const ids = []
    for (let i = 0; i < 40; i += 1) ids.push(await world.startSession())
    const first = ids.map((id) => id[4]).find((letter, i, all) => all.indexOf(letter) !== i) ?? ''
    const fitting = ids.filter((id) => id[4] === first)
    const attempt = findSession(world, first)
    await expect(attempt).rejects.toEqual(refusal('session-ambiguous', 'usage'))
    await expect(attempt).rejects.toThrow(fitting.toSorted()[0])
  })

  test('an unknown id is not found', async () => {
    const world = new TestWorld()
    await expect(findSession(world, 'ses_0000000000000000')).rejects.toEqual(
      refusal('session-unknown', 'notFound'),
    )
    await expect(findSession(world, 'zzz')).rejects.toEqual(refusal('session-unknown', 'notFound'))
  })

  test.each([
    '',
    ' ',
    '../../etc/passwd',
    '/',
    'a/b',
    'a\\b',
    '%2e%2e',
    "a' OR '1'='1",
    'a*',
    'a%',
    'a\u0000b',
    'a\nb',
    'ses_\u0430\u0435',
    '\u2024\u2024',
    '-rf',
    'x'.repeat(10_000),
  ])('%j is rejected as an invalid id', async (name) => {
    const world = new TestWorld()
    await world.startSession()
    const attempt = findSessionId(world, name)
    await expect(attempt).rejects.toEqual(refusal('session-id-invalid', 'usage'))
    await expect(attempt).rejects.toThrow(/^.{0,200}$/s)
  })
})

describe('the default session in a folder', () => {
  test('the default session is the only open session of the project', async () => {
    const world = new TestWorld()
    const id = await world.startSession()
    world.place = locationNamed('other')
    await world.startSession()
    world.place = locationNamed('app')
    expect((await onlySessionHere(world, { states: OPEN })).session).toBe(id)
  })

  test('the default session belongs to this terminal or, if there is none, to this checkout', async () => {
    const world = new TestWorld()
    const terminal = { pid: 7, started: 'x' }
    world.place = locationNamed('app', '/elsewhere')
    const elsewhere = await world.startSession()
    world.place = locationNamed('app')
    const here = await world.startSession()
    const mine = await world.startSession({ process: terminal })
    const order = await sessionsHere(world, { terminal, states: OPEN })
    expect(order.map(({ session }) => session)).toEqual([mine, here, elsewhere])
    expect((await onlySessionHere(world, { terminal, states: OPEN })).session).toBe(mine)
  })

  test('the default session is ambiguous if two sessions are equally likely', async () => {
    const world = new TestWorld()
    const ids = [await world.startSession(), await world.startSession()]
    const attempt = onlySessionHere(world, { states: OPEN })
    await expect(attempt).rejects.toEqual(refusal('session-ambiguous', 'usage'))
    for (const id of ids) await expect(attempt).rejects.toThrow(id)
  })

  test('the default session is chosen by its current state, not by the recorded state', async () => {
    const world = new TestWorld()
    const id = await world.startSession()
    world.advance(31 * MINUTE)
    const inState = async (...states: ('active' | 'idle' | 'ended' | 'crashed')[]) =>
      (await sessionsHere(world, { states })).map(({ session }) => session)
    expect([await inState('active'), await inState('idle')]).toEqual([[], [id]])
    world.advance(HOUR)
    expect([await inState('idle'), await inState('ended', 'crashed')]).toEqual([[], [id]])
  })

  test('the default session can be a suspended session', async () => {
    const world = new TestWorld()
    const id = await world.startSession()
    await changeState(world, id, { move: 'suspend' })
    expect((await onlySessionHere(world, { states: OPEN })).session).toBe(id)
  })

  test('if there is no default session, the error names the project and the states', async () => {
    const world = new TestWorld()
    const attempt = onlySessionHere(world, { states: OPEN })
    await expect(attempt).rejects.toEqual(refusal('no-session-here', 'notFound'))
    await expect(attempt).rejects.toThrow('project app has no active, idle or suspended session')
  })
})

test('"latest" is the session of this project that was active most recently', async () => {
  const world = new TestWorld()
  await expect(findSessionId(world, 'latest')).rejects.toThrow('has no session')
  await world.startSession()
  const second = await world.advance(MINUTE).startSession()
  expect(await findSessionId(world, 'latest')).toBe(second)
  world.place = locationNamed('other')
  await expect(findSessionId(world, 'latest')).rejects.toThrow('has no session')
})
