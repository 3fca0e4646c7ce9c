import { beside } from './beside.ts'

interface Encoding {
  countTokens(text: string, options: object): number
}

let encoding: Encoding | undefined

/** Counted by a real tokenizer. Its tables take a tenth of a second to load, so ask only when it matters. */
export function countTokens(text: string): number {
  encoding ??= beside<Encoding>('./tokenizer.cjs', 'gpt-tokenizer/encoding/o200k_base')
  // Special tokens in stored text are text like any other.
  return encoding.countTokens(text, { disallowedSpecial: new Set() })
}
