import { loadPackage } from './lazy-packages.ts'

type Tokenizer = Pick<typeof import('gpt-tokenizer/encoding/o200k_base'), 'countTokens'>

/** Loading fills maps with 200,000 strings in about 200 ms. `fitsBudget` (src/text/tokens.ts) often avoids it. */
const tokenizer = (): Tokenizer =>
  loadPackage<Tokenizer>('./tokenizer.cjs', 'gpt-tokenizer/cjs/encoding/o200k_base')

/** Counts tokens as the o200k encoding does. Loads the tokenizer on first use. */
export function countTokens(text: string): number {
  let total = 0
  let counted = 0
  for (const { 0: run, index } of text.matchAll(LONG_RUN)) {
    total += count(text.slice(counted, index))
    for (let at = 0; at < run.length; at += SLICE) total += count(run.slice(at, at + SLICE))
    counted = index + run.length
  }
  return total + count(text.slice(counted))
}

/**
 * Byte-pair merging takes quadratic time on a long run of spaces or of other characters. Such runs are
 * counted in slices, which adds a few tokens.
 */
const LONG_RUN = /\S{400,}|\s{400,}/g
const SLICE = 200

const count = (text: string): number => (text === '' ? 0 : tokenizer().countTokens(text, SPECIAL_IS_TEXT))

/** Special tokens such as `<|endoftext|>` count as ordinary text. */
const SPECIAL_IS_TEXT = { disallowedSpecial: new Set<string>() }
