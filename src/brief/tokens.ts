/**
 * An upper bound of the tokens that a text costs, without a tokenizer: the tables of a real one take longer to load
 * than a hook may run. Checked against real encodings by a property test.
 */
export function tokenCeiling(text: string): number {
  let total = 0
  for (const [run] of text.matchAll(RUNS)) total += costOf(run)
  return Math.ceil(total)
}

const RUNS = /[A-Za-z]+|[0-9]+|[ \t]+|\r?\n|\P{ASCII}+|./gsu

function costOf(run: string): number {
  const first = run.charCodeAt(0)
  if (first > 0x7f) return Buffer.byteLength(run)
  if (isLetter(first)) return letterCost(run)
  if (first === 0x20 || first === 0x09) return spaceCost(run)
  return isDigit(first) ? Math.ceil(run.length / 2) : 1
}

const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/** Ids, hashes and shouting cost up to a token a letter; a word in one case never more than two letters in three. */
const letterCost = (run: string): number => (WORD.test(run) ? Math.ceil(run.length / 1.5) : run.length)
const WORD = /^[A-Z]?[a-z]{2,}$/

/** One blank usually belongs to the word after it; more of them, or a tab, stand alone. */
const spaceCost = (run: string): number => (run === ' ' ? 0.5 : 1 + Math.ceil(run.length / 8))
