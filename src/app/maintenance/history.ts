import { durationOf } from '../../session/state.ts'
import type { Summary } from '../lifecycle/session-summary.ts'
import { summarizeSession } from '../lifecycle/session-summary.ts'
import type { World } from '../world.ts'

interface Day {
  /** The local date, such as `2026-11-15`. */
  readonly date: string
  readonly sessions: number
  readonly durationMs: number
  readonly turns: number
}

export interface History {
  readonly days: readonly Day[]
  readonly sessions: readonly Summary[]
  readonly totals: {
    readonly sessions: number
    readonly durationMs: number
    readonly turns: number
    readonly corrections: number
    readonly tools: number
    readonly files: number
    readonly crashes: number
  }
  readonly tools: readonly { readonly name: string; readonly times: number }[]
  readonly files: readonly { readonly path: string; readonly times: number }[]
}

export interface HistoryAsk {
  readonly days: number
  /** Local date of a time; depends on the machine's time zone. */
  readonly dayOf: (at: number) => string
  readonly allProjects: boolean
}

const DAY = 86_400_000

/** Computes time, turns, tools and files for the last days. */
export async function history(world: World, ask: HistoryAsk): Promise<History> {
  const now = world.clock.now()
  const dates = calendar(now, ask)
  const views = await world.log.views({
    since: now - (ask.days + 1) * DAY,
    ...(!ask.allProjects && { projects: world.place.projectIds }),
  })
  const recent = views.filter(({ view }) => dates.includes(ask.dayOf(view.life.startedAt)))
  const sessions = recent
    .map((seen) => summarizeSession(world, seen))
    .sort((a, b) => b.startedAt - a.startedAt)
  const sum = (of: (one: Summary) => number): number => sessions.reduce((total, one) => total + of(one), 0)
  return {
    days: dates.map((date) => dayOf(date, sessions, ask)),
    sessions,
    totals: {
      sessions: sessions.length,
      durationMs: recent.reduce((total, { view }) => total + durationOf(view.life), 0),
      turns: sum((one) => one.turns),
      corrections: sum((one) => one.corrections),
      tools: sum((one) => one.tools),
      files: sum((one) => one.files),
      crashes: recent.reduce((total, { view }) => total + view.life.crashes, 0),
    },
    tools: ranked(recent.flatMap(({ view }) => Object.entries(view.craft.tools))).map(([name, times]) => ({
      name,
      times,
    })),
    files: ranked(
      recent.flatMap(({ view }) => view.craft.files.map(({ path, times }) => [path, times] as const)),
    ).map(([path, times]) => ({ path, times })),
  }
}

/** Dates of the past few days, in steps of half a day, because whole days could skip the 23-hour day in spring. */
function calendar(now: number, { days, dayOf: nameOf }: HistoryAsk): readonly string[] {
  const names = Array.from({ length: 2 * days + 2 }, (_, i) => nameOf(now - (i * DAY) / 2))
  return [...new Set(names)].slice(0, days).reverse()
}

function dayOf(date: string, sessions: readonly Summary[], ask: HistoryAsk): Day {
  const own = sessions.filter(({ startedAt }) => ask.dayOf(startedAt) === date)
  return {
    date,
    sessions: own.length,
    durationMs: own.reduce((total, { durationMs }) => total + durationMs, 0),
    turns: own.reduce((total, { turns }) => total + turns, 0),
  }
}

function ranked(pairs: readonly (readonly [string, number])[]): (readonly [string, number])[] {
  const sums = new Map<string, number>()
  for (const [name, times] of pairs) sums.set(name, (sums.get(name) ?? 0) + times)
  return [...sums].sort(([a, times], [b, more]) => more - times || (a < b ? -1 : 1)).slice(0, 10)
}
