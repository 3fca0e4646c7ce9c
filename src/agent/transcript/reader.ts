import type { EventDraft } from '../event-draft.ts'

/** Facts about one session. */
export interface TranscriptSession {
  /** The client's session id. */
  readonly session: string
  /** The client's name. SpecStory saves sessions from several clients. */
  readonly agent: string
  readonly directory?: string
  readonly branch?: string
  readonly version?: string
  /** Times of the first and the last record. */
  readonly startedAt?: number
  readonly lastAt?: number
}

/** An event draft with the client session it belongs to. */
export interface TranscriptDraft {
  readonly session: string
  readonly draft: EventDraft
}

/** Reads one transcript, record by record. Never throws; ignores unknown records. */
export interface TranscriptReader {
  read(record: object): readonly TranscriptDraft[]
  /** Drafts that become available after the last record. */
  end(): readonly TranscriptDraft[]
  /** Facts from the records read so far. */
  about(session: string): TranscriptSession
  /** Sessions found so far, in order. */
  sessions(): readonly string[]
}

/** Collects facts about sessions while records are read. The first directory, branch and version win. */
export class SessionCollector {
  readonly #agent: string
  readonly #sessions = new Map<string, { -readonly [K in keyof TranscriptSession]: TranscriptSession[K] }>()

  constructor(agent: string) {
    this.#agent = agent
  }

  note(session: string, more: Partial<TranscriptSession> & { readonly at?: number | undefined }): void {
    const facts = this.#sessions.get(session) ?? { session, agent: this.#agent }
    this.#sessions.set(session, facts)
    if (more.directory) facts.directory ??= more.directory
    if (more.branch) facts.branch ??= more.branch
    if (more.version) facts.version ??= more.version
    if (more.at === undefined) return
    facts.startedAt = Math.min(facts.startedAt ?? more.at, more.at)
    facts.lastAt = Math.max(facts.lastAt ?? more.at, more.at)
  }

  sessions(): readonly string[] {
    return [...this.#sessions.keys()]
  }

  about(session: string): TranscriptSession {
    return this.#sessions.get(session) ?? { session, agent: this.#agent }
  }
}

/** Converts a client's timestamp to milliseconds. Undefined if it is invalid. */
export function parseTime(value: unknown): number | undefined {
  const at = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isFinite(at) && Math.abs(at) <= MAX_TIME ? Math.trunc(at) : undefined
}

const MAX_TIME = 8.64e15

/** A transcript whose file type, owner and location have been checked. */
export interface TranscriptFile {
  readonly path: string
  readonly bytes: number
  readonly modifiedAt: number
  /**
   * Project folder implied by the location of the transcript. The content of the transcript takes precedence.
   */
  readonly folder: string
  /** The file in chunks. A chunk is valid until the next one is requested. */
  chunks(): Iterable<Uint8Array>
}

export type OpenedTranscript =
  | { readonly kind: 'file'; readonly file: TranscriptFile }
  | { readonly kind: 'missing' }
  /** The file is not regular, belongs to another user, or is outside the client's folders. */
  | { readonly kind: 'refused'; readonly reason: string }

/** Access to client transcripts. */
export interface Transcripts {
  /** The path comes from a payload and is not trusted: it must be inside the client's folders. */
  open(agent: string, path: string): OpenedTranscript
  /** The default path, for clients that do not send one. */
  defaultPath?(agent: string, session: string): string | undefined
  /** The last bytes of a transcript whose records are lines. The first line may be incomplete. */
  end?(agent: string, path: string, bytes: number): string | undefined
  /** Transcripts of the session's sub-agents. */
  subagentFiles(agent: string, path: string): readonly TranscriptFile[]
}
