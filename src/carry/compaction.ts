import type { Session } from '../fold/session.ts'
import { type Essential, essentialsOf } from './essentials.ts'
import { foundIn, wordsIn } from './words.ts'

/** One compaction: what the summary kept, what it lost, and what was told again afterwards. */
export interface CompactionReport {
  readonly at: number
  /** Without a summary nobody can say what was kept. */
  readonly hasSummary: boolean
  readonly kept: number
  readonly lost: readonly Essential[]
  /** Of what was lost: given back by the brief that followed. */
  readonly restored: readonly Essential[]
}

export interface Compaction {
  readonly at: number
  /** The session as it stood before. */
  readonly before: Session
  readonly summary?: string | undefined
  /** The events whose lines were in the brief afterwards; undefined where no brief was given or it did not say. */
  readonly told?: readonly string[] | undefined
}

export function reportOf({ at, before, summary, told = [] }: Compaction): CompactionReport {
  const essentials = essentialsOf(before)
  const lost = summary === undefined ? [] : essentials.filter((one) => !isIn(one, summary))
  return {
    at,
    hasSummary: summary !== undefined,
    kept: summary === undefined ? 0 : essentials.length - lost.length,
    lost,
    restored: lost.filter(({ event }) => event !== undefined && told.includes(event)),
  }
}

/** So many of its words, and a summary has said it. */
const ENOUGH = 0.6

/** A file by its name; everything else by its words. */
function isIn({ kind, text }: Essential, summary: string): boolean {
  if (kind === 'file') return summary.includes(nameOf(text))
  if (summary.includes(text)) return true
  const words = wordsIn(text)
  return words.length > 0 && foundIn(words, summary).length >= words.length * ENOUGH
}

const nameOf = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1) || path
