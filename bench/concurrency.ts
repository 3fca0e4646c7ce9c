import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { drainSpool } from '../src/app/ingest/drain-spool.ts'
import type { Damage } from '../src/log/event-log.ts'
import { shellDelivery } from '../src/spool/shell.ts'
import { type Figure, type Findings, noFindings } from './figures.ts'
import { chance } from './random.ts'
import { sessionEvents, spoolPayload } from './session-events.ts'
import type { Home, Stage } from './stage.ts'
import { createWorld, type OwnWorld } from './world.ts'

interface ConcurrencyRequest {
  readonly stage: Stage
  readonly processes: number
  /** The bundle of bench/worker.ts. */
  readonly worker: string
}

/** Many concurrent processes that write to one session, which is the worst case. */
export async function concurrencyFigures(request: ConcurrencyRequest): Promise<Findings> {
  const recorded = await outcomeOf(request, 'record', async (home) => {
    const words = (i: number): string[] => [request.worker, 'record', home.path, home.session, `r${i}`]
    const children = Array.from({ length: request.processes }, (_, i) =>
      spawn(process.execPath, words(i), QUIET),
    )
    await allReady(home.path, children)
    return finished(children, () => {
      for (const child of children) child.stdin?.end('!')
    })
  })
  const spooled = await outcomeOf(request, 'spool', async (home) => {
    const script = shellDelivery(join(home.path, 'spool'), 'leftoff')
    const children = Array.from({ length: request.processes }, () => spawn('sh', ['-c', script], QUIET))
    const payload = spoolPayload({ homes: [home] }, 2048)
    return finished(children, () => {
      for (const child of children) child.stdin?.end(payload)
    })
  })
  return {
    ...noFindings,
    figures: [recorded.figure, spooled.figure],
    failures: [...recorded.failures, ...spooled.failures],
  }
}

const QUIET = { stdio: ['pipe', 'ignore', 'ignore'] as ['pipe', 'ignore', 'ignore'] }

async function allReady(home: string, children: readonly ChildProcess[]): Promise<void> {
  const ready = (): number => readdirSync(home).filter((name) => name.startsWith('ready-')).length
  while (ready() < children.length && children.every(({ exitCode }) => exitCode === null)) await delay(20)
}

interface Finished {
  readonly failed: number
  /** Time at which all workers were released. */
  readonly begun: number
}

/** Listens for every exit before releasing any process. */
async function finished(children: readonly ChildProcess[], begin: () => void): Promise<Finished> {
  const ends = children.map((child) => once(child, 'exit'))
  const begun = performance.now()
  begin()
  const codes = await Promise.all(ends)
  return { begun, failed: codes.filter(([code]) => code !== 0).length }
}

interface ConcurrencyResult {
  readonly figure: Figure
  readonly failures: readonly string[]
}

async function outcomeOf(
  { stage, processes }: ConcurrencyRequest,
  verb: string,
  work: (home: Home) => Promise<Finished>,
): Promise<ConcurrencyResult> {
  const path = join(stage.folder, verb)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const [{ session } = { session: undefined }] = stage.homes
  if (!session) throw new Error('the stage has no session')
  const world = createWorld(path, stage.place)
  const before = await begin(world, { log: 'new', path, session }, stage)
  const { failed, begun } = await work({ log: 'new', path, session })
  const { quarantined } = await drainSpool(world)
  const ms = performance.now() - begun
  const found = await readBack(world, before)
  await world.log.close()
  const wrong = Math.abs(processes - found.events) + found.repeated
  const figure: Figure = {
    group: 'concurrency',
    name: `${processes} processes ${verb} one event each at once`,
    unit: 'lost or duplicated',
    value: wrong,
    target: 0,
    note: `all stored after ${(ms / 1000).toFixed(1)} s`,
  }
  const isBad = wrong + failed + quarantined + found.damage.length > 0
  const words = `${verb}: ${found.events} of ${processes} stored, ${found.repeated} duplicated, ${failed} processes failed, ${quarantined} quarantined, ${found.damage.length} damaged`
  return { figure, failures: isBad ? [words] : [] }
}

async function begin(world: OwnWorld, { session }: Home, { place }: Stage): Promise<number> {
  const startedAt = world.clock.now() - 60_000
  const events = sessionEvents({ session, chance: chance(5), place, startedAt, events: 2, end: 'open' })
  await world.log.append(session, events)
  return events.length
}

async function readBack(
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
