import { type CountTokens, composeWithin, tokenCeiling } from '../text/tokens.ts'
import { type Chosen, choose } from './choose.ts'
import type { Claim, Section } from './claim.ts'
import { claimKey } from './claim-key.ts'
import { leftText, lineOf, markdownOf } from './markdown.ts'

export interface WrittenBrief {
  readonly lines: readonly Chosen[]
  readonly told: readonly string[]
  readonly left: Readonly<Partial<Record<Section, number>>>
  readonly text: string
  /** An upper bound: counting exactly takes longer than composing. */
  readonly tokens: number
}

interface WritingAsk {
  readonly budget: number
  readonly count: CountTokens
}

/** Reserved for the line that says what did not fit. */
const LEFT_OUT_TOKENS = 50

/** The claims that fit into the budget, as Markdown; undefined where there is nothing to say. */
export function writeBrief(
  claims: readonly Claim[],
  { budget, count }: WritingAsk,
): WrittenBrief | undefined {
  const brief = composeWithin((cost) => writeWithin(claims, budget, (claim) => cost(lineOf(claim))), {
    budget,
    count,
  })
  return brief && { ...brief, tokens: Math.min(budget, tokenCeiling(brief.text)) }
}

type Cost = (claim: Claim) => number

function writeWithin(
  claims: readonly Claim[],
  budget: number,
  cost: Cost,
): Omit<WrittenBrief, 'tokens'> | undefined {
  const { chosen, left } = choose(claims, { budget: budget - LEFT_OUT_TOKENS, cost })
  if (chosen.length === 0) return undefined
  const cut = leftText(left)
  const more = cut ? ['', `${cut} ${commandForMore(claims, { chosen, budget, cost })}`] : []
  return {
    lines: chosen,
    told: chosen.map(({ claim }) => claimKey(claim)),
    left,
    text: [markdownOf(chosen), ...more].join('\n'),
  }
}

/** A larger budget, or the session itself where no budget would show it because of the limit per section. */
function commandForMore(
  claims: readonly Claim[],
  {
    chosen,
    budget,
    cost,
  }: { readonly chosen: readonly Chosen[]; readonly budget: number; readonly cost: Cost },
): string {
  const room = budget - 2 * LEFT_OUT_TOKENS - chosen.reduce((sum, { tokens }) => sum + tokens, 0)
  const told = new Set(chosen.map(({ claim }) => claim))
  const fitting = claims.find((claim) => !told.has(claim) && cost(claim) <= room)
  return fitting ? `leftoff session show ${fitting.session}` : `leftoff brief --budget ${2 * budget}`
}
