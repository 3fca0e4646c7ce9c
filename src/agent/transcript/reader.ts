import type { EventDraft } from '../event-draft.ts'

/** What a transcript says about a session as a whole. */
export interface About {
  /** The client's own id of its session. */
  readonly session: string
  /** The name under which the client is known; SpecStory keeps sessions of several. */
  readonly agent: string
  readonly directory?: string
  readonly branch?: string
  readonly version?: string
  /** The times of the first and of the last record. */
  readonly startedAt?: number
  readonly lastAt?: number
}

/** A fact of a session, as its transcript tells it. */
export interface TranscriptDraft {
  readonly session: string
  readonly draft: EventDraft
}

/** One transcript, record by record. Total: what it does not know it passes over. */
export interface TranscriptReader {
  read(record: object): readonly TranscriptDraft[]
  /** What can be said only when all was read. */
  end(): readonly TranscriptDraft[]
  /** What is known by now. */
  about(session: string): About
  /** The sessions that were met so far, in order. */
  sessions(): readonly string[]
}

/** What is gathered about a session while its records pass by. The first word about a place counts, and the last time. */
export class Gathered {
  readonly #agent: string
  readonly #sessions = new Map<string, { -readonly [K in keyof About]: About[K] }>()

  constructor(agent: string) {
    this.#agent = agent
  }

  note(session: string, more: Partial<About> & { readonly at?: number | undefined }): void {
    const known = this.#sessions.get(session) ?? { session, agent: this.#agent }
    this.#sessions.set(session, known)
    if (more.directory) known.directory ??= more.directory
    if (more.branch) known.branch ??= more.branch
    if (more.version) known.version ??= more.version
    if (more.at === undefined) return
    known.startedAt = Math.min(known.startedAt ?? more.at, more.at)
    known.lastAt = Math.max(known.lastAt ?? more.at, more.at)
  }

  sessions(): readonly string[] {
    return [...this.#sessions.keys()]
  }

  about(session: string): About {
    return this.#sessions.get(session) ?? { session, agent: this.#agent }
  }
}

/** A client's way to write a time, in milliseconds; undefined for what is none. */
export function momentOf(value: unknown): number | undefined {
  const at = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isFinite(at) && Math.abs(at) <= MOST_MOMENT ? Math.trunc(at) : undefined
}

const MOST_MOMENT = 8.64e15

/** A transcript that may be read: whoever made this has looked at what kind of file it is, and whose. */
export interface TranscriptFile {
  readonly path: string
  readonly bytes: number
  readonly modifiedAt: number
  /** The folder that it belongs to by its place; what it says itself counts more. */
  readonly folder: string
  /** From its beginning to its end, in pieces; a piece is valid until the next one is asked for. */
  chunks(): Iterable<Uint8Array>
}

export type Opened =
  | { readonly kind: 'file'; readonly file: TranscriptFile }
  | { readonly kind: 'missing' }
  /** It is there and not read: no regular file, another user's, or outside of where the client keeps its own. */
  | { readonly kind: 'refused'; readonly reason: string }

/** Where the clients keep their own records. */
export interface Transcripts {
  /** What a client said about the place of its transcript is not believed: it must lie where the client keeps them. */
  open(agent: string, path: string): Opened
  /** Where a client that does not say so keeps the transcript of a session. */
  usual?(agent: string, session: string): string | undefined
  /** Beside the transcript of a session: those of the helpers that its agent set to work. */
  ofHelpers(agent: string, path: string): readonly TranscriptFile[]
}
