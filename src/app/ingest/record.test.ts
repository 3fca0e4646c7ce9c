import { describe, expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { HOUR, MINUTE, PROCESS, SECOND, sqliteWorld, TestWorld } from '../../../tests/support/world.ts'
import { derivedId, type SessionId } from '../../event/identity.ts'
import { changeState } from '../lifecycle/change-state.ts'
import { record, recordOnce } from './record.ts'

/** A world with one session that starts with a prompt. */
async function startedWorld(world = new TestWorld()): Promise<{ world: TestWorld; id: SessionId }> {
  const id = await world.startSession({ process: PROCESS })
  world.evidenceByPid.set(PROCESS.pid, 'alive')
  await record(world, id, [world.prompt('begin')])
  return { world, id }
}

describe('activity in a session that is not active', () => {
  test('activity in an idle session first records the idle event and a resume', async () => {
    const { world, id } = await startedWorld()
    world.advance(31 * MINUTE)
    await record(world, id, [world.prompt('back')])
    expect((await world.types(id)).slice(2)).toEqual(['session.idled', 'session.resumed', 'prompt.submitted'])
    expect((await world.view(id)).life).toMatchObject({ state: 'active', resumes: 1 })
  })

  test('activity in a session that timed out first records the end of the session and a resume', async () => {
    const { world, id } = await startedWorld()
    world.advance(2 * HOUR)
    await record(world, id, [world.prompt('back')])
    const expected = ['session.idled', 'session.ended', 'session.resumed', 'prompt.submitted']
    expect((await world.types(id)).slice(2)).toEqual(expected)
  })

  test.each(['suspend', 'complete'] as const)(
    'activity after the move %s first records a resume',
    async (move) => {
      const { world, id } = await startedWorld()
      await changeState(world, id, { move })
      world.advance(MINUTE)
      await record(world, id, [world.prompt('back')])
      expect((await world.types(id)).slice(3)).toEqual(['session.resumed', 'prompt.submitted'])
    },
  )

  test('if the process has ended, the next activity first records a crash and then a resume without a process', async () => {
    const { world, id } = await startedWorld()
    world.evidenceByPid.set(PROCESS.pid, 'gone')
    world.advance(SECOND)
    await record(world, id, [world.prompt('back')])
    expect((await world.types(id)).slice(2)).toEqual([
      'session.crashed',
      'session.resumed',
      'prompt.submitted',
    ])
    expect((await world.view(id)).identity.process).toBeUndefined()
  })

  test('activity after a long pause keeps the recorded process if it is still alive', async () => {
    const { world, id } = await startedWorld()
    world.advance(HOUR)
    await record(world, id, [world.prompt('back')])
    expect((await world.view(id)).identity.process).toEqual(PROCESS)
  })

  test('a tag is not activity and does not reopen the session', async () => {
    const { world, id } = await startedWorld()
    world.advance(40 * MINUTE)
    await record(world, id, [eventOfType('session.tagged', { added: ['x'] }, world.time)])
    expect((await world.types(id)).slice(2)).toEqual(['session.idled', 'session.tagged'])
  })
})

describe('a late event', () => {
  test('a late event from before the last activity does not change the session state', async () => {
    const { world, id } = await startedWorld()
    const at = world.time - SECOND
    world.advance(3 * HOUR)
    await record(world, id, [world.prompt('late', at)])
    expect((await world.types(id)).slice(2)).toEqual(['prompt.submitted'])
  })

  test('a late event from before the end does not reopen the session', async () => {
    const { world, id } = await startedWorld()
    const between = world.advance(MINUTE).time
    world.advance(MINUTE)
    await changeState(world, id, { move: 'end', trigger: 'command' })
    await record(world, id, [world.prompt('between', between)], { delivered: true })
    expect((await world.view(id)).life).toMatchObject({ state: 'ended', resumes: 0 })
  })

  test('a late event from before the crash was noticed does not reopen the session', async () => {
    const { world, id } = await startedWorld()
    const between = world.advance(MINUTE).time
    world.evidenceByPid.set(PROCESS.pid, 'gone')
    await world.advance(MINUTE).startSession()
    await record(world, id, [world.prompt('the last prompt', between)], { delivered: true })
    expect((await world.view(id)).life).toMatchObject({ state: 'ended', crashes: 1, resumes: 0 })
  })

  test('a late event that a dead process spooled is stored before the crash is detected', async () => {
    const { world, id } = await startedWorld()
    const prompt = world.prompt('the last prompt', world.advance(MINUTE).time)
    world.evidenceByPid.set(PROCESS.pid, 'gone')
    world.advance(SECOND)
    await record(world, id, [prompt], { delivered: true })
    const next = await world.startSession()
    expect((await world.types(id)).slice(2)).toEqual([
      'prompt.submitted',
      'session.crashed',
      'session.recovered',
    ])
    expect(next).not.toBe(id)
  })

  test('a late event that ends the session does not record a crash, even if the process is gone', async () => {
    const { world, id } = await startedWorld()
    const ended = eventOfType('session.ended', { trigger: 'exit' }, world.advance(SECOND).time)
    world.evidenceByPid.set(PROCESS.pid, 'gone')
    world.advance(MINUTE)
    await record(world, id, [ended], { delivered: true })
    expect((await world.view(id)).life).toMatchObject({ state: 'ended', endTrigger: 'exit', crashes: 0 })
  })

  test('a late event in the middle of a quiet period prevents the idle event', async () => {
    const { world, id } = await startedWorld()
    const between = world.advance(20 * MINUTE).time
    world.advance(20 * MINUTE)
    await record(world, id, [world.prompt('between', between)], { delivered: true })
    expect((await world.types(id)).slice(2)).toEqual(['prompt.submitted'])
  })
})

describe('redelivery', () => {
  test('redelivery adds no events, not even a resume', async () => {
    const { world, id } = await startedWorld()
    const fact = world.prompt('once')
    await record(world, id, [fact])
    const before = await world.events(id)
    world.advance(9 * HOUR)
    expect(await record(world, id, [{ ...fact, at: world.time }])).toMatchObject({ kind: 'duplicate' })
    expect(await world.events(id)).toEqual(before)
  })

  test('redelivery of a partly stored batch stores the rest', async () => {
    const { world, id } = await startedWorld()
    const [first, second] = [world.prompt('one'), world.prompt('two')]
    await record(world, id, [first])
    const appended = await record(world, id, [first, second])
    expect(appended).toMatchObject({ kind: 'appended', duplicates: 1 })
  })

  test('redelivery with different content is a conflict and stores nothing', async () => {
    const { world, id } = await startedWorld()
    const fact = world.prompt('one')
    await record(world, id, [fact])
    const other = { ...fact, data: { text: 'other' } }
    expect(await record(world, id, [other])).toMatchObject({ kind: 'conflict' })
    expect(await world.types(id)).toHaveLength(3)
  })
})

test.each([
  ['memory', () => new TestWorld()],
  ['sqlite', sqliteWorld],
])(
  'when many writers return to an idle session concurrently (%s), only one records the resume',
  async (_, make) => {
    const { world, id } = await startedWorld(make())
    world.advance(45 * MINUTE)
    const others = Array.from({ length: 12 }, (_, i) => world.otherProcess(`writer ${i}`))
    await Promise.all(others.map((other, i) => record(other, id, [world.prompt(`from ${i}`)])))
    const types = await world.types(id)
    expect(types.filter((type) => type === 'session.idled')).toHaveLength(1)
    expect(types.filter((type) => type === 'session.resumed')).toHaveLength(1)
    expect(types.filter((type) => type === 'prompt.submitted')).toHaveLength(13)
    expect(types.indexOf('session.resumed')).toBe(3)
    await world.log.close()
  },
)

test('events of a session that has no start event are recorded', async () => {
  const world = new TestWorld()
  const id = world.ids.session()
  await record(world, id, [world.prompt('hello')])
  expect((await world.view(id)).life).toMatchObject({ state: 'active', startedAt: world.time })
})

test('a state change that is already stored with different details does not block later events', async () => {
  const { world, id } = await startedWorld()
  world.advance(2 * HOUR)
  const seq = (await world.log.view(id))?.seq ?? 0
  const idled = {
    ...eventOfType('session.idled', { quietSince: 1 }),
    id: derivedId('evt', 'due', id, String(seq), 'idle'),
  }
  await world.log.append(await world.startSession(), [idled])
  expect(await recordOnce(world, id, [world.prompt('back')])).toEqual({ stored: 1, duplicates: 0 })
})
