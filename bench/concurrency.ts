import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { drainSpool } from '../src/app/ingest/drain-spool.ts'
import type { Damage } from '../src/log/event-log.ts'
import { shellDelivery } from '../src/spool/shell.ts'
import { chance } from './chance.ts'
import { type Figure, type Findings, nothing } from './figures.ts'
import type { Home, Stage } from './homes.ts'
import { letterOf } from './letter.ts'
import { sessionEvents } from './one-session.ts'
import { type OwnWorld, plainWorld } from './plain-world.ts'

export interface ConcurrencyAsk {
  readonly stage: Stage
  readonly processes: number
  /** The bundle of bench/recorder.ts. */
  readonly recorder: string
}

/** Many processes at one instant, all into one session, which is the hardest for them. */
export async function concurrencyFigures(ask: ConcurrencyAsk): Promise<Findings> {
  const recorded = await outcome(ask, 'recording', async (home) => {
    const words = (i: number): string[] => [ask.recorder, home.path, home.session, `r${i}`]
    const children = Array.from({ length: ask.processes }, (_, i) => spawn(process.execPath, words(i), QUIET))
    await allReady(home.path, children)
    return finished(children, () => {
      for (const child of children) child.stdin?.end('!')
    })
  })
  const delivered = await outcome(ask, 'delivering', async (home) => {
    const script = shellDelivery(join(home.path, 'spool'), 'leftoff')
    const children = Array.from({ length: ask.processes }, () => spawn('sh', ['-c', script], QUIET))
    const letter = letterOf({ homes: [home] }, 2048)
    return finished(children, () => {
      for (const child of children) child.stdin?.end(letter)
    })
  })
  return {
    ...nothing,
    figures: [recorded.figure, delivered.figure],
    failures: [...recorded.failures, ...delivered.failures],
  }
}

const QUIET = { stdio: ['pipe', 'ignore', 'ignore'] as ['pipe', 'ignore', 'ignore'] }

async function allReady(home: string, children: readonly ChildProcess[]): Promise<void> {
  const ready = (): number => readdirSync(home).filter((name) => name.startsWith('ready-')).length
  while (ready() < children.length && children.every(({ exitCode }) => exitCode === null)) await delay(20)
}

interface Finished {
  readonly failed: number
  /** When they were let loose. */
  readonly begun: number
}

/** They are listened to before they may begin, so that none ends unheard. */
async function finished(children: readonly ChildProcess[], begin: () => void): Promise<Finished> {
  const ends = children.map((child) => once(child, 'exit'))
  const begun = performance.now()
  begin()
  const codes = await Promise.all(ends)
  return { begun, failed: codes.filter(([code]) => code !== 0).length }
}

interface Outcome {
  readonly figure: Figure
  readonly failures: readonly string[]
}

async function outcome(
  { stage, processes }: ConcurrencyAsk,
  verb: string,
  work: (home: Home) => Promise<Finished>,
): Promise<Outcome> {
  const path = join(stage.folder, verb)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const [{ session } = { session: undefined }] = stage.homes
  if (!session) throw new Error('there is no session to record into')
  const world = plainWorld(path, stage.place)
  const before = await begin(world, { log: 'new', path, session }, stage)
  const { failed, begun } = await work({ log: 'new', path, session })
  const { quarantined } = await drainSpool(world)
  const ms = performance.now() - begun
  const found = await whatIsThere(world, before)
  await world.log.close()
  const wrong = Math.abs(processes - found.events) + found.repeated
  const figure: Figure = {
    group: 'concurrency',
    name: `${processes} processes ${verb} one event at once`,
    unit: 'lost or doubled',
    value: wrong,
    target: 0,
    note: `all stored after ${(ms / 1000).toFixed(1)} s`,
  }
  const isBad = wrong + failed + quarantined + found.damage.length > 0
  const words = `${verb}: ${found.events} of ${processes} stored, ${found.repeated} doubled, ${failed} processes failed, ${quarantined} set aside, ${found.damage.length} damaged`
  return { figure, failures: isBad ? [words] : [] }
}

async function begin(world: OwnWorld, { session }: Home, { place }: Stage): Promise<number> {
  const startedAt = world.clock.now() - 60_000
  const events = sessionEvents({ session, chance: chance(5), place, startedAt, events: 2, end: 'open' })
  await world.log.append(session, events)
  return events.length
}

async function whatIsThere(
  world: OwnWorld,
  before: number,
): Promise<{ events: number; repeated: number; damage: readonly Damage[] }> {
  const ids = new Map<string, number>()
  let position = 0
  for await (const { id, type } of world.log.read()) {
    position += 1
    if (position > before && type === 'tool.returned') ids.set(id, (ids.get(id) ?? 0) + 1)
  }
  const damage: Damage[] = []
  for await (const one of world.log.verify()) damage.push(one)
  return { events: ids.size, repeated: [...ids.values()].filter((times) => times > 1).length, damage }
}
