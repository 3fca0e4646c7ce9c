import type { Prepared, Ready } from '../brief/prepared.ts'
import type { SessionId } from '../event/identity.ts'
import type { Gist } from '../fold/gist.ts'
import { memoryShelf } from './memory-shelf.ts'
import type { Digest, Entry, Lessons, SessionIndex } from './session-index.ts'
import type { Shelf } from './shelf.ts'

/** The reference index. */
export class MemoryIndex implements SessionIndex {
  readonly #entries = new Map<string, Entry>()
  readonly #prepared = new Map<string, { readonly prepared: Prepared; readonly ready: readonly Ready[] }>()

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
    const found = sessions.flatMap((session): [string, Gist][] => {
      const entry = this.#entries.get(session)
      return entry ? [[session, entry.gist]] : []
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

  prepared(place: string): Prepared | undefined {
    return this.#prepared.get(place)?.prepared
  }

  ready(place: string): readonly Ready[] {
    return this.#prepared.get(place)?.ready ?? []
  }

  keepPrepared(place: string, prepared: Prepared, ready: readonly Ready[]): void {
    this.#prepared.set(place, { prepared, ready })
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
