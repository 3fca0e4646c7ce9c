import { join } from 'node:path'
import { codesBrief, composeBrief } from '../src/app/context/compose-brief.ts'
import { record } from '../src/app/ingest/record.ts'
import { noteEvent } from '../src/app/lifecycle/notes.ts'
import { summarizeSession } from '../src/app/lifecycle/session-summary.ts'
import { cleanup } from '../src/app/maintenance/cleanup.ts'
import { refreshIndex } from '../src/app/search/refresh-index.ts'
import type { World } from '../src/app/world.ts'
import { derivedId } from '../src/event/identity.ts'
import { SqliteIndex } from '../src/search/sqlite/sqlite-index.ts'
import { type Figure, type Findings, median, noFindings, p95 } from './figures.ts'
import { chance } from './random.ts'
import { sessionEvents, toolResult } from './session-events.ts'
import type { Home, Stage } from './stage.ts'
import { createWorld } from './world.ts'

interface Task {
  readonly name: string
  readonly times: number
  readonly target?: number
  readonly note?: string
  /** Runs before each measurement, untimed. */
  prepare?(time: number): Promise<void>
  run(time: number): Promise<unknown>
}

export async function inProcessFigures(stage: Stage, times: number): Promise<Findings> {
  const figures: Figure[] = []
  for (const home of stage.homes) {
    const world = createWorld(home.path, stage.place)
    const index = new SqliteIndex({ path: join(home.path, 'index.db'), readOnly: false })
    for (const task of briefTasks({ ...world, index }, times)) figures.push(await figureOf(home, task))
    index.close()
    for (const task of tasksOf(world, home, { stage, times })) figures.push(await figureOf(home, task))
    await world.log.close()
  }
  return { ...noFindings, figures }
}

function tasksOf(
  world: World,
  home: Home,
  { stage, times }: { readonly stage: Stage; readonly times: number },
): readonly Task[] {
  const { log } = world
  const { session } = home
  return [
    {
      name: 'append one event of 2 KB',
      times,
      run: (time) => log.append(session, [toolResult(`${home.log}-${time}`, 2048)]),
    },
    { name: 'load the view of one session', times, target: 5, run: () => log.view(session) },
    {
      name: 'open the log and load the view',
      times,
      target: 5,
      run: async () => {
        const { log: fresh } = createWorld(home.path, stage.place)
        await fresh.view(session)
        await fresh.close()
      },
    },
    {
      name: 'compose a brief as codes',
      times,
      target: 5,
      run: async () => {
        const seen = await log.view(session)
        return codesBrief(world, { budget: 1500, ...(seen && { session: seen }) })
      },
      note: 'includes loading',
    },
    {
      name: 'record one note',
      times,
      target: 5,
      run: (time) => record(world, session, [noteEvent(world, { kind: 'next', text: `step ${time}` })]),
    },
    {
      name: 'list 20 sessions',
      times,
      run: async () => {
        const views = await log.views({ archived: false, limit: 20 })
        return views.map((seen) => summarizeSession(world, seen))
      },
    },
    cleanupTask(world, stage, Math.max(5, Math.round(times / 10))),
  ]
}

/** The complete brief that a session reads at startup. */
function briefTasks(world: World, times: number): readonly Task[] {
  const own = derivedId('ses', 'bench', 'beginning')
  return [
    {
      name: 'compose the whole brief',
      times,
      prepare: async (time) => {
        if (time < 0) await refreshIndex(world, { projects: world.place.projectIds })
      },
      run: () => composeBrief(world, { own, budget: 1500 }),
      note: 'including load, ranking and inspection of the working tree',
    },
  ]
}

const MONTH = 30 * 86_400_000

/** Adds ten expired sessions before each run. Sessions that had already expired are archived by the warm-up runs. */
function cleanupTask(world: World, { place }: Stage, times: number): Task {
  const startedAt = world.clock.now() - 2 * MONTH
  return {
    name: 'clean up 10 sessions',
    times,
    target: 100,
    prepare: async (time) => {
      for (let i = 0; i < 10; i += 1) {
        const session = derivedId('ses', 'bench', 'old', String(time), String(i), world.ids.event())
        const plan = { session, chance: chance(i), place, startedAt, events: 40, end: 'ended' as const }
        await world.log.append(session, sessionEvents(plan))
      }
    },
    run: async () => {
      const { archived } = await cleanup(world, { olderThanMs: MONTH })
      if (archived < 10) throw new Error(`cleanup archived ${archived} of 10 sessions`)
    },
  }
}

async function figureOf(home: Home, task: Task): Promise<Figure> {
  const samples: number[] = []
  const warmUps = 3
  for (let time = -warmUps; time < task.times; time += 1) {
    await task.prepare?.(time)
    const begun = performance.now()
    await task.run(time)
    if (time >= 0) samples.push(performance.now() - begun)
  }
  return {
    group: 'in-process',
    name: task.name,
    log: home.log,
    unit: 'ms',
    value: median(samples),
    p95: p95(samples),
    samples: samples.length,
    ...(task.target !== undefined && { target: task.target }),
    ...(task.note && { note: task.note }),
  }
}
