import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RECOVERY_STEPS, type RecoverAsk, recover } from '../../src/app/lifecycle/recover.ts'
import { derivedId, type SessionId } from '../../src/event/identity.ts'
import { serializeLetter } from '../../src/event/wire.ts'
import { event } from '../support/events.ts'
import { NOON, PROCESS, SECOND, TestWorld } from '../support/world.ts'
import { LIMIT_MS, runs } from './runs.ts'

const ID = derivedId('ses', 'killed')

/** What a session said before it was killed: heard, or left in the spool, some of it by both ways. */
interface Said {
  readonly way: 'heard' | 'spool' | 'both'
  readonly text: string
}

const said = fc.array(
  fc.record({ way: fc.constantFrom('heard', 'spool', 'both'), text: fc.string({ maxLength: 8 }) }),
  { maxLength: 6 },
) as fc.Arbitrary<readonly Said[]>

async function killed(all: readonly Said[]): Promise<TestWorld> {
  const world = new TestWorld({ name: 'one' })
  await world.startSession({ id: ID, process: PROCESS })
  for (const [index, { way, text }] of all.entries()) {
    const fact = event(`${index}`, { text }, { at: NOON + index })
    if (way !== 'spool') await world.log.append(ID, [fact])
    if (way !== 'heard')
      await world.spool.deliver('leftoff', serializeLetter({ session: ID, events: [fact] }))
  }
  world.evidenceByPid.set(PROCESS.pid, 'gone')
  return world.advance(SECOND)
}

/** Killed after so many steps; more than there are: not killed. */
const cutAfter = (steps: number): RecoverAsk =>
  steps > RECOVERY_STEPS.length
    ? {}
    : {
        steps: [
          ...RECOVERY_STEPS.slice(0, steps),
          { name: 'killed', run: () => Promise.reject(new Error('killed')) },
        ],
      }

const attempted = (world: TestWorld, session: SessionId, cut: number): Promise<unknown> =>
  recover(world, session, cutAfter(cut)).catch((error: Error) => expect(error.message).toBe('killed'))

test(
  'a recovery that is cut off anywhere, begun again, repeated and done by several at once equals one that was left in peace',
  async () => {
    const cuts = fc.array(fc.array(fc.nat(RECOVERY_STEPS.length + 1), { minLength: 1, maxLength: 3 }), {
      maxLength: 4,
    })
    const property = fc.asyncProperty(said, cuts, async (all, rounds) => {
      const [peaceful, disturbed] = [await killed(all), await killed(all)]
      await recover(peaceful, ID)
      for (const round of rounds) await Promise.all(round.map((cut) => attempted(disturbed, ID, cut)))
      await recover(disturbed, ID)
      expect(await disturbed.events(ID)).toEqual(await peaceful.events(ID))
      expect(await disturbed.spool.waiting()).toEqual([])
    })
    await fc.assert(property, { numRuns: runs(100) })
  },
  LIMIT_MS,
)
