import { countText } from '../text/time.ts'
import { type CountTokens, composeWithin, estimateTokens, tokenCeiling } from '../text/tokens.ts'
import { type Claim, type ClaimCheck, claimKey, SECTIONS, type Section } from './claim.ts'

export interface WrittenBrief {
  readonly lines: readonly ChosenClaim[]
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

/** Reserved for the line that reports what did not fit. */
const LEFT_OUT_TOKENS = 50

/** The claims that fit into the budget, as Markdown; undefined if none fits. */
export function writeBrief(
  claims: readonly Claim[],
  { budget, count }: WritingAsk,
): WrittenBrief | undefined {
  const room = budget - LEFT_OUT_TOKENS
  const within = (most: number, cost: CountTokens) =>
    writeWithin(claims, { budget, room: most, cost: (claim) => cost(claimLine(claim)) })
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
  /** Sum of the costs of single lines. */
  readonly room: number
  readonly cost: Cost
}

function writeWithin(
  claims: readonly Claim[],
  { budget, room, cost }: Room,
): Omit<WrittenBrief, 'tokens'> | undefined {
  const { chosen, left } = chooseClaims(claims, { budget: room, cost })
  if (chosen.length === 0) return undefined
  const cut = leftOutText(left)
  const more = cut ? ['', `${cut} ${commandForMore(claims, { chosen, budget, cost })}`] : []
  return {
    lines: chosen,
    told: chosen.map(({ claim }) => claimKey(claim)),
    left,
    text: [markdownOf(chosen), ...more].join('\n'),
  }
}

/** Suggests a larger budget, or the session itself if the limit per section would hide it at any budget. */
function commandForMore(
  claims: readonly Claim[],
  {
    chosen,
    budget,
    cost,
  }: { readonly chosen: readonly ChosenClaim[]; readonly budget: number; readonly cost: Cost },
): string {
  const room = budget - 2 * LEFT_OUT_TOKENS - chosen.reduce((sum, { tokens }) => sum + tokens, 0)
  const told = new Set(chosen.map(({ claim }) => claim))
  const fitting = claims.find((claim) => !told.has(claim) && cost(claim) <= room)
  return fitting ? `leftoff session show ${fitting.session}` : `leftoff brief --budget ${2 * budget}`
}

/** The tokens include the line break. */
interface ChosenClaim {
  readonly claim: Claim
  readonly tokens: number
}

interface Choice {
  readonly chosen: readonly ChosenClaim[]
  /** Number of claims per section that did not fit. */
  readonly left: Readonly<Partial<Record<Section, number>>>
}

/** The relative share of the budget that is reserved for each section. */
const SHARES: Readonly<Record<Section, number>> = {
  goal: 70,
  standing: 120,
  since: 90,
  decisions: 230,
  blockers: 100,
  next: 110,
  questions: 40,
  files: 380,
  symbols: 90,
  tests: 30,
  commands: 180,
  facts: 60,
  answer: 700,
  others: 80,
}
const WHOLE = Object.values(SHARES).reduce((sum, share) => sum + share, 0)

/** Maximum lines per section, whatever the budget. */
const MOST: Readonly<Partial<Record<Section, number>>> = {
  decisions: 10,
  blockers: 8,
  next: 10,
  questions: 4,
  files: 20,
  facts: 8,
  answer: 45,
  others: 4,
}

/** Average characters per token are below this. */
const MOST_LETTERS = 7
/** A heading and the empty line before it. */
const HEADING_TOKENS = 6

interface ChoiceAsk {
  readonly budget: number
  /** Tokens in a claim's line. Called repeatedly, so it should cache. */
  readonly cost: (claim: Claim) => number
}

/**
 * First fills each section's share with its best claims, then the remaining budget with the best of all others. Never
 * truncates a claim.
 */
function chooseClaims(claims: readonly Claim[], { budget, cost }: ChoiceAsk): Choice {
  const ranked = limitPerSection(claims).sort(
    (a, b) => b.score - a.score || SECTIONS.indexOf(a.section) - SECTIONS.indexOf(b.section),
  )
  const taken = new Map<Claim, number>()
  const begun = new Set<Section>()
  let room = budget
  const take = (claim: Claim, most: number): number => {
    const limit = Math.min(most, room)
    // Counting is slow, so claims that are far too long are rejected by length.
    if (claim.text.length > MOST_LETTERS * limit) return 0
    const own = cost(claim) + 1
    const price = own + (begun.has(claim.section) ? 0 : HEADING_TOKENS)
    if (price > limit) return 0
    taken.set(claim, own)
    begun.add(claim.section)
    room -= price
    return price
  }
  const sections = bySection(ranked)
  for (const section of SECTIONS) {
    let own = Math.floor((SHARES[section] / WHOLE) * budget)
    for (const claim of sections.get(section) ?? []) own -= take(claim, own)
  }
  for (const claim of ranked) if (!taken.has(claim)) take(claim, room)
  // Quoted sentences keep their original order.
  if (sections.has('answer'))
    sections.set(
      'answer',
      claims.filter(({ section }) => section === 'answer'),
    )
  return { chosen: inOrder(sections, taken), left: leftOut(claims, taken) }
}

function bySection(claims: readonly Claim[]): Map<Section, readonly Claim[]> {
  const sections = new Map<Section, Claim[]>()
  for (const claim of claims) {
    const known = sections.get(claim.section)
    if (known) known.push(claim)
    else sections.set(claim.section, [claim])
  }
  return sections
}

function limitPerSection(claims: readonly Claim[]): Claim[] {
  const kept = new Map<Section, number>()
  return [...claims]
    .sort((a, b) => b.score - a.score)
    .filter(({ section }) => {
      const n = (kept.get(section) ?? 0) + 1
      kept.set(section, n)
      return n <= (MOST[section] ?? Number.POSITIVE_INFINITY)
    })
}

function inOrder(
  sections: ReadonlyMap<Section, readonly Claim[]>,
  taken: ReadonlyMap<Claim, number>,
): readonly ChosenClaim[] {
  const chosen: ChosenClaim[] = []
  for (const section of SECTIONS)
    for (const claim of sections.get(section) ?? []) {
      const tokens = taken.get(claim)
      if (tokens !== undefined) chosen.push({ claim, tokens })
    }
  return chosen
}

function leftOut(claims: readonly Claim[], taken: ReadonlyMap<Claim, number>): Choice['left'] {
  const left: Partial<Record<Section, number>> = {}
  for (const claim of claims) if (!taken.has(claim)) left[claim.section] = (left[claim.section] ?? 0) + 1
  return left
}

/** Sections without a heading need none. */
const HEADINGS: Readonly<Partial<Record<Section, string>>> = {
  since: 'Since then:',
  decisions: 'Decided:',
  blockers: 'Blocked or broken:',
  next: 'Next:',
  questions: 'Open questions:',
  files: 'Files in play:',
  symbols: 'Functions and classes touched:',
  tests: 'Tests:',
  commands: 'Commands that worked:',
  facts: 'Worth knowing:',
  answer: 'Said last:',
  others: 'Other sessions:',
}

/** Sections whose left-out claims are counted in the brief. */
const NAMES: Readonly<Partial<Record<Section, readonly [one: string, several: string]>>> = {
  goal: ['goal', 'goals'],
  since: ['change', 'changes'],
  decisions: ['decision', 'decisions'],
  blockers: ['blocker', 'blockers'],
  next: ['next action', 'next actions'],
  questions: ['question', 'questions'],
  files: ['file', 'files'],
  tests: ['test run', 'test runs'],
  facts: ['fact', 'facts'],
  others: ['session', 'sessions'],
}

/** A claim as a line of the brief, with a mark if it has changed. */
export function claimLine(claim: Claim): string {
  const bullet = HEADINGS[claim.section] ? '- ' : claim.section === 'goal' ? 'Goal: ' : ''
  return `${bullet}${claim.text}${markOf(claim.check)}`
}

export const markOf = (check: ClaimCheck | undefined): string =>
  check?.why && (check.kind === 'changed' || check.kind === 'gone') ? ` [${check.why}]` : ''

function markdownOf(chosen: readonly ChosenClaim[]): string {
  const blocks = SECTIONS.flatMap((section) => {
    const lines = chosen.filter(({ claim }) => claim.section === section).map(({ claim }) => claimLine(claim))
    if (lines.length === 0) return []
    const heading = HEADINGS[section]
    return [heading ? [heading, ...lines] : lines]
  })
  return blocks.map((lines) => lines.join('\n')).join('\n\n')
}

/** `Left out: 3 decisions and 12 files.`, or an empty string. */
function leftOutText(left: Readonly<Partial<Record<Section, number>>>): string {
  const parts = SECTIONS.flatMap((section) => {
    const n = left[section]
    const names = NAMES[section]
    return n && names ? [countText(n, ...names)] : []
  })
  const last = parts.pop()
  if (last === undefined) return ''
  return `Left out: ${parts.length > 0 ? `${parts.join(', ')} and ${last}` : last}.`
}
