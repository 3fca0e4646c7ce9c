import type { Answered } from '../../message/to-events.ts'
import type { Added } from '../message-writer.ts'
import type { ResponseStream } from '../response-stream.ts'
import { fromContent, type GeneratedContent, type ProviderUsage, type StreamPart } from './wire.ts'

/** The provider's token counts, if it sent any. */
export const usageOf = ({ inputTokens, outputTokens }: ProviderUsage): Answered => ({
  ...(inputTokens.total !== undefined && { inputTokens: inputTokens.total }),
  ...(outputTokens.total !== undefined && { outputTokens: outputTokens.total }),
})

/** Assembles an answer from stream parts and stores its text as it arrives. */
export class StreamedAnswer {
  readonly #stream: ResponseStream<Added>
  readonly #content: GeneratedContent[] = []
  readonly #open = new Map<string, { type: 'text' | 'reasoning'; text: string }>()
  #answered: Answered
  #isComplete = false
  #finished: Promise<unknown> | undefined

  constructor(stream: ResponseStream<Added>, model: string) {
    this.#stream = stream
    this.#answered = { model }
  }

  add(part: StreamPart): void {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        this.#startBlock(part.id, part.type === 'text-start' ? 'text' : 'reasoning')
        break
      case 'text-delta':
        this.#stream.write(part.delta)
        this.#extendBlock(part.id, part.delta)
        break
      case 'reasoning-delta':
        this.#extendBlock(part.id, part.delta)
        break
      case 'text-end':
      case 'reasoning-end':
        // The last part of a reasoning block has metadata to send back to the provider, such as a signature.
        this.#endBlock(part.id, part.providerMetadata)
        break
      case 'finish':
        this.#isComplete = true
        this.#answered = { ...this.#answered, ...usageOf(part.usage) }
        break
      case 'tool-call':
      case 'tool-result':
      case 'file':
        this.#content.push(part)
    }
  }

  /** Idempotent: end, error, abort and cancellation of a stream all call it. */
  finish(): Promise<unknown> {
    this.#finished ??= this.#isComplete
      ? this.#stream.complete({ ...this.#answered, content: fromContent(this.#content) })
      : this.#stream.stop(this.#answered)
    return this.#finished
  }

  #startBlock(id: string, type: 'text' | 'reasoning'): void {
    const block = { type, text: '' }
    this.#open.set(id, block)
    this.#content.push(block)
  }

  #extendBlock(id: string, delta: string): void {
    const open = this.#open.get(id)
    if (open) open.text += delta
  }

  #endBlock(id: string, providerMetadata: GeneratedContent['providerMetadata']): void {
    const open = this.#open.get(id)
    if (open && providerMetadata) Object.assign(open, { providerMetadata })
  }
}

interface RecordStreamOptions {
  readonly answer: StreamedAnswer
  readonly abortSignal: AbortSignal | undefined
  readonly attempt: (work: () => Promise<unknown>) => Promise<void>
}

/** Passes all parts through. The answer is on disk before the returned stream ends. */
export function recordStream(
  source: ReadableStream<StreamPart>,
  { answer, abortSignal, attempt }: RecordStreamOptions,
): ReadableStream<StreamPart> {
  const reader = source.getReader()
  const storeAnswer = (): Promise<void> => attempt(() => answer.finish())
  // A program may stop reading after an abort without cancelling the stream.
  const onAbort = (): void => void storeAnswer().catch(() => {}) // the next read reports the error
  abortSignal?.addEventListener('abort', onAbort, { once: true })
  const finish = async (): Promise<void> => {
    abortSignal?.removeEventListener('abort', onAbort)
    await storeAnswer()
  }
  return new ReadableStream<StreamPart>({
    async pull(controller) {
      const next = await reader.read().catch(async (error: unknown) => {
        await finish()
        throw error
      })
      if (!next.done) {
        answer.add(next.value)
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
