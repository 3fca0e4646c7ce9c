import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sessionProjection } from '../../src/app/projection.ts'
import type { NewEvent } from '../../src/event/define.ts'
import { derivedId } from '../../src/event/identity.ts'
import type { Erasure } from '../../src/log/event-log.ts'
import { MemoryLog } from '../../src/log/memory.ts'
import { docOf } from '../../src/log/sqlite/views.ts'
import { type Campaign, require, type Trial } from './kit/campaign.ts'
import { checkpoint } from './kit/checkpoint.ts'
import { eventId, eventKinds, randomWords, sampleEvent } from './kit/event-source.ts'
import { openLog } from './kit/open-log.ts'
import type { Random } from './kit/random.ts'
import { checkLog } from './oracle.ts'

const secret = derivedId('ses', 'secret')
const neighbour = derivedId('ses', 'neighbour')

export const erasure: Campaign = {
  id: 'R28',
  title: 'erasure',
  async run(trial) {
    const rounds = trial.size({ change: 20, night: 500 })
    let forgotten = 0
    for (let round = 0; round < rounds; round += 1) {
      trial.step(`round ${round}`)
      forgotten += await oneRound(trial, round)
    }
    return `${rounds} erasures, ${eventKinds.length} event types, ${forgotten} events forgotten, 0 traces left`
  },
}

async function oneRound(trial: Trial, round: number): Promise<number> {
  const random = trial.random(`R28/${round}`)
  const home = join(trial.folder, `home-${round}`)
  const canary = `CANARY${random
    .below(2 ** 30)
    .toString(36)
    .padStart(6, '0')}`
  const events = secretEvents(random, canary)
  const memory = new MemoryLog(sessionProjection)
  const log = openLog(home)
  for (const event of events) {
    for (const engine of [log, memory]) await engine.append(secret, [event])
    await log.append(neighbour, [plainEvent(random, event.id)])
    if (random.chance(0.05)) checkpoint(home) // the canary moves from the WAL into the database pages
  }
  require(hits(home, canary) > 0, 'the canary was never on disk')
  const bystander = random.chance(0.5) ? openLog(home) : undefined
  await bystander?.view(neighbour)
  const plan: Erasure = {
    session: secret,
    id: eventId('tombstone', round),
    at: 5000,
    ...pickedSeqs(random, events),
  }
  const { events: erased } = await log.forget(plan)
  require((await memory.forget(plan)).events === erased, `${erased} events erased, but not as many in memory`)
  require(hits(home, canary) === 0, `the canary is still in the files of ${home}`)
  const viewed = await log.view(secret)
  require(docOf(viewed?.view) ===
    docOf((await memory.view(secret))?.view), 'the view differs from the one in memory')
  await bystander?.close()
  await log.close()
  await checkLog(home, [])
  require(hits(home, canary) === 0, `the canary came back into the files of ${home}`)
  return erased
}

/** One event of every type, with the canary in every text. Some texts are long enough to span many pages. */
function secretEvents(random: Random, canary: string): NewEvent[] {
  return eventKinds.map((definition, index) => {
    const times = random.chance(0.2) ? random.between(100, 300) : random.between(1, 5)
    const text = (): string => Array.from({ length: times }, () => canary).join(' ')
    return sampleEvent(definition, { id: eventId('secret', index), at: 1000 + index }, { random, text })
  })
}

/** The whole session, or every event by its seq. */
const pickedSeqs = (random: Random, events: readonly NewEvent[]): Pick<Erasure, 'seqs'> =>
  random.chance(0.5) ? {} : { seqs: events.map((_, index) => index + 1) }

function plainEvent(random: Random, like: string): NewEvent {
  const heading = { id: eventId('plain', like), at: 1000 }
  return sampleEvent(random.oneOf(eventKinds), heading, { random, text: () => randomWords(random, 30) })
}

const hits = (home: string, canary: string): number =>
  readdirSync(home).filter((name) => readFileSync(join(home, name)).includes(canary)).length
