import { once } from '../once.ts'
import type { FileTrace } from './facts.ts'
import { latelyOf, RECENT } from './lately.ts'
import { stemOfName, termsOfPath } from './paths.ts'
import type { Postings } from './postings.ts'
import type { Holder, KnownPath, PathHolder, Shelf } from './shelf.ts'

/** The reference shelf. The order in which sessions are put in does not matter. */
export function memoryShelf(all: Iterable<Postings>): Shelf {
  const kept = [...all].sort((a, b) => b.lastAt - a.lastAt || (a.session < b.session ? -1 : 1))
  const holders = new Map<string, Holder[]>()
  const files = new Map<string, readonly FileTrace[]>()
  const touched = new Map<string, boolean>()
  for (const { session, terms, length, files: own, named } of kept) {
    files.set(
      session,
      [...own].map(([path, { edits, reads }]) => [path, edits, reads]),
    )
    for (const [term, weight] of terms) listed(holders, term).push({ session, weight, length })
    for (const path of named) touched.set(path, touched.get(path) ?? false)
    for (const path of own.keys()) touched.set(path, true)
  }
  const paths = pathIndex(touched)
  const filesOf = (session: string): readonly FileTrace[] => files.get(session) ?? []
  const recent = kept
    .filter(({ files: own }) => own.size > 0)
    .slice(0, RECENT)
    .map(({ session }) => session)
  return {
    sessions: kept.length,
    paths: touched.size,
    meanLength: kept.reduce((sum, { length }) => sum + length, 0) / (kept.length || 1),
    lately: once(() => latelyOf(recent, filesOf)),
    sessionsWith: (term, most) => fewOf(holders.get(term), most),
    filesOf,
    pathsWith: (term, most) => fewOf(paths.byTerm.get(term), most),
    pathsNamed: (stem) => paths.byStem.get(stem) ?? [],
  }
}

const fewOf = <T>(found: readonly T[] = [], most: number): readonly T[] => (found.length > most ? [] : found)

function pathIndex(touched: ReadonlyMap<string, boolean>) {
  const byTerm = new Map<string, PathHolder[]>()
  const byStem = new Map<string, KnownPath[]>()
  for (const [path, isTouched] of touched) {
    for (const [term, share] of termsOfPath(path)) listed(byTerm, term).push([path, isTouched ? 1 : 0, share])
    listed(byStem, stemOfName(path)).push({ path, isTouched })
  }
  return { byTerm, byStem }
}

function listed<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}
