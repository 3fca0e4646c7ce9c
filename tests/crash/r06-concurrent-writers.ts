import { join } from 'node:path'
import { derivedId } from '../../src/event/identity.ts'
import { type Campaign, require, type Trial } from './kit/campaign.ts'
import { startChild } from './kit/child.ts'
import { checkLog, countEvents } from './oracle.ts'

const APPENDS = 100
/** The time limit applies up to this number of writers. With more writers, only losses are checked. */
const MAX_TIMED_WRITERS = 16
const MAX_P99_MS = 2000

export const concurrentWriters: Campaign = {
  id: 'R6',
  title: 'concurrent writers',
  async run(trial) {
    const crews = trial.size({ change: [2, 4, 16], night: [2, 4, 16, 32, 64] })
    const times = trial.size({ change: 1, night: 20 })
    let appends = 0
    let slowest = 0
    for (let round = 0; round < times; round += 1) {
      for (const writers of crews) {
        for (const sharing of ['same', 'own'] as const) {
          const p99 = await race(trial, { writers, sharing, round })
          if (writers <= MAX_TIMED_WRITERS) slowest = Math.max(slowest, p99)
          appends += writers * APPENDS
        }
      }
    }
    return `${crews.join('/')} writers, ${appends} appends, 0 lost, 0 busy, p99 ${Math.round(slowest)} ms`
  },
}

interface Race {
  readonly writers: number
  readonly sharing: 'same' | 'own'
  readonly round: number
}

async function race(trial: Trial, { writers, sharing, round }: Race): Promise<number> {
  const name = `${round}-${writers}-${sharing}`
  trial.step(name)
  const home = join(trial.folder, name)
  const children = Array.from({ length: writers }, (_, index) => {
    const session = derivedId('ses', sharing === 'same' ? 'shared' : String(index))
    const orders = { home, name: `${name}-${index}`, seed: trial.seed, sessions: [session] }
    return startChild(trial, 'writer', { ...orders, count: APPENDS, waits: true })
  })
  await Promise.all(children.map((child) => child.waitFor('ready')))
  for (const child of children) child.send('go')
  await Promise.all(children.map((child) => child.requireSuccess()))
  const acks = children.flatMap((child) => child.acks)
  const stored = countEvents(await checkLog(home, acks))
  require(stored === writers * APPENDS, `${stored} of ${writers * APPENDS} appended events are stored`)
  const p99 = percentile(
    acks.map(({ ms }) => ms),
    0.99,
  )
  if (writers <= MAX_TIMED_WRITERS) require(p99 < MAX_P99_MS, `p99 of an append is ${Math.round(p99)} ms`)
  return p99
}

const percentile = (numbers: readonly number[], part: number): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * part)] ?? 0
