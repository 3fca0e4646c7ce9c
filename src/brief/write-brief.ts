import { type CountTokens, composeWithin, estimateTokens, tokenCeiling } from '../text/tokens.ts'
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
  const room = budget - LEFT_OUT_TOKENS
  const within = (most: number, cost: CountTokens) =>
    writeWithin(claims, { budget, room: most, cost: (claim) => cost(lineOf(claim)) })
  const first = composeWithin((cost) => within(room, cost), { budget, count })
  if (!first) return undefined
  const tokens = Math.min(budget, tokenCeiling(first.text))
  // Lines cost less together than one by one, so there may be room for more.
  const more = budget - tokens < ONE_MORE_LINE ? undefined : within(room + budget - tokens, estimateTokens)
  const tokensOfMore = tokenCeiling(more?.text ?? '')
  return more && tokensOfMore <= budget ? { ...more, tokens: tokensOfMore } : { ...first, tokens }
}

const ONE_MORE_LINE = 30

type Cost = (claim: Claim) => number

interface Room {
  readonly budget: number
  /** What the lines may cost, one by one. */
  readonly room: number
  readonly cost: Cost
}

function writeWithin(
  claims: readonly Claim[],
  { budget, room, cost }: Room,
): Omit<WrittenBrief, 'tokens'> | undefined {
  const { chosen, left } = choose(claims, { budget: room, cost })
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
