import { NOT_LATELY } from './lately.ts'
import type { Shelf } from './shelf.ts'

/** Where nothing was ever put. */
export const EMPTY_SHELF: Shelf = {
  sessions: 0,
  paths: 0,
  meanLength: 0,
  lately: () => NOT_LATELY,
  sessionsWith: () => [],
  filesOf: () => [],
  pathsWith: () => [],
  pathsNamed: () => [],
}

/** What cannot be looked up is not there: an agent that waits for its brief must not lose it to a damaged index. */
export const forgiving = (shelf: Shelf): Shelf => ({
  ...shelf,
  lately: () => attempted(() => shelf.lately()) ?? NOT_LATELY,
  sessionsWith: (term, most) => attempted(() => shelf.sessionsWith(term, most)) ?? [],
  filesOf: (session) => attempted(() => shelf.filesOf(session)) ?? [],
  pathsWith: (term, most) => attempted(() => shelf.pathsWith(term, most)) ?? [],
  pathsNamed: (stem) => attempted(() => shelf.pathsNamed(stem)) ?? [],
})

function attempted<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch {
    return undefined // whoever writes next makes the index anew
  }
}
