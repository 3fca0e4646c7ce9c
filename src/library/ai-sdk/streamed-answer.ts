import type { Answered } from '../../message/to-events.ts'
import type { Added } from '../message-writer.ts'
import type { ResponseStream } from '../response-stream.ts'
import { type Content, fromContent, type StreamPart, type Usage } from './wire.ts'

/** Tokens as the provider counted them, where it did. */
export const usageOf = ({ inputTokens, outputTokens }: Usage): Answered => ({
  ...(inputTokens.total !== undefined && { inputTokens: inputTokens.total }),
  ...(outputTokens.total !== undefined && { outputTokens: outputTokens.total }),
})

/** Puts an answer together from the pieces in which it comes, and keeps every piece. */
export class StreamedAnswer {
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

export interface KeepAsk {
  readonly answer: StreamedAnswer
  readonly abortSignal: AbortSignal | undefined
  readonly settled: (work: () => Promise<unknown>) => Promise<void>
}

/** The same pieces in the same order. Whoever sees the end of them finds the answer on disk. */
export function recordStream(
  source: ReadableStream<StreamPart>,
  { answer, abortSignal, settled }: KeepAsk,
): ReadableStream<StreamPart> {
  const reader = source.getReader()
  const settle = (): Promise<void> => settled(() => answer.settle())
  // A stream that was aborted is perhaps neither read to its end nor cancelled.
  const onAbort = (): void => void settle().catch(() => {}) // heard by whoever reads on
  abortSignal?.addEventListener('abort', onAbort, { once: true })
  const finish = async (): Promise<void> => {
    abortSignal?.removeEventListener('abort', onAbort)
    await settle()
  }
  return new ReadableStream<StreamPart>({
    async pull(controller) {
      const next = await reader.read().catch(async (error: unknown) => {
        await finish()
        throw error
      })
      if (!next.done) {
        answer.hear(next.value)
        return controller.enqueue(next.value)
      }
      await finish()
      controller.close()
    },
    async cancel(reason) {
      await reader.cancel(reason)
      await finish()
    },
  })
}
