import type { Claim } from './claim.ts'
import { claimKey } from './claim-key.ts'
import { eachOnce } from './each-once.ts'
import { fileClaims, type RankedPath, type Touched } from './gather-files.ts'
import { askedIn, commonWords, sharpened } from './prompt-words.ts'
import type { Relevant } from './relevance.ts'

interface AdditionAsk {
  readonly prompt: string
  /** Keys of claims that the agent has read before. */
  readonly known: ReadonlySet<string>
  /** Everything the brief could have said. */
  readonly claims: readonly Claim[]
  readonly sessions: readonly Pick<Relevant, 'session' | 'because'>[]
  /** Files that matter to the prompt. */
  readonly files: readonly RankedPath[]
  /** What older sessions on the prompt's subject concluded. */
  readonly past: readonly Claim[]
  /** What sessions did to files, by path in the repository. */
  readonly touched: ReadonlyMap<string, Touched>
  readonly checkout: string
  readonly now: number
}

/** What a first prompt makes relevant and the brief at the start did not say. Not yet checked against the working tree. */
export function claimsForPrompt(ask: AdditionAsk): readonly Claim[] {
  const { prompt, known, claims, past, files } = ask
  const asked = askedIn(prompt)
  const [by] = [...ask.sessions, ...past.map(({ session }) => ({ session, because: [] }))]
  const onSubject = claims.filter(
    (claim) => LASTING.has(claim.section) && commonWords(claim, asked).length > 0,
  )
  const likely = files.filter(({ score }) => score >= LIKELY)
  const all = [...eachOnce([...onSubject, ...past]), ...(by ? fileClaims(likely, { ...ask, by }) : [])]
  const fresh = sharpened(all, prompt).filter((claim) => !known.has(claimKey(claim)))
  return fresh.length < LEAST ? [] : fresh
}

const LASTING: ReadonlySet<string> = new Set(['decisions', 'blockers', 'next', 'facts'])
/** Relative to the best file. */
const LIKELY = 0.5
/** Fewer claims are not worth an interruption. */
const LEAST = 2
