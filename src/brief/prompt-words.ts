import { termsIn, termsOf } from '../text/terms.ts'
import type { Claim } from './claim.ts'

/** Whoever is told the goal is told it whatever comes next; and files are ranked by the prompt already. */
const FIXED: ReadonlySet<string> = new Set([
  'goal',
  'standing',
  'since',
  'files',
  'others',
  'commands',
  'answer',
])
/** So many words in common are as good as all of them. */
const ENOUGH = 4

/** The words of a text as they are compared, each between blanks: so a few of them are found in it at once. */
const wordsOf = (text: string): string => ` ${[...termsIn(text).keys()].join(' ')} `

/** The words that a prompt asks for. */
export function askedIn(prompt: string | undefined): readonly string[] {
  if (!prompt) return []
  return [...termsOf(prompt.slice(0, MOST_PROMPT)).keys()]
}

const MOST_PROMPT = 4000

/** Those that a claim speaks of. */
export function commonWords({ words, text }: Claim, asked: readonly string[]): readonly string[] {
  const own = words ?? wordsOf(text)
  return asked.filter((word) => own.includes(` ${word} `))
}

/** Claims that speak of what the prompt speaks of count more, and the others less. */
export function sharpened(claims: readonly Claim[], prompt: string | undefined): readonly Claim[] {
  const asked = askedIn(prompt)
  if (asked.length === 0) return claims
  return claims.map((claim) => {
    if (FIXED.has(claim.section)) return claim
    const common = commonWords(claim, asked)
    const share = Math.min(1, common.length / Math.min(ENOUGH, asked.length))
    const because =
      common.length > 0 ? [`about ${common.slice(0, 3).join(', ')}`, ...claim.because] : claim.because
    return { ...claim, score: Math.min(1, claim.score * (0.55 + 0.75 * share)), because }
  })
}
