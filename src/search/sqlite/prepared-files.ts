import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { Prepared, Ready } from '../../brief/prepared.ts'
import { checksum } from '../../event/hash.ts'
import { below } from '../../host/below.ts'
import type { KeptPrepared } from '../session-index.ts'
import { PREPARED_VERSION } from './schema.ts'

/**
 * What was prepared for the starts of sessions, in files beside the index: a start reads one of them in a tenth of a
 * millisecond, where opening a second database takes two. Nothing is synced; what does not read back is not there.
 */
export class PreparedFiles {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  prepared(place: string): readonly Prepared[] {
    return this.#read<readonly Prepared[]>(place, 'claims') ?? []
  }

  ready(place: string): readonly Ready[] {
    return this.#read<readonly Ready[]>(place, 'ready') ?? []
  }

  keep(place: string, { prepared, ready }: KeptPrepared): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    this.#write(place, 'claims', prepared)
    this.#write(place, 'ready', ready)
    for (const old of this.#oldest()) rmSync(old, { force: true })
  }

  drop(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #read<T>(place: string, kind: Kind): T | undefined {
    try {
      const kept = JSON.parse(readFileSync(this.#path(place, kind), 'utf8')) as Kept<T>
      return kept.version === PREPARED_VERSION && kept.place === place ? kept.value : undefined
    } catch {
      return undefined
    }
  }

  #write(place: string, kind: Kind, value: unknown): void {
    const path = this.#path(place, kind)
    const kept: Kept<unknown> = { version: PREPARED_VERSION, place, value }
    writeFileSync(`${path}.${process.pid}`, JSON.stringify(kept), { mode: 0o600 })
    renameSync(`${path}.${process.pid}`, path)
  }

  #path(place: string, kind: Kind): string {
    return below(this.#folder, `${named(place)}.${kind}.json`)
  }

  /** Every folder and every branch has its own. */
  #oldest(): readonly string[] {
    const names = readdirSync(this.#folder)
    if (names.length <= MOST_FILES) return []
    const dated = names
      .map((name) => below(this.#folder, name))
      .map((path) => ({ path, at: statSync(path).mtimeMs }))
    return dated
      .sort((a, b) => b.at - a.at)
      .slice(MOST_FILES / 2)
      .map(({ path }) => path)
  }
}

/** A machine has few places, and this tells more of them apart than it will ever have. */
const named = (place: string): string => checksum(place).toString(36)

type Kind = 'claims' | 'ready'

interface Kept<T> {
  readonly version: number
  readonly place: string
  readonly value: T
}

const MOST_FILES = 200
