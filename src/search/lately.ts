import type { FileTrace } from './facts.ts'
import { millionths, NONE, type Numbers } from './numbers.ts'
import { WEIGHTS } from './signals.ts'

/** So many of the last sessions are looked at; one that came to no file says nothing of any. */
export const RECENT = 20
/** After so many sessions half of what an edit, or a look, said is gone. */
const EDIT_HALF_LIFE = 5
const READ_HALF_LIFE = 0.8

/** What the last sessions came to. It does not depend on a prompt, so it can be summed up beforehand. */
export interface Lately {
  /** The latest first. */
  readonly sessions: Numbers
  /** What they came to, the likeliest first. */
  readonly paths: Numbers
  /** What they say of each, in millionths. */
  readonly edited: Numbers
  readonly read: Numbers
  /** Which of them came to each: a bit for every session, the lowest for the latest. */
  readonly held: Numbers
}

export const NOT_LATELY: Lately = { sessions: NONE, paths: NONE, edited: NONE, read: NONE, held: NONE }

interface Sum {
  edited: number
  read: number
  held: number
}

export interface LateAsk {
  /** Of the last sessions that came to files, the latest first. */
  readonly recent: readonly string[]
  readonly filesOf: (session: string) => readonly FileTrace[]
  readonly numberOfPath: (path: string) => number
  readonly numberOfSession: (session: string) => number
}

export function latelyOf({ recent, filesOf, numberOfPath, numberOfSession }: LateAsk): Lately {
  const files = [...sumsOf(recent, filesOf)]
    .map(([path, { edited, read, held }]) => ({
      path,
      edited: millionths(Math.log1p(edited)),
      read: millionths(read),
      held,
    }))
    .sort((a, b) => scoreOf(b) - scoreOf(a) || (a.path < b.path ? -1 : 1))
  return {
    sessions: recent.map(numberOfSession),
    paths: files.map(({ path }) => numberOfPath(path)),
    edited: files.map(({ edited }) => edited),
    read: files.map(({ read }) => read),
    held: files.map(({ held }) => held),
  }
}

function sumsOf(recent: readonly string[], filesOf: LateAsk['filesOf']): ReadonlyMap<string, Sum> {
  const sums = new Map<string, Sum>()
  for (const [age, session] of recent.entries())
    for (const [path, edits, reads] of filesOf(session)) {
      const sum = sums.get(path) ?? { edited: 0, read: 0, held: 0 }
      sums.set(path, sum)
      if (edits > 0) sum.edited += 0.5 ** (age / EDIT_HALF_LIFE) * (1 + 0.3 * Math.log(edits))
      if (reads > 0) sum.read += 0.5 ** (age / READ_HALF_LIFE)
      sum.held |= 1 << age
    }
  return sums
}

/** By that alone; all of them were touched. */
const scoreOf = ({ edited, read }: Sum): number => WEIGHTS.edited * edited + WEIGHTS.read * read
