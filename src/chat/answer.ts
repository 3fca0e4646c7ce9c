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
  /** Hears each piece as it comes. */
  readonly onText: (text: string) => void
}

export type Answer = {
  readonly text: string
  readonly context: Context
  readonly usage: Usage
  /** Absent where nothing came that could be kept. */
  readonly added?: Added
} & ({ readonly kind: 'whole' | 'stopped' } | { readonly kind: 'failed'; readonly trouble: ModelFailure })

interface Usage {
  readonly inputTokens?: number
  readonly outputTokens?: number
}

/** Asks the model for the next answer and stores what comes of it while it comes. */
export async function answer(session: RunningSession, ask: AnswerAsk): Promise<Answer> {
  const context = await session.context({ budget: ask.budget })
  const stream = session.stream()
  const { usage, ...end } = await readStream(context, ask, (text) => {
    stream.write(text)
    ask.onText(text)
  })
  const added = await storeAnswer(stream, end.kind, { model: ask.model.name, ...usage })
  return { ...end, text: stream.text, context, usage, ...(added && { added }) }
}

/** An answer of which nothing came is none: no provider would take it back. */
async function storeAnswer(
  stream: ResponseStream<Added>,
  kind: Answer['kind'],
  answered: Usage & { readonly model: string },
): Promise<Added | undefined> {
  if (stream.text === '') return undefined
  return kind === 'whole' ? stream.complete(answered) : stream.stop(answered)
}

type Heard = { readonly usage: Usage } & (
  | { readonly kind: 'whole' | 'stopped' }
  | { readonly kind: 'failed'; readonly trouble: ModelFailure }
)

/** A server may be busy for a moment; whoever waits at a terminal can ask again himself. */
const RETRIES = 1

async function readStream(
  context: Context,
  { model, signal }: AnswerAsk,
  onText: (text: string) => void,
): Promise<Heard> {
  let came = ''
  try {
    for await (const part of requestStream(context, model, signal).fullStream) {
      if (part.type === 'text-delta') {
        came += part.text
        onText(part.text)
      }
      const end = endIn(part, { model, came })
      if (end) return end
    }
  } catch (error) {
    if (!signal.aborted) return failed(describeFailure(error, model))
  }
  return signal.aborted ? stopped : failed(cutOffFailure(model, 'unknown'))
}

const stopped: Heard = { kind: 'stopped', usage: {} }

interface Until {
  readonly model: ChosenModel
  readonly came: string
}

/** A stream that cannot be read goes on for a while; its first error is its end. */
function endIn(part: TextStreamPart<ToolSet>, { model, came }: Until): Heard | undefined {
  if (part.type === 'error') return failed(describeFailure(part.error, model))
  if (part.type === 'abort') return stopped
  if (part.type !== 'finish') return undefined
  const isWhole = came !== '' && part.finishReason !== 'error'
  return isWhole
    ? { kind: 'whole', usage: usageIn(part.totalUsage) }
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
    onError: () => {}, // it comes as a part, too
    providerOptions: { openai: { store: false } }, // what was said is kept here, and nowhere else
  })

const failed = (trouble: ModelFailure): Heard => ({ kind: 'failed', trouble, usage: {} })

const usageIn = ({
  inputTokens,
  outputTokens,
}: {
  inputTokens?: number | undefined
  outputTokens?: number | undefined
}): Usage => ({
  ...(inputTokens !== undefined && { inputTokens }),
  ...(outputTokens !== undefined && { outputTokens }),
})
