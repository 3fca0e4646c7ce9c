import type { AssistantMessage } from '../message/message.ts'
import type { Answered } from '../message/to-events.ts'

/** Stores the chunks of an answer, then the complete answer. */
interface StreamSink<A> {
  /** Resolves when the chunk is on disk. */
  keep(response: string, text: string): Promise<unknown>
  complete(message: AssistantMessage, answered: Answered): Promise<A>
}

/** A chunk is stored when it reaches this length, or after this time. */
const FLUSH = { characters: 2000, ms: 500 }

/** An answer that is being streamed. Written text is on disk within half a second, even if the process dies later. */
export class ResponseStream<A> {
  readonly #response: string
  readonly #sink: StreamSink<A>
  #text = ''
  #waiting = ''
  #stored: Promise<unknown> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(response: string, sink: StreamSink<A>) {
    this.#response = response
    this.#sink = sink
  }

  /** The text written so far. */
  get text(): string {
    return this.#text
  }

  write(text: string): void {
    this.#text += text
    this.#waiting += text
    if (this.#waiting.length >= FLUSH.characters) this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), FLUSH.ms)
  }

  /** Completes the answer with the written text, or with `content` if the answer contains more than text. */
  complete(answered: Answered & { readonly content?: AssistantMessage['content'] } = {}): Promise<A> {
    const { content = this.#text, ...rest } = answered
    return this.#close(content, rest)
  }

  /** Stores the text written so far as a partial answer. */
  stop(answered: Answered = {}): Promise<A> {
    return this.#close(this.#text, { ...answered, partial: true })
  }

  async #close(content: AssistantMessage['content'], answered: Answered): Promise<A> {
    clearTimeout(this.#timer)
    // The complete answer includes every chunk, so a chunk that could not be stored does not matter.
    await this.#stored.catch(() => {})
    return this.#sink.complete({ role: 'assistant', content }, { ...answered, response: this.#response })
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const chunk = this.#waiting
    this.#waiting = ''
    const keep = (): Promise<unknown> => this.#sink.keep(this.#response, chunk)
    this.#stored = this.#stored.then(keep, keep)
    this.#stored.catch(() => {}) // if the log remains unwritable, the completion reports that
  }
}
