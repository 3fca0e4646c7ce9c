import type { Prepared, PricedClaim, Ready } from '../brief/prepared.ts'
import type { SessionId } from '../event/identity.ts'
import type { Gist } from '../session/digest.ts'
import { memoryShelf } from './memory-shelf.ts'
import type { Digest, Entry, KeptPrepared, Lessons, SessionIndex } from './session-index.ts'
import type { Shelf } from './shelf.ts'

/** The reference index. */
export class MemoryIndex implements SessionIndex {
  readonly #entries = new Map<string, Entry>()
  readonly #prepared = new Map<string, KeptPrepared>()

  standing(): ReadonlyMap<string, number> {
    return new Map([...this.#entries].map(([session, { seq }]) => [session, seq]))
  }

  put(entry: Entry): void {
    this.#entries.set(entry.postings.session, entry)
  }

  shelf(projects: readonly string[], until = Number.MAX_SAFE_INTEGER): Shelf {
    const kept = [...this.#entries.values()].filter(
      ({ project, postings }) => projects.includes(project) && postings.lastAt <= until,
    )
    return memoryShelf(kept.map(({ postings }) => postings))
  }

  gists(sessions: readonly SessionId[]): ReadonlyMap<string, Gist> {
    return this.#each(sessions, ({ gist }) => gist)
  }

  settled(sessions: readonly SessionId[]): ReadonlyMap<string, readonly PricedClaim[]> {
    return this.#each(sessions, ({ settled }) => settled)
  }

  #each<T>(sessions: readonly SessionId[], part: (entry: Entry) => T): ReadonlyMap<string, T> {
    const found = sessions.flatMap((session): [string, T][] => {
      const entry = this.#entries.get(session)
      return entry ? [[session, part(entry)]] : []
    })
    return new Map(found)
  }

  lessons(): readonly Lessons[] {
    return [...this.#entries.values()]
      .filter(({ lessons }) => lessons.length > 0)
      .sort((a, b) => a.postings.lastAt - b.postings.lastAt)
      .map(({ project, postings, lessons }) => ({ project, session: postings.session as SessionId, lessons }))
  }

  digests(): readonly Digest[] {
    return [...this.#entries.values()].map(({ project, postings, digest: text }) => ({
      session: postings.session as SessionId,
      project,
      text,
    }))
  }

  prepared(place: string): readonly Prepared[] {
    return this.#prepared.get(place)?.prepared ?? []
  }

  ready(place: string): readonly Ready[] {
    return this.#prepared.get(place)?.ready ?? []
  }

  keepPrepared(place: string, kept: KeptPrepared): void {
    this.#prepared.set(place, kept)
  }

  keepShelf(): void {
    // Every shelf of this one is found at once.
  }

  dropPrepared(): void {
    this.#prepared.clear()
  }

  drop(): void {
    this.#entries.clear()
    this.#prepared.clear()
  }

  close(): void {}
}
