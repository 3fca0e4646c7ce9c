import type { Format, FormatName } from '../../agent/transcript/formats.ts'
import type { TranscriptFile } from '../../agent/transcript/reader.ts'
import type { TranscriptResult } from './import-transcript.ts'

export interface Progress {
  readonly files: number
  readonly ofFiles: number
  readonly bytes: number
  readonly ofBytes: number
  readonly events: number
}

/** Result for one transcript format. Public: `--json` prints it. */
export interface FormatCount {
  readonly files: number
  /** Unchanged since the last import. */
  readonly unchanged: number
  readonly records: number
  readonly skipped: number
  readonly events: number
}

export interface ImportReport {
  readonly files: number
  readonly bytes: number
  readonly sessions: number
  readonly events: number
  readonly formats: Partial<Record<FormatName, FormatCount>>
  /** Active sessions. They are compared after they end. */
  readonly atWork: number
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[]
}

interface CountOptions {
  readonly files: readonly TranscriptFile[]
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** Running totals of an import. */
export class ImportCount {
  readonly #options: CountOptions
  readonly #formats: Partial<Record<FormatName, Mutable<FormatCount>>> = {}
  readonly #unreadable: { readonly path: string; readonly reason: string }[] = []
  readonly #sessions = new Set<string>()
  readonly #ofBytes: number
  #files = 0
  #before = 0
  #bytes = 0
  #events = 0
  #atWork = 0

  constructor(options: CountOptions) {
    this.#options = options
    this.#ofBytes = options.files.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  addBytes(bytes: number): void {
    this.#bytes += bytes
    this.#reportProgress()
  }

  /** Called after each file, even if it was skipped. */
  finishFile(file: TranscriptFile): void {
    this.#files += 1
    this.#before += file.bytes
    this.#bytes = this.#before
    this.#reportProgress()
  }

  addUnchanged(format: Format): void {
    this.#of(format).files += 1
    this.#of(format).unchanged += 1
  }

  addResult(format: Format, { records, skipped, filled }: TranscriptResult): void {
    const count = this.#of(format)
    const events = [...filled.values()].reduce((sum, n) => sum + n, 0)
    count.files += 1
    count.records += records
    count.skipped += skipped
    count.events += events
    this.#events += events
    for (const session of filled.keys()) this.#sessions.add(session)
  }

  addActive(): void {
    this.#atWork += 1
  }

  addUnreadable({ path }: TranscriptFile, reason: string): void {
    this.#unreadable.push({ path, reason })
  }

  report(): ImportReport {
    return {
      files: this.#files,
      bytes: this.#ofBytes,
      sessions: this.#sessions.size,
      events: this.#events,
      formats: this.#formats,
      atWork: this.#atWork,
      unreadable: this.#unreadable,
    }
  }

  #of({ name }: Format): Mutable<FormatCount> {
    const count = this.#formats[name] ?? { files: 0, unchanged: 0, records: 0, skipped: 0, events: 0 }
    this.#formats[name] = count
    return count
  }

  #reportProgress(): void {
    this.#options.onProgress?.({
      files: this.#files,
      ofFiles: this.#options.files.length,
      bytes: this.#bytes,
      ofBytes: this.#ofBytes,
      events: this.#events,
    })
  }
}
