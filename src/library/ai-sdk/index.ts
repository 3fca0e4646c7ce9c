/** leftoff/ai-sdk: sessions for programs that use the Vercel AI SDK. */

import type { LanguageModelMiddleware } from 'ai'
import type { Message } from '../../message/message.ts'
import type { RunningSession } from '../running-session.ts'
import { recordStream, StreamedAnswer, usageOf } from './streamed-answer.ts'
import {
  type CallOptions,
  fromContent,
  fromPrompt,
  type Prompt,
  type PromptMessage,
  toPrompt,
} from './wire.ts'

export { fromModelMessages, toModelMessages } from './wire.ts'

export interface MiddlewareOptions {
  /** If set, the model gets session context of at most this many tokens instead of the program's history. */
  readonly budget?: number
  /**
   * Called if a message or an answer could not be stored; the model call continues. Without a callback, the
   * model call fails.
   */
  readonly onTrouble?: (error: unknown) => void
}

/**
 * Middleware for the Vercel AI SDK. Stores each message only once, even if several calls send it. Stores each answer
 * while it is streamed. The received part of an aborted answer is stored and marked as partial.
 *
 * @example
 * ```ts
 * import { generateText, type LanguageModel, wrapLanguageModel } from 'ai'
 * import { openSessions } from 'leftoff'
 * import { leftoffMiddleware } from 'leftoff/ai-sdk'
 *
 * declare const anyModel: Exclude<LanguageModel, string> & { specificationVersion: 'v3' }
 *
 * const sessions = await openSessions()
 * const session = await sessions.resumeOrStart({ agent: 'my-agent' })
 * const model = wrapLanguageModel({
 *   model: anyModel,
 *   middleware: leftoffMiddleware(session, { budget: 8_000 }),
 * })
 * const { text } = await generateText({ model, prompt: 'Which port does the server use?' })
 * await session.end()
 * await sessions.close()
 * ```
 */
export function leftoffMiddleware(
  session: RunningSession,
  { budget, onTrouble }: MiddlewareOptions = {},
): LanguageModelMiddleware {
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    await work().catch((error: unknown) => {
      if (!onTrouble) throw error
      onTrouble(error)
    })
  }
  return {
    specificationVersion: 'v3',
    transformParams: async ({ params }) => {
      const sent = new SentPrompt(params.prompt)
      await attempt(() => session.addNew(sent.messages))
      if (budget === undefined) return params
      return { ...params, prompt: await promptWithin(session, sent, budget) } satisfies CallOptions
    },
    wrapGenerate: async ({ doGenerate, model }) => {
      const generated = await doGenerate()
      const answered = { model: generated.response?.modelId ?? model.modelId, ...usageOf(generated.usage) }
      const content = fromContent(generated.content)
      await attempt(() => session.add({ role: 'assistant', content }, answered))
      return generated
    },
    wrapStream: async ({ doStream, model, params: { abortSignal } }) => {
      const { stream, ...rest } = await doStream()
      const answer = new StreamedAnswer(session.stream(), model.modelId)
      return { ...rest, stream: recordStream(stream, { answer, abortSignal, attempt }) }
    },
  }
}

/** Maps the messages of a prompt to stored messages and back. */
class SentPrompt {
  readonly messages: readonly Message[]
  readonly #originals = new Map<Message, PromptMessage>()

  constructor(prompt: Prompt) {
    this.messages = prompt.flatMap((original) => {
      const message = fromPrompt(original)
      if (!message) return []
      this.#originals.set(message, original)
      return [message]
    })
  }

  original = (message: Message): PromptMessage => this.#originals.get(message) ?? toPrompt(message)

  instructions(): string {
    return this.messages.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n\n')
  }
}

async function promptWithin(session: RunningSession, sent: SentPrompt, budget: number): Promise<Prompt> {
  const instructions = sent.instructions()
  const ask = { budget, history: sent.messages, ...(instructions !== '' && { instructions }) }
  const { system, messages } = await session.context(ask)
  const first: Prompt = system === '' ? [] : [{ role: 'system', content: system }]
  return [...first, ...messages.map(sent.original)]
}
