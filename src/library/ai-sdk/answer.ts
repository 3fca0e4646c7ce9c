import type { Answered } from '../../message/to-facts.ts'
import type { ResponseStream } from '../response-stream.ts'
import type { Added } from '../writing.ts'
import { type Content, fromContent, type StreamPart, type Usage } from './wire.ts'

/** Tokens as the provider counted them, where it did. */
export const usageOf = ({ inputTokens, outputTokens }: Usage): Answered => ({
  ...(inputTokens.total !== undefined && { inputTokens: inputTokens.total }),
  ...(outputTokens.total !== undefined && { outputTokens: outputTokens.total }),
})

/** Puts an answer together from the pieces in which it comes, and keeps every piece. */
export class AnswerInPieces {
  readonly #stream: ResponseStream<Added>
  readonly #content: Content[] = []
  readonly #open = new Map<string, { type: 'text' | 'reasoning'; text: string }>()
  #answered: Answered
  #isWhole = false
  #settled: Promise<unknown> | undefined

  constructor(stream: ResponseStream<Added>, model: string) {
    this.#stream = stream
    this.#answered = { model }
  }

  hear(part: StreamPart): void {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        this.#begin(part.id, part.type === 'text-start' ? 'text' : 'reasoning')
        break
      case 'text-delta':
        this.#stream.write(part.delta)
        this.#go(part.id, part.delta)
        break
      case 'reasoning-delta':
        this.#go(part.id, part.delta)
        break
      case 'text-end':
      case 'reasoning-end':
        // What a provider wants back with a thought, such as its signature, comes with its last piece.
        this.#end(part.id, part.providerMetadata)
        break
      case 'finish':
        this.#isWhole = true
        this.#answered = { ...this.#answered, ...usageOf(part.usage) }
        break
      case 'tool-call':
      case 'tool-result':
      case 'file':
        this.#content.push(part)
    }
  }

  /** Once, whoever says it first: the stream has ended, failed, or nobody reads it any more. */
  settle(): Promise<unknown> {
    this.#settled ??= this.#isWhole
      ? this.#stream.complete({ ...this.#answered, content: fromContent(this.#content) })
      : this.#stream.stop(this.#answered)
    return this.#settled
  }

  #begin(id: string, type: 'text' | 'reasoning'): void {
    const begun = { type, text: '' }
    this.#open.set(id, begun)
    this.#content.push(begun)
  }

  #go(id: string, delta: string): void {
    const open = this.#open.get(id)
    if (open) open.text += delta
  }

  #end(id: string, providerMetadata: Content['providerMetadata']): void {
    const open = this.#open.get(id)
    if (open && providerMetadata) Object.assign(open, { providerMetadata })
  }
}
