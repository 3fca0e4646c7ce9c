import { streamText, type TextStreamPart, type ToolSet } from 'ai'
import type { Context } from '../app/context/model-context.ts'
import type { Added } from '../library/message-writer.ts'
import type { ResponseStream } from '../library/response-stream.ts'
import type { RunningSession } from '../library/running-session.ts'
import { cutOffFailure, describeFailure, type ModelFailure } from './model-failure.ts'
import type { ChosenModel } from './models.ts'
import { modelMessages, toolsIn } from './wire.ts'

export interface AnswerAsk {
  readonly model: ChosenModel
  readonly budget: number
  readonly signal: AbortSignal
  /** Called for each text chunk. */
  readonly onText: (text: string) => void
}

export type ChatAnswer = {
  readonly text: string
  readonly context: Context
  readonly usage: TokenUsage
  /** The stored answer; absent if the model sent no text. */
  readonly added?: Added
} & ({ readonly kind: 'complete' | 'stopped' } | { readonly kind: 'failed'; readonly failure: ModelFailure })

interface TokenUsage {
  readonly inputTokens?: number
  readonly outputTokens?: number
}

/** Requests the next answer and stores it while it is streamed. */
export async function answer(session: RunningSession, ask: AnswerAsk): Promise<ChatAnswer> {
  const context = await session.context({ budget: ask.budget })
  const stream = session.stream()
  const { usage, ...end } = await readStream(context, ask, (text) => {
    stream.write(text)
    ask.onText(text)
  })
  const added = await storeAnswer(stream, end.kind, { model: ask.model.name, ...usage })
  return { ...end, text: stream.text, context, usage, ...(added && { added }) }
}

/** An empty answer is not stored, because providers reject empty messages. */
async function storeAnswer(
  stream: ResponseStream<Added>,
  kind: ChatAnswer['kind'],
  answered: TokenUsage & { readonly model: string },
): Promise<Added | undefined> {
  if (stream.text === '') return undefined
  return kind === 'complete' ? stream.complete(answered) : stream.stop(answered)
}

type StreamEnd = { readonly usage: TokenUsage } & (
  | { readonly kind: 'complete' | 'stopped' }
  | { readonly kind: 'failed'; readonly failure: ModelFailure }
)

/** One retry for a busy server. After that the user can type /retry. */
const RETRIES = 1

async function readStream(
  context: Context,
  { model, signal }: AnswerAsk,
  onText: (text: string) => void,
): Promise<StreamEnd> {
  let text = ''
  try {
    for await (const part of requestStream(context, model, signal).fullStream) {
      if (part.type === 'text-delta') {
        text += part.text
        onText(part.text)
      }
      const end = endIn(part, { model, text })
      if (end) return end
    }
  } catch (error) {
    if (!signal.aborted) return failed(describeFailure(error, model))
  }
  return signal.aborted ? stopped : failed(cutOffFailure(model, 'unknown'))
}

const stopped: StreamEnd = { kind: 'stopped', usage: {} }

/** The SDK continues to read a broken stream for a while, so the first error ends it here. */
function endIn(
  part: TextStreamPart<ToolSet>,
  { model, text }: { readonly model: ChosenModel; readonly text: string },
): StreamEnd | undefined {
  if (part.type === 'error') return failed(describeFailure(part.error, model))
  if (part.type === 'abort') return stopped
  if (part.type !== 'finish') return undefined
  const isComplete = text !== '' && part.finishReason !== 'error'
  return isComplete
    ? { kind: 'complete', usage: usageIn(part.totalUsage) }
    : failed(cutOffFailure(model, part.finishReason))
}

const requestStream = ({ system, messages }: Context, { language }: ChosenModel, abortSignal: AbortSignal) =>
  streamText({
    model: language,
    messages: modelMessages(messages),
    ...(system !== '' && { system }),
    tools: toolsIn(messages),
    toolChoice: 'none',
    abortSignal,
    maxRetries: RETRIES,
    onError: () => {}, // errors also arrive as stream parts
    providerOptions: { openai: { store: false } }, // messages are stored only in the local log
  })

const failed = (failure: ModelFailure): StreamEnd => ({ kind: 'failed', failure, usage: {} })

const usageIn = ({
  inputTokens,
  outputTokens,
}: {
  inputTokens?: number | undefined
  outputTokens?: number | undefined
}): TokenUsage => ({
  ...(inputTokens !== undefined && { inputTokens }),
  ...(outputTokens !== undefined && { outputTokens }),
})
