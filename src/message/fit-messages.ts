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

export interface Fitted {
  /** In order, each call with its result, beginning with the user where the session has one. */
  readonly messages: readonly Message[]
  readonly tokens: number
  /** How many messages there were no tokens for. */
  readonly leftOut: number
  /** How many are there in part. */
  readonly cut: number
}

/** Of a turn that is over, what a tool printed is seldom needed whole. */
const MOST_OLD_RESULT = 400

/**
 * The newest messages that fit. The last prompt and the last steps after it come first, then the turns before it, as
 * many as fit whole. System messages are not for here: they belong before all others.
 */
export function fitMessages(messages: readonly StoredMessage[], budget: number, count: CountTokens): Fitted {
  const spoken = pairToolCalls(messages.filter(({ message }) => message.role !== 'system'))
  const turns = turnsOf(spoken.map(({ message }) => message))
  const fitting = new Fitting(budget, count)
  const newest = turns.pop()
  if (newest) fitting.latest(newest)
  while (turns.length > 0 && fitting.earlier(turns.at(-1) ?? [])) turns.pop()
  return fitting.fitted(spoken.length)
}

/** A prompt and what follows it. What comes before the first prompt is one too. */
function turnsOf(messages: readonly Message[]): Message[][] {
  const turns: Message[][] = []
  for (const message of messages) {
    const current = turns.at(-1)
    if (!current || message.role === 'user') turns.push([message])
    else current.push(message)
  }
  return turns
}

class Fitting {
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

  fitted(all: number): Fitted {
    return {
      messages: this.#chosen,
      tokens: this.#budget - this.#left,
      leftOut: all - this.#chosen.length,
      cut: this.#cut,
    }
  }

  /** The turn that goes on: its prompt, cut if it must be, and as many of the last steps as fit. */
  latest(turn: readonly Message[]): void {
    const [prompt, ...rest] = turn
    if (!prompt) return
    const isPrompted = prompt.role === 'user'
    const steps = stepsOf(isPrompted ? rest : turn)
    const most = steps.length === 0 ? this.#left : Math.ceil(this.#left / 2)
    const first = isPrompted ? this.#taken([prompt], most) : []
    if (!first) return
    this.#chosen = [...first, ...this.#lastOf(steps)]
  }

  #lastOf(steps: readonly (readonly Message[])[]): Message[] {
    const taken: Message[] = []
    for (const step of steps.toReversed()) {
      const whole = this.#whole(step) ?? (taken.length === 0 ? this.#taken(step, this.#left) : undefined)
      if (!whole) break
      taken.unshift(...whole)
    }
    return taken
  }

  /** A turn that is over, whole but for long results. False: there was no room for it. */
  earlier(turn: readonly Message[]): boolean {
    if (turn[0]?.role !== 'user') return false
    const short = turn.map((message) => this.#shortResult(message))
    const taken = this.#whole(short)
    if (!taken) return false
    this.#cut += short.filter((message, index) => message !== turn[index]).length
    this.#chosen = [...taken, ...this.#chosen]
    return true
  }

  #shortResult(message: Message): Message {
    if (message.role !== 'tool') return message
    return cutMessage(message, MOST_OLD_RESULT * message.content.length, this.#count) ?? message
  }

  #whole(messages: readonly Message[]): readonly Message[] | undefined {
    const tokens = this.#tokens(messages)
    if (tokens > this.#left) return undefined
    this.#left -= tokens
    return messages
  }

  /** Cut where it must be: of a step, the results first. */
  #taken(messages: readonly Message[], most: number): readonly Message[] | undefined {
    if (this.#tokens(messages) <= most) return this.#whole(messages)
    const [first, result] = messages
    if (!first) return undefined
    if (callsIn(first).length === 0) return this.#cutTo(first, most)
    const room = most - messageTokens(first, this.#count)
    const cut = result && room > 0 ? cutMessage(result, room, this.#count) : undefined
    if (!cut) return undefined
    this.#cut += 1
    return this.#whole([first, cut])
  }

  #cutTo(message: Message, most: number): readonly Message[] | undefined {
    const cut = cutMessage(message, most, this.#count)
    if (!cut) return undefined
    if (cut !== message) this.#cut += 1
    return this.#whole([cut])
  }

  #tokens(messages: readonly Message[]): number {
    return messages.reduce((total, message) => total + messageTokens(message, this.#count), 0)
  }
}

/** An answer, with the results of its calls: never to be separated. */
function stepsOf(messages: readonly Message[]): Message[][] {
  const steps: Message[][] = []
  for (const message of messages) {
    if (message.role === 'tool') steps.at(-1)?.push(message)
    else steps.push([message])
  }
  return steps
}

/**
 * The same messages as a provider takes them: every call is followed at once by its result, and there is no result
 * without its call. What was called and never came back is said to have been interrupted.
 */
export function pairToolCalls(messages: readonly StoredMessage[]): readonly StoredMessage[] {
  const whole: StoredMessage[] = []
  for (let at = 0; at < messages.length; at += 1) {
    const stored = messages[at]
    if (!stored || stored.message.role === 'tool') continue // a result whose call is not there
    whole.push(stored)
    const calls = callsIn(stored.message)
    if (calls.length === 0) continue
    const after = messages[at + 1]
    const answered = after?.message.role === 'tool' ? { ...after, message: after.message } : undefined
    whole.push(resultsFor(calls, stored, answered))
    if (answered) at += 1
  }
  return whole
}

type Answered = StoredMessage & { readonly message: ToolMessage }

function resultsFor(
  calls: readonly ToolCallPart[],
  asked: StoredMessage,
  answered: Answered | undefined,
): StoredMessage {
  const given = new Map(answered?.message.content.map((result) => [result.toolCallId, result]))
  const content = calls.map((call) => given.get(call.toolCallId) ?? interrupted(call))
  const { seq, lastSeq, at } = answered ?? { ...asked, seq: asked.lastSeq }
  return { seq, lastSeq, at, message: { role: 'tool', content } }
}

const interrupted = ({ toolCallId, toolName }: ToolCallPart): ToolResultPart => ({
  type: 'tool-result',
  toolCallId,
  toolName,
  output: { type: 'error-text', value: 'interrupted: no result was recorded' },
})
