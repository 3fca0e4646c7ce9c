import type { ContextUsage } from '../adapter.ts'
import { fieldOf, textField } from '../field.ts'
import { answerTokens, linesFromEnd, tokensIn } from '../transcript/lines.ts'

const WINDOW = 200_000
const LONG_WINDOW = 1_000_000

/** Usage at the last model answer or, if later, after the last compaction. */
export function usageIn(tail: string): ContextUsage | undefined {
  for (const line of linesFromEnd(tail)) {
    if (fieldOf(line, 'isSidechain') === true) continue
    const used =
      textField(line, 'subtype') === 'compact_boundary' ? usageAfterCompaction(line) : usageOfAnswer(line)
    if (used === 0) return undefined
    if (used !== undefined)
      return { ...withWindow(used, textField(fieldOf(line, 'message'), 'model')), ...timeOf(line) }
  }
  return undefined
}

/** Tokens left after a compaction; 0 if the client does not record them. */
const usageAfterCompaction = (line: object): number =>
  tokensIn(fieldOf(line, 'compactMetadata'), 'postTokens')

function usageOfAnswer(line: object): number | undefined {
  const message = fieldOf(line, 'message')
  if (textField(line, 'type') !== 'assistant' || textField(message, 'model') === '<synthetic>')
    return undefined
  const usage = fieldOf(message, 'usage')
  return inputOf(usage) || undefined
}

const inputOf = (usage: unknown): number =>
  tokensIn(usage, 'input_tokens') +
  tokensIn(usage, 'cache_read_input_tokens') +
  tokensIn(usage, 'cache_creation_input_tokens')

/** If the usage exceeds the size of the default window, the session has the long window. */
const withWindow = (used: number, model = ''): ContextUsage => ({
  used,
  window: used > WINDOW || model.includes('[1m]') ? LONG_WINDOW : WINDOW,
})

function timeOf(line: object): Pick<ContextUsage, 'at'> {
  const at = Date.parse(textField(line, 'timestamp') ?? '')
  return Number.isNaN(at) ? {} : { at }
}

/** Maximum number of messages that may still get more lines. Tool results can appear between these lines. */
const MAX_OPEN_MESSAGES = 64

interface TokenCounts {
  readonly input: number
  readonly output: number
}

/**
 * Every line of a message repeats the usage of the message, and early lines may report less than the last
 * one. This class sums each line's increase; `take` returns the total for one answer.
 */
export class TokenCount {
  readonly #messages = new Map<string, TokenCounts>()
  #input = 0
  #output = 0

  add(message: string | undefined, usage: unknown): void {
    if (!message || typeof usage !== 'object') return
    const before = this.#messages.get(message) ?? { input: 0, output: 0 }
    const now = {
      input: Math.max(before.input, inputOf(usage)),
      output: Math.max(before.output, tokensIn(usage, 'output_tokens')),
    }
    this.#input += now.input - before.input
    this.#output += now.output - before.output
    this.#messages.delete(message)
    this.#messages.set(message, now)
    const [oldest] = this.#messages.keys()
    if (this.#messages.size > MAX_OPEN_MESSAGES && oldest !== undefined) this.#messages.delete(oldest)
  }

  take(): { inputTokens?: number; outputTokens?: number } {
    const counts = answerTokens(this.#input, this.#output)
    this.#input = 0
    this.#output = 0
    return counts
  }
}
