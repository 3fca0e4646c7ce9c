import { join } from 'node:path'
import { sessionProjection } from '../../src/app/projection.ts'
import type { NewEvent, StoredEvent } from '../../src/event/define.ts'
import { derivedId } from '../../src/event/identity.ts'
import { MemoryLog } from '../../src/log/memory.ts'
import { docOf } from '../../src/log/sqlite/views.ts'
import type { Session } from '../../src/session/session.ts'
import {
  dueMoves,
  durationOf,
  isAbandoned,
  type Life,
  type ProcessEvidence,
  quietFor,
  stateNow,
} from '../../src/session/state.ts'
import { type Campaign, require, type Trial } from './kit/campaign.ts'
import { eventId, eventKinds, randomWords, sampleEvent } from './kit/event-source.ts'
import { openLog } from './kit/open-log.ts'
import type { Random } from './kit/random.ts'
import { checkLog } from './oracle.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 2, 29, 0, 30) // half an hour before clocks go forward in Europe

export const clocks: Campaign = {
  id: 'R19',
  title: 'clocks',
  async run(trial) {
    const schedules = trial.size({ change: 200, night: 5000 })
    let events = 0
    for (let number = 0; number < schedules; number += 1) {
      trial.step(`schedule ${number}`)
      events += await oneSchedule(trial, number)
    }
    return `${schedules} schedules, ${events} events, order kept, no negative duration`
  },
}

async function oneSchedule(trial: Trial, number: number): Promise<number> {
  const random = trial.random(`R19/${number}`)
  const home = join(trial.folder, `home-${number}`)
  const session = derivedId('ses', 'clock', String(number))
  const log = openLog(home)
  const memory = new MemoryLog(sessionProjection)
  const order: NewEvent['id'][] = []
  const clock = unsteadyClock(random)
  for (let batch = 0; batch < 12; batch += 1) {
    // The clock is read for every event, so it may step within one append.
    const events = Array.from({ length: random.between(1, 3) }, (_, index) =>
      sampleEvent(
        random.oneOf(eventKinds),
        { id: eventId(number, batch, index), at: clock() },
        textOf(random),
      ),
    )
    await log.append(session, events)
    await memory.append(session, events)
    order.push(...events.map(({ id }) => id))
  }
  const read: StoredEvent[] = []
  for await (const event of log.read({ session })) read.push(event)
  require(read.map(({ id }) => id).join() ===
    order.join(), 'events are not read in the order in which they were appended')
  const view = (await log.view(session))?.view
  require(docOf(view) ===
    docOf((await memory.view(session))?.view), 'the view differs from the one in memory')
  requireSaneTimes(view!, { clock, random })
  await log.close()
  await checkLog(home, [])
  return order.length
}

const textOf = (random: Random): { random: Random; text: () => string } => ({
  random,
  text: () => randomWords(random, 4),
})

/**
 * The clock mostly runs forward, but may stop, go back a day, or jump by an hour or ten years in either
 * direction.
 */
function unsteadyClock(random: Random): () => number {
  let now = START
  const steps = [-DAY, 10 * 365 * DAY, -10 * 365 * DAY, 0, 0, -3_600_000, 3_600_000, -1, 1]
  return () => {
    now += random.chance(0.4) ? random.oneOf(steps) : random.between(0, 90_000)
    return now
  }
}

function requireSaneTimes(
  { life }: Session,
  { clock, random }: { clock: () => number; random: Random },
): void {
  require(life.lastActivityAt >=
    life.startedAt, `active at ${life.lastActivityAt}, started ${life.startedAt}`)
  require(durationOf(life) >= 0, `it lasted ${durationOf(life)} ms`)
  const ends = [life.endedAt, life.crashedAt].filter((at) => at !== undefined)
  require(ends.every((at) => at >= life.startedAt), `it ended at ${ends} and started at ${life.startedAt}`)
  for (const evidence of ['alive', 'gone', 'unknown'] as const) observe(life, evidence, { clock, random })
}

/** Checks the state at the next value of the clock. */
function observe(
  life: Life,
  evidence: ProcessEvidence,
  { clock, random }: { clock: () => number; random: Random },
): void {
  const limits = { idleAfterMs: 1_800_000, maxDurationMs: random.oneOf([0, DAY]), crashAfterMs: DAY }
  const now = clock()
  const observation = { now, evidence, limits }
  require(quietFor(life, now) >= 0, `it was quiet for ${quietFor(life, now)} ms`)
  stateNow(life, observation)
  isAbandoned(life, observation)
  for (const one of dueMoves(life, observation)) {
    require(one.at >= life.startedAt, `${one.move} is due at ${one.at}, before the start`)
    require(one.at >= life.lastActivityAt, `${one.move} is due at ${one.at}, before the last activity`)
  }
}
