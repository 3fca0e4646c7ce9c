import type { Shelf } from './shelf.ts'

/** Where nothing was ever put. */
export const EMPTY_SHELF: Shelf = {
  sessions: 0,
  paths: 0,
  meanLength: 0,
  recent: () => [],
  sessionsWith: () => [],
  filesOf: () => new Map(),
  pathsWith: () => [],
  pathsNamed: () => [],
}

/** What cannot be looked up is not there: an agent that waits for its brief must not lose it to a damaged index. */
export const forgiving = (shelf: Shelf): Shelf => ({
  ...shelf,
  recent: (limit) => attempted(() => shelf.recent(limit)) ?? [],
  sessionsWith: (term, most) => attempted(() => shelf.sessionsWith(term, most)) ?? [],
  filesOf: (session) => attempted(() => shelf.filesOf(session)) ?? new Map(),
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
