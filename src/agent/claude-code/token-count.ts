import { numberField } from '../field.ts'

/** Messages whose lines may still come, mixed with the results of their tools. */
const MOST_OPEN = 64

interface Counted {
  readonly input: number
  readonly output: number
}

/**
 * Every line of a message repeats what the message used, and the first ones may say less than the last. What is new in
 * a line is added up until an answer takes it.
 */
export class TokenCount {
  readonly #messages = new Map<string, Counted>()
  #input = 0
  #output = 0

  see(message: string | undefined, usage: unknown): void {
    if (!message || typeof usage !== 'object') return
    const before = this.#messages.get(message) ?? { input: 0, output: 0 }
    const now = {
      input: Math.max(before.input, inputOf(usage)),
      output: Math.max(before.output, count(usage, 'output_tokens')),
    }
    this.#input += now.input - before.input
    this.#output += now.output - before.output
    this.#messages.delete(message)
    this.#messages.set(message, now)
    const [oldest] = this.#messages.keys()
    if (this.#messages.size > MOST_OPEN && oldest !== undefined) this.#messages.delete(oldest)
  }

  taken(): { inputTokens?: number; outputTokens?: number } {
    const taken = {
      ...(this.#input > 0 && { inputTokens: this.#input }),
      ...(this.#output > 0 && { outputTokens: this.#output }),
    }
    this.#input = 0
    this.#output = 0
    return taken
  }
}

/** All that the model was given, from the cache or not. */
const inputOf = (usage: unknown): number =>
  count(usage, 'input_tokens') +
  count(usage, 'cache_creation_input_tokens') +
  count(usage, 'cache_read_input_tokens')

function count(usage: unknown, key: string): number {
  const found = numberField(usage, key) ?? 0
  return Number.isSafeInteger(found) && found > 0 ? found : 0
}
