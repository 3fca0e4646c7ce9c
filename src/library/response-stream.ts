import type { AssistantMessage } from '../message/message.ts'
import type { Answered } from '../message/to-events.ts'

/** Where the pieces of an answer go, and the whole of it. */
export interface StreamSink<A> {
  /** Resolves when the piece is safe on disk. */
  keep(response: string, text: string): Promise<unknown>
  complete(message: AssistantMessage, answered: Answered): Promise<A>
}

/** A piece is kept when so much has come, or so long after the last one. */
const EVERY = { letters: 2000, ms: 500 }

/** An answer while it is being given. What was written is on disk half a second later, whatever happens then. */
export class ResponseStream<A> {
  readonly #response: string
  readonly #sink: StreamSink<A>
  #text = ''
  #waiting = ''
  #kept: Promise<unknown> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(response: string, sink: StreamSink<A>) {
    this.#response = response
    this.#sink = sink
  }

  /** What has been written so far. */
  get text(): string {
    return this.#text
  }

  write(text: string): void {
    this.#text += text
    this.#waiting += text
    if (this.#waiting.length >= EVERY.letters) this.#keep()
    else this.#timer ??= setTimeout(() => this.#keep(), EVERY.ms)
  }

  /** The answer is whole: what was written, or this, where it is more than text. */
  complete(answered: Answered & { readonly content?: AssistantMessage['content'] } = {}): Promise<A> {
    const { content = this.#text, ...rest } = answered
    return this.#close(content, rest)
  }

  /** The answer was stopped: what there is of it stays, and is marked. */
  stop(answered: Answered = {}): Promise<A> {
    return this.#close(this.#text, { ...answered, partial: true })
  }

  async #close(content: AssistantMessage['content'], answered: Answered): Promise<A> {
    clearTimeout(this.#timer)
    // What was not kept yet comes with the whole; a piece that could not be kept is no loss any more.
    await this.#kept.catch(() => {})
    return this.#sink.complete({ role: 'assistant', content }, { ...answered, response: this.#response })
  }

  #keep(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const piece = this.#waiting
    this.#waiting = ''
    const keep = (): Promise<unknown> => this.#sink.keep(this.#response, piece)
    this.#kept = this.#kept.then(keep, keep)
    this.#kept.catch(() => {}) // told by the completion if the log stays unwritable
  }
}
