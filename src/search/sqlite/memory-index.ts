import type { Prepared, Ready } from '../../brief/prepared.ts'
import type { KeptPrepared } from '../session-index.ts'
import { SqliteIndex } from './sqlite-index.ts'

/** The same engine without a file, for tests. */
export class MemoryIndex extends SqliteIndex {
  readonly #prepared = new Map<string, KeptPrepared>()

  constructor() {
    super({ path: ':memory:', prepared: '', readOnly: false })
  }

  override prepared(place: string): readonly Prepared[] {
    return this.#prepared.get(place)?.prepared ?? []
  }

  override ready(place: string): readonly Ready[] {
    return this.#prepared.get(place)?.ready ?? []
  }

  override keepPrepared(place: string, kept: KeptPrepared): void {
    this.#prepared.set(place, kept)
  }

  override dropPrepared(): void {
    this.#prepared.clear()
  }
}
