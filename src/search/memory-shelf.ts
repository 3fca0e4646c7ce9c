import { once } from '../once.ts'
import { stemOfName, termsOfPath } from '../text/paths.ts'
import type { FileTrace, Trace } from './facts.ts'
import { NO_HOLDERS, NO_PATHS, NO_TRACES } from './forgiving-shelf.ts'
import { latelyOf, RECENT } from './lately.ts'
import { millionths, type Numbering, numberedInOrder } from './numbers.ts'
import type { Postings } from './postings.ts'
import { didTo, type KnownPath, type Shelf, type Traces } from './shelf.ts'

/** The reference shelf. The order in which sessions are put in does not matter. */
export function memoryShelf(all: Iterable<Postings>): Shelf {
  const kept = [...all].sort((a, b) => b.lastAt - a.lastAt || (a.session < b.session ? -1 : 1))
  const touched = new Map<string, boolean>()
  for (const { files, named } of kept) {
    for (const path of named) touched.set(path, touched.get(path) ?? false)
    for (const path of files.keys()) touched.set(path, true)
  }
  const numbers = numberedInOrder(touched.keys())
  const paths = pathIndex(touched, numbers)
  const holders = holdersIn(kept)
  const traces = kept.map(({ files }) => tracesOf(files, numbers))
  const lengths = kept.map(({ length }) => length)
  return {
    sessions: kept.length,
    paths: touched.size,
    lengths,
    meanLength: lengths.reduce((sum, length) => sum + length, 0) / (kept.length || 1),
    lately: once(() => latelyIn(kept, numbers)),
    sessionsWith: (term, most) => {
      const found = holders.get(term) ?? NO_HOLDERS
      return found.sessions.length > most ? NO_HOLDERS : found
    },
    filesOf: (session) => traces[session] ?? NO_TRACES,
    pathsWith: (term, most) => {
      const found = paths.byTerm.get(term) ?? NO_PATHS
      return found.paths.length > most ? NO_PATHS : found
    },
    pathsNamed: (stem) => paths.byStem.get(stem) ?? [],
    pathOf: (number) => numbers.nameOf(number),
    sessionOf: (number) => kept[number]?.session ?? '',
    comparePaths: (one, other) => one - other,
  }
}

/** By their places. */
function holdersIn(kept: readonly Postings[]) {
  const holders = new Map<string, { readonly sessions: number[]; readonly weights: number[] }>()
  for (const [session, { terms }] of kept.entries())
    for (const [term, weight] of terms) {
      const found = holders.get(term) ?? { sessions: [], weights: [] }
      holders.set(term, found)
      found.sessions.push(session)
      found.weights.push(weight)
    }
  return holders
}

const tracesOf = (files: ReadonlyMap<string, Trace>, numbers: Numbering): Traces => ({
  paths: Array.from(files.keys(), (path) => numbers.of(path)),
  did: Array.from(files.values(), didTo),
})

function latelyIn(kept: readonly Postings[], numbers: Numbering) {
  const recent = new Map<string, readonly FileTrace[]>()
  for (const { session, files } of kept)
    if (files.size > 0 && recent.size < RECENT)
      recent.set(
        session,
        Array.from(files, ([path, { edits, reads }]) => [path, edits, reads]),
      )
  return latelyOf({
    recent: [...recent.keys()],
    filesOf: (session) => recent.get(session) ?? [],
    numberOfPath: (path) => numbers.of(path),
    numberOfSession: (session) => kept.findIndex((one) => one.session === session),
  })
}

function pathIndex(touched: ReadonlyMap<string, boolean>, numbers: Numbering) {
  const byTerm = new Map<string, Record<'paths' | 'touched' | 'shares', number[]>>()
  const byStem = new Map<string, KnownPath[]>()
  for (const [path, isTouched] of touched) {
    const number = numbers.of(path)
    for (const [term, share] of termsOfPath(path)) {
      const found = byTerm.get(term) ?? { paths: [], touched: [], shares: [] }
      byTerm.set(term, found)
      found.paths.push(number)
      found.touched.push(isTouched ? 1 : 0)
      found.shares.push(millionths(share))
    }
    const stem = stemOfName(path)
    byStem.set(stem, [...(byStem.get(stem) ?? []), { number, path, isTouched }])
  }
  return { byTerm, byStem }
}
