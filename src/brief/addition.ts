import { aged } from './age.ts'
import { recheckedByTree, sifted } from './check.ts'
import type { Claim } from './claim.ts'
import { claimKey } from './claim-key.ts'
import { eachOnce } from './each-once.ts'
import { fileClaims, type RankedPath } from './gather-files.ts'
import { type Prepared, settledOf } from './prepared.ts'
import { askedIn, commonWords, sharpened } from './prompt-words.ts'
import type { InspectedTree } from './working-tree.ts'

export interface AdditionAsk {
  readonly prompt: string
  /** What the agent has been told before. */
  readonly known: ReadonlySet<string>
  /** The files that matter to the prompt. */
  readonly files: readonly RankedPath[]
  /** What was settled long ago in sessions that answer to the prompt, as far as it speaks of the same things. */
  readonly past: readonly Claim[]
  readonly checkout: string
  readonly tree: InspectedTree
  readonly now: number
}

/**
 * What a prompt makes relevant of all that was prepared, and its agent does not know: only what matters to the prompt
 * is worth saying, files by their rank, the rest by its words.
 */
export function addition(prepared: Prepared, ask: AdditionAsk): readonly Claim[] {
  const { prompt, known, past, tree, now, files } = ask
  const asked = askedIn(prompt)
  const likely = files.filter(({ score }) => score >= LIKELY)
  const touched = new Map(Object.entries(prepared.touched))
  const [by] = [...prepared.sessions, ...past.map(({ session }) => ({ session, because: [] }))]
  const settled = prepared.claims.filter(
    (claim) => SETTLED.has(claim.section) && commonWords(claim, asked).length > 0,
  )
  // Files are ranked by their paths, each once.
  const claims = [
    ...eachOnce([...settled, ...past]),
    ...(by ? fileClaims(likely, { ...ask, touched, by }) : []),
  ]
  const fresh = sharpened(claims, prompt).filter((claim) => !known.has(claimKey(claim)))
  if (fresh.length < LEAST) return []
  const { kept } = sifted(recheckedByTree(fresh, tree, settledOf(prepared)))
  return kept.map((claim) => ({ ...claim, text: aged(claim.text, now) }))
}

const SETTLED: ReadonlySet<string> = new Set(['decisions', 'blockers', 'next', 'facts'])
/** Beside the likeliest. */
const LIKELY = 0.5
/** For less nobody is interrupted. */
const LEAST = 2
