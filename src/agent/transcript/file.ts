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
