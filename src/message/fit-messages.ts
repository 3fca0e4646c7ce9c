import type { CountTokens } from '../text/tokens.ts'
import {
  callsIn,
  type Message,
  type StoredMessage,
  type ToolCallPart,
  type ToolMessage,
  type ToolResultPart,
} from './message.ts'
import { cutMessage, messageTokens } from './message-tokens.ts'

export interface FittedMessages {
  /** The messages in order, each call with its result. A user message comes first if there is one. */
  readonly messages: readonly Message[]
  readonly tokens: number
  /** Number of messages that did not fit. */
  readonly leftOut: number
  /** Number of shortened messages. */
  readonly cut: number
}

/** Limit for tool output of earlier turns, which is rarely needed in full. */
const MAX_OLD_RESULT_TOKENS = 400

/**
 * Selects the newest messages that fit the budget: first the last prompt and the last steps after it, then as
 * many complete earlier turns as fit. Skips system messages, which must come before all others.
 */
export function fitMessages(
  messages: readonly StoredMessage[],
  budget: number,
  count: CountTokens,
): FittedMessages {
  const paired = pairToolCalls(messages.filter(({ message }) => message.role !== 'system'))
  const turns = turnsOf(paired.map(({ message }) => message))
  const fitter = new MessageFitter(budget, count)
  const newest = turns.pop()
  if (newest) fitter.addLatestTurn(newest)
  while (turns.length > 0 && fitter.addEarlierTurn(turns.at(-1) ?? [])) turns.pop()
  return fitter.result(paired.length)
}

/** Splits messages at prompts. Messages before the first prompt form a turn too. */
function turnsOf(messages: readonly Message[]): Message[][] {
  const turns: Message[][] = []
  for (const message of messages) {
    const current = turns.at(-1)
    if (!current || message.role === 'user') turns.push([message])
    else current.push(message)
  }
  return turns
}

class MessageFitter {
  readonly #count: CountTokens
  #left: number
  #chosen: Message[] = []
  #cut = 0
  readonly #budget: number

  constructor(budget: number, count: CountTokens) {
    this.#budget = budget
    this.#left = budget
    this.#count = count
  }

  result(all: number): FittedMessages {
    return {
      messages: this.#chosen,
      tokens: this.#budget - this.#left,
      leftOut: all - this.#chosen.length,
      cut: this.#cut,
    }
  }

  /** Adds the prompt, shortened if necessary, and as many of the last steps as fit. */
  addLatestTurn(turn: readonly Message[]): void {
    const [prompt, ...rest] = turn
    if (!prompt) return
    const isPrompted = prompt.role === 'user'
    const steps = stepsOf(isPrompted ? rest : turn)
    const most = steps.length === 0 ? this.#left : Math.ceil(this.#left / 2)
    const first = isPrompted ? this.#fitOrCut([prompt], most) : []
    if (!first) return
    this.#chosen = [...first, ...this.#lastSteps(steps)]
  }

  #lastSteps(steps: readonly (readonly Message[])[]): Message[] {
    const chosen: Message[] = []
    for (const step of steps.toReversed()) {
      const fitting =
        this.#fitWhole(step) ?? (chosen.length === 0 ? this.#fitOrCut(step, this.#left) : undefined)
      if (!fitting) break
      chosen.unshift(...fitting)
    }
    return chosen
  }

  /** Adds a complete turn with long results shortened. Returns false if it does not fit. */
  addEarlierTurn(turn: readonly Message[]): boolean {
    if (turn[0]?.role !== 'user') return false
    const short = turn.map((message) => this.#shortResult(message))
    const fitting = this.#fitWhole(short)
    if (!fitting) return false
    this.#cut += short.filter((message, index) => message !== turn[index]).length
    this.#chosen = [...fitting, ...this.#chosen]
    return true
  }

  #shortResult(message: Message): Message {
    if (message.role !== 'tool') return message
    return cutMessage(message, MAX_OLD_RESULT_TOKENS * message.content.length, this.#count) ?? message
  }

  #fitWhole(messages: readonly Message[]): readonly Message[] | undefined {
    const tokens = this.#tokens(messages)
    if (tokens > this.#left) return undefined
    this.#left -= tokens
    return messages
  }

  /** Shortens a message that does not fit. In a step, only the results are shortened. */
  #fitOrCut(messages: readonly Message[], most: number): readonly Message[] | undefined {
    if (this.#tokens(messages) <= most) return this.#fitWhole(messages)
    const [first, result] = messages
    if (!first) return undefined
    if (callsIn(first).length === 0) return this.#cutTo(first, most)
    const room = most - messageTokens(first, this.#count)
    const cut = result && room > 0 ? cutMessage(result, room, this.#count) : undefined
    if (!cut) return undefined
    this.#cut += 1
    return this.#fitWhole([first, cut])
  }

  #cutTo(message: Message, most: number): readonly Message[] | undefined {
    const cut = cutMessage(message, most, this.#count)
    if (!cut) return undefined
    if (cut !== message) this.#cut += 1
    return this.#fitWhole([cut])
  }

  #tokens(messages: readonly Message[]): number {
    return messages.reduce((total, message) => total + messageTokens(message, this.#count), 0)
  }
}

/** An answer and the results of its calls form one step and must stay together. */
function stepsOf(messages: readonly Message[]): Message[][] {
  const steps: Message[][] = []
  for (const message of messages) {
    if (message.role === 'tool') steps.at(-1)?.push(message)
    else steps.push([message])
  }
  return steps
}

/**
 * Makes messages valid for providers: every call is followed by its result, and every result has a call. A call
 * without a result gets an error result that says it was interrupted.
 */
function pairToolCalls(messages: readonly StoredMessage[]): readonly StoredMessage[] {
  const complete: StoredMessage[] = []
  for (let at = 0; at < messages.length; at += 1) {
    const stored = messages[at]
    if (!stored || stored.message.role === 'tool') continue // a result without its call
    complete.push(stored)
    const calls = callsIn(stored.message)
    if (calls.length === 0) continue
    const after = messages[at + 1]
    const answered = after?.message.role === 'tool' ? { ...after, message: after.message } : undefined
    complete.push(resultsFor(calls, stored, answered))
    if (answered) at += 1
  }
  return complete
}

type StoredToolMessage = StoredMessage & { readonly message: ToolMessage }

function resultsFor(
  calls: readonly ToolCallPart[],
  asked: StoredMessage,
  answered: StoredToolMessage | undefined,
): StoredMessage {
  const results = new Map(answered?.message.content.map((result) => [result.toolCallId, result]))
  const content = calls.map((call) => results.get(call.toolCallId) ?? interruptedResult(call))
  const { seq, lastSeq, at } = answered ?? { ...asked, seq: asked.lastSeq }
  return { seq, lastSeq, at, message: { role: 'tool', content } }
}

const interruptedResult = ({ toolCallId, toolName }: ToolCallPart): ToolResultPart => ({
  type: 'tool-result',
  toolCallId,
  toolName,
  output: { type: 'error-text', value: 'interrupted: no result was recorded' },
})
