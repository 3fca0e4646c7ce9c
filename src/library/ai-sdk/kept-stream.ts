import type { AnswerInPieces } from './answer.ts'
import type { StreamPart } from './wire.ts'

export interface KeepAsk {
  readonly answer: AnswerInPieces
  readonly abortSignal: AbortSignal | undefined
  readonly settled: (work: () => Promise<unknown>) => Promise<void>
}

/** The same pieces in the same order. Whoever sees the end of them finds the answer on disk. */
export function keptStream(
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
