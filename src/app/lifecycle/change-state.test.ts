import { describe, expect, test } from 'vitest'
import { MINUTE, sqliteWorld, TestWorld } from '../../../tests/support/world.ts'
import type { SessionId } from '../../event/identity.ts'
import { changeState, type StateChange } from './change-state.ts'

const ASKED: Readonly<Record<StateChange['move'], StateChange>> = {
  end: { move: 'end', trigger: 'command' },
  suspend: { move: 'suspend' },
  complete: { move: 'complete' },
  resume: { move: 'resume', trigger: 'command' },
}

type From = 'active' | 'idle' | 'suspended' | 'ended' | 'crashed'
const PROCESS = { pid: 1 }

async function sessionThatIs(from: From): Promise<{ world: TestWorld; id: SessionId }> {
  const world = new TestWorld()
  const id = await world.startSession({ process: PROCESS })
  if (from === 'idle') world.advance(31 * MINUTE)
  if (from === 'suspended') await changeState(world, id, ASKED.suspend)
  if (from === 'ended') await changeState(world, id, ASKED.end)
  if (from === 'crashed') world.evidenceByPid.set(PROCESS.pid, 'gone')
  return { world, id }
}

describe('every move from every state', () => {
  const legal: readonly [From, StateChange['move'], string][] = [
    ['active', 'end', 'ended'],
    ['active', 'suspend', 'suspended'],
    ['active', 'complete', 'ended'],
    ['idle', 'end', 'ended'],
    ['idle', 'suspend', 'suspended'],
    ['idle', 'complete', 'ended'],
    ['idle', 'resume', 'active'],
    ['suspended', 'end', 'ended'],
    ['suspended', 'complete', 'ended'],
    ['suspended', 'resume', 'active'],
    ['ended', 'complete', 'ended'],
    ['ended', 'resume', 'active'],
    ['crashed', 'end', 'ended'],
    ['crashed', 'complete', 'ended'],
    ['crashed', 'resume', 'active'],
  ]
  test.each(legal)('in state %s, the move %s is possible and leads to %s', async (from, asked, to) => {
    const { world, id } = await sessionThatIs(from)
    const moved = await changeState(world, id, ASKED[asked])
    expect(moved.view.life.state).toBe(to)
  })

  const illegal: readonly [From, StateChange['move'], readonly string[]][] = [
    ['active', 'resume', ['suspend', 'end', 'complete']],
    ['suspended', 'suspend', ['resume', 'end', 'complete']],
    ['ended', 'end', ['resume', 'complete']],
    ['ended', 'suspend', ['resume', 'complete']],
    ['crashed', 'suspend', ['resume', 'end', 'complete']],
  ]
  test.each(illegal)(
    'in state %s, the move %s is refused with an error that offers %j',
    async (from, asked, possible) => {
      const { world, id } = await sessionThatIs(from)
      const before = await world.events(id)
      const refused = changeState(world, id, ASKED[asked])
      await expect(refused).rejects.toMatchObject({
        code: 'illegal-transition',
        message: expect.stringContaining(`cannot ${asked} session ${id}: it is ${from}`),
        fix: possible.map((command) => `leftoff session ${command} ${id}`).join('   or   '),
        outcome: 'failed',
      })
      expect(await world.events(id), 'nothing is stored').toEqual(before)
    },
  )

  test('the legal and illegal moves together cover the complete table', () => {
    const cells = [...legal, ...illegal].map(([from, asked]) => `${from} ${asked}`)
    expect(new Set(cells).size).toBe(5 * 4)
  })
})

test('overdue state changes are appended before the requested one', async () => {
  const { world, id } = await sessionThatIs('idle')
  await changeState(world, id, ASKED.suspend)
  expect(await world.types(id)).toEqual(['session.started', 'session.idled', 'session.suspended'])
})

test('an end records its trigger and reason', async () => {
  const { world, id } = await sessionThatIs('active')
  await changeState(world, id, { move: 'end', trigger: 'signal', reason: 'SIGTERM' })
  expect((await world.events(id)).at(-1)?.data).toEqual({ trigger: 'signal', reason: 'SIGTERM' })
})

test('a resume records the new process', async () => {
  const { world, id } = await sessionThatIs('crashed')
  const moved = await changeState(world, id, { ...ASKED.resume, process: { pid: 2 } } as StateChange)
  expect(moved.view.identity.process).toEqual({ pid: 2 })
})

test('a session that does not exist cannot change state', async () => {
  const world = new TestWorld()
  await expect(changeState(world, world.ids.session(), ASKED.end)).rejects.toMatchObject({
    code: 'session-unknown',
    outcome: 'notFound',
  })
})

test.each([
  ['memory', () => new TestWorld()],
  ['sqlite', sqliteWorld],
])(
  'if several processes end a session at once (%s), one succeeds and the others report that it has ended',
  async (_, make) => {
    const world = make()
    const id = await world.startSession()
    const others = Array.from({ length: 5 }, (_, i) => world.otherProcess(`ender ${i}`))
    const results = await Promise.allSettled(others.map((other) => changeState(other, id, ASKED.end)))
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    expect(refusals).toEqual(Array(4).fill('illegal-transition'))
    expect((await world.types(id)).filter((type) => type === 'session.ended')).toHaveLength(1)
    await world.log.close()
  },
)
