import { NOT_LATELY } from './lately.ts'
import { NONE } from './numbers.ts'
import type { Holders, PathHolders, Shelf, Traces } from './shelf.ts'

export const NO_HOLDERS: Holders = { sessions: NONE, weights: NONE }
export const NO_PATHS: PathHolders = { paths: NONE, touched: NONE, shares: NONE }
export const NO_TRACES: Traces = { paths: NONE, did: NONE }

/** Where nothing was ever put. */
export const EMPTY_SHELF: Shelf = {
  sessions: 0,
  paths: 0,
  lengths: NONE,
  meanLength: 0,
  lately: () => NOT_LATELY,
  sessionsWith: () => NO_HOLDERS,
  filesOf: () => NO_TRACES,
  pathsWith: () => NO_PATHS,
  pathsNamed: () => [],
  pathOf: () => '',
  sessionOf: () => '',
  comparePaths: (one, other) => one - other,
}

/** What cannot be looked up is not there: an agent that waits for its brief must not lose it to a damaged index. */
export const forgiving = (shelf: Shelf): Shelf => ({
  ...shelf,
  lately: () => attempted(() => shelf.lately()) ?? NOT_LATELY,
  sessionsWith: (term, most) => attempted(() => shelf.sessionsWith(term, most)) ?? NO_HOLDERS,
  filesOf: (session) => attempted(() => shelf.filesOf(session)) ?? NO_TRACES,
  pathsWith: (term, most) => attempted(() => shelf.pathsWith(term, most)) ?? NO_PATHS,
  pathsNamed: (stem) => attempted(() => shelf.pathsNamed(stem)) ?? [],
  pathOf: (number) => attempted(() => shelf.pathOf(number)) ?? '',
  sessionOf: (number) => attempted(() => shelf.sessionOf(number)) ?? '',
})

export function attempted<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch {
    return undefined // whoever writes next makes the index anew
  }
}
