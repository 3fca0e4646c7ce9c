import { plainOr } from '../plain-or.ts'

/**
 * An upper bound of the tokens that a text costs, without a tokenizer: the tables of a real one take longer to load
 * than a hook may run. Checked against real encodings by a property test.
 */
export function tokenCeiling(text: string): number {
  let total = 0
  for (const [run] of text.matchAll(runsFor(text))) total += costOf(run)
  return total
}

const runsFor = plainOr(
  / ?[A-Za-z]+|[0-9]+|[ \t]+|\r?\n|./gs,
  () => / ?[A-Za-z]+|[0-9]+|[ \t]+|\r?\n|\P{ASCII}+|./gsu,
)

function costOf(run: string): number {
  const last = run.charCodeAt(run.length - 1)
  if (last > 0x7f) return Buffer.byteLength(run)
  if (isLetter(last)) return letterCost(run)
  if (last === 0x20 || last === 0x09) return blankCost(run)
  return isDigit(last) ? Math.ceil(run.length / 2) : 1
}

/** Encoders know long runs of one blank, and few that mix them. */
function blankCost(run: string): number {
  if (run.length === 1) return 1
  return run.includes(' ') && run.includes('\t') ? run.length : 1 + Math.ceil(run.length / 8)
}

const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/**
 * Ids, hashes and shouting cost up to a token a letter. Where every two neighbours are a token of their own, an encoder
 * never leaves two single letters side by side, so three letters cost at most two tokens; a capital stands alone.
 */
function letterCost(run: string): number {
  const hasBlank = run.startsWith(' ')
  if (!WORD.test(run) || RARE.test(run)) return hasBlank ? run.length - 1 : run.length
  return Math.ceil((2 * run.length + (CAPITAL.test(run) ? 1 : 0)) / 3)
}
const WORD = /^ ?[A-Z]?[a-z]*$/
const CAPITAL = /^ ?[A-Z]/
/** Neighbours that are no token in one of the encodings. */
const RARE =
  /bq|f[jz]|g[jkq]|hj|j[gv-z]|k[qxz]|[lnou]q|mz|q[fgjkovyz]|rj|t[jq]|v[qz]|w[qvz]|x[ghjkqu-w]|y[fjqv]|z[gjqrv]/
