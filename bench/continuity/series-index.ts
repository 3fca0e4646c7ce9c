import { NOTHING_INDEXED, type SessionIndex } from '../../src/search/session-index.ts'
import { MemoryIndex } from '../../src/search/sqlite/sqlite-index.ts'
import type { EarlierSession } from './earlier-session.ts'

export const PROJECT = 'series'

/** The real index of the sessions before each transition, updated incrementally. */
export class SeriesIndex {
  #index = new MemoryIndex()
  readonly #entries = new Map<string, EarlierSession>()

  at(known: readonly EarlierSession[]): SessionIndex {
    const sessions = new Set(known.map(({ session }) => session))
    if ([...this.#entries.keys()].some((session) => !sessions.has(session))) this.#clear()
    for (const one of known) {
      if (this.#entries.get(one.session) === one || one.events.length === 0) continue
      this.#entries.set(one.session, one)
      this.#index.put({
        project: PROJECT,
        seq: one.events.length,
        after: 0,
        facts: one.facts(),
        settled: [],
        corrections: [],
        summary: '',
        progress: NOTHING_INDEXED,
      })
    }
    return this.#index
  }

  #clear(): void {
    this.#index.close()
    this.#index = new MemoryIndex()
    this.#entries.clear()
  }
}
