import { termsIn, termsOf } from '../text/terms.ts'
import { type Claim, claimKey, withoutRepeats } from './claim.ts'
import { type FileTouch, fileClaims, type RankedPath } from './gather-activity.ts'
import type { RankedSession } from './rank-sessions.ts'

interface AdditionAsk {
  readonly prompt: string
  /** Keys of claims that the agent has read before. */
  readonly told: ReadonlySet<string>
  /** All candidate claims of the brief. */
  readonly claims: readonly Claim[]
  readonly sessions: readonly Pick<RankedSession, 'session' | 'because'>[]
  /** Files that matter to the prompt. */
  readonly files: readonly RankedPath[]
  /** Conclusions of older sessions on the prompt's subject. */
  readonly past: readonly Claim[]
  /** File activity of sessions, by path in the repository. */
  readonly touched: ReadonlyMap<string, FileTouch>
  readonly checkout: string
  readonly now: number
}

/** Claims that match the first prompt and were not in the startup brief. Not yet checked against the working tree. */
export function claimsForPrompt(ask: AdditionAsk): readonly Claim[] {
  const { prompt, told, claims, past, files } = ask
  const asked = promptTerms(prompt)
  const [by] = [...ask.sessions, ...past.map(({ session }) => ({ session, because: [] }))]
  const onSubject = claims.filter(
    (claim) => LASTING.has(claim.section) && commonTerms(claim, asked).length > 0,
  )
  const likely = files.filter(({ score }) => score >= LIKELY)
  const all = [...withoutRepeats([...onSubject, ...past]), ...(by ? fileClaims(likely, { ...ask, by }) : [])]
  const fresh = weightByPrompt(all, prompt).filter((claim) => !told.has(claimKey(claim)))
  return fresh.length < LEAST ? [] : fresh
}

const LASTING: ReadonlySet<string> = new Set(['decisions', 'blockers', 'next', 'facts'])
/** The minimum score, relative to the score of the best file. */
const LIKELY = 0.5
/** Fewer new claims than this are not worth an interruption. */
const LEAST = 2

/** Sections that are relevant to every prompt. Files have already been ranked by the prompt. */
const FIXED: ReadonlySet<string> = new Set([
  'standing',
  'goal',
  'uncommitted',
  'asked',
  'answer',
  'files',
  'commands',
  'others',
])
/** The number of common terms that counts as a full match. */
const ENOUGH = 4

/** The terms in a string, each with a space on both sides, so that `includes` finds complete terms. */
const paddedTerms = (text: string): string => ` ${[...termsIn(text).keys()].join(' ')} `

export function promptTerms(prompt: string | undefined): readonly string[] {
  if (!prompt) return []
  return [...termsOf(prompt.slice(0, MOST_PROMPT)).keys()]
}

const MOST_PROMPT = 4000

/** The prompt's terms that occur in a claim. */
export function commonTerms({ words, text }: Claim, asked: readonly string[]): readonly string[] {
  const possible = words === undefined ? possibleTerms(text, asked) : asked
  if (possible.length === 0) return []
  const own = words ?? paddedTerms(text)
  return possible.filter((word) => own.includes(` ${word} `))
}

/** The prompt terms that may occur in the text. A cheap filter, because most claims contain none of them. */
function possibleTerms(text: string, asked: readonly string[]): readonly string[] {
  const plain = text.toLowerCase().replaceAll(/[_$]/g, '')
  // A term is the beginning of the word it stands for, except that a final `ies` becomes `y`.
  return asked.filter((term) => plain.includes(term.endsWith('y') ? term.slice(0, -1) : term))
}

/** Raises the scores of claims that share terms with the prompt and lowers the others. */
export function weightByPrompt(claims: readonly Claim[], prompt: string | undefined): readonly Claim[] {
  const asked = promptTerms(prompt)
  if (asked.length === 0) return claims
  return claims.map((claim) => {
    if (FIXED.has(claim.section)) return claim
    const common = commonTerms(claim, asked)
    const share = Math.min(1, common.length / Math.min(ENOUGH, asked.length))
    const because =
      common.length > 0 ? [`about ${common.slice(0, 3).join(', ')}`, ...claim.because] : claim.because
    return { ...claim, score: Math.min(1, claim.score * (0.55 + 0.75 * share)), because }
  })
}
