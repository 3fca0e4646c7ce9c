import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RECOVERY_STEPS, type RecoverAsk, recover } from '../../src/app/lifecycle/recover.ts'
import { derivedId, type SessionId } from '../../src/event/identity.ts'
import { serializeLetter } from '../../src/event/wire.ts'
import { event } from '../support/events.ts'
import { NOON, PROCESS, SECOND, TestWorld } from '../support/world.ts'
import { LIMIT_MS, runs } from './runs.ts'

const ID = derivedId('ses', 'killed')

/** A prompt of a killed session, in the log, in the spool or in both. */
interface Delivered {
  readonly place: 'log' | 'spool' | 'both'
  readonly text: string
}

const prompts = fc.array(
  fc.record({ place: fc.constantFrom('log', 'spool', 'both'), text: fc.string({ maxLength: 8 }) }),
  { maxLength: 6 },
) as fc.Arbitrary<readonly Delivered[]>

async function killedSession(all: readonly Delivered[]): Promise<TestWorld> {
  const world = new TestWorld({ name: 'one' })
  await world.startSession({ id: ID, process: PROCESS })
  for (const [index, { place, text }] of all.entries()) {
    const fact = event(`${index}`, { text }, { at: NOON + index })
    if (place !== 'spool') await world.log.append(ID, [fact])
    if (place !== 'log')
      await world.spool.deliver('leftoff', serializeLetter({ session: ID, events: [fact] }))
  }
  world.evidenceByPid.set(PROCESS.pid, 'gone')
  return world.advance(SECOND)
}

/** Aborts after this many steps; runs all steps if there are fewer. */
const cutAfter = (steps: number): RecoverAsk =>
  steps > RECOVERY_STEPS.length
    ? {}
    : {
        steps: [
          ...RECOVERY_STEPS.slice(0, steps),
          { name: 'killed', run: () => Promise.reject(new Error('killed')) },
        ],
      }

const tryRecover = (world: TestWorld, session: SessionId, cut: number): Promise<unknown> =>
  recover(world, session, cutAfter(cut)).catch((error: Error) => expect(error.message).toBe('killed'))

test(
  'a recovery that is killed at any step and repeated concurrently stores the same events as an uninterrupted recovery',
  async () => {
    const cuts = fc.array(fc.array(fc.nat(RECOVERY_STEPS.length + 1), { minLength: 1, maxLength: 3 }), {
      maxLength: 4,
    })
    const property = fc.asyncProperty(prompts, cuts, async (all, rounds) => {
      const [undisturbed, disturbed] = [await killedSession(all), await killedSession(all)]
      await recover(undisturbed, ID)
      for (const round of rounds) await Promise.all(round.map((cut) => tryRecover(disturbed, ID, cut)))
      await recover(disturbed, ID)
      expect(await disturbed.events(ID)).toEqual(await undisturbed.events(ID))
      expect(await disturbed.spool.waiting()).toEqual([])
    })
    await fc.assert(property, { numRuns: runs(100) })
  },
  LIMIT_MS,
)
