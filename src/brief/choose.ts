import { type Claim, SECTIONS, type Section } from './claim.ts'

/** What one line of the brief costs; the break that ends it counts as one more. */
export interface Chosen {
  readonly claim: Claim
  readonly tokens: number
}

export interface Choice {
  readonly chosen: readonly Chosen[]
  /** How many of each section did not fit. */
  readonly left: Readonly<Partial<Record<Section, number>>>
}

/** Of a budget of 1,500 tokens, what each section may take before the others have had theirs. */
const SHARES: Readonly<Record<Section, number>> = {
  goal: 80,
  standing: 140,
  since: 100,
  decisions: 230,
  blockers: 150,
  next: 150,
  questions: 60,
  files: 450,
  symbols: 100,
  tests: 40,
  commands: 50,
  facts: 80,
  answer: 0, // what is left of the room
  others: 70,
}
const WHOLE = Object.values(SHARES).reduce((sum, share) => sum + share, 0)

/** More of one kind is a list and no brief; all of it is in the log. */
const MOST: Readonly<Partial<Record<Section, number>>> = {
  decisions: 10,
  blockers: 8,
  next: 10,
  questions: 4,
  files: 20,
  facts: 8,
  answer: 30,
  others: 4,
}

/** A heading and the line before it. */
const HEADING_TOKENS = 6

export interface ChoiceAsk {
  readonly budget: number
  /** What the line of a claim costs. */
  readonly cost: (claim: Claim) => number
}

/**
 * The claims that fit: every section first within its own share, the best first, then the best of what is left
 * wherever it belongs. Nothing is cut in the middle.
 */
export function choose(claims: readonly Claim[], { budget, cost }: ChoiceAsk): Choice {
  const ranked = limited(claims).sort(
    (a, b) => b.score - a.score || SECTIONS.indexOf(a.section) - SECTIONS.indexOf(b.section),
  )
  const costs = new Map(ranked.map((claim) => [claim, cost(claim) + 1]))
  const taken = new Set<Claim>()
  const begun = new Set<Section>()
  let room = budget
  const take = (claim: Claim, most: number): number => {
    const price = (costs.get(claim) ?? 0) + (begun.has(claim.section) ? 0 : HEADING_TOKENS)
    if (price > Math.min(most, room)) return 0
    taken.add(claim)
    begun.add(claim.section)
    room -= price
    return price
  }
  for (const section of SECTIONS) {
    let own = Math.floor((SHARES[section] / WHOLE) * budget)
    for (const claim of ranked.filter((one) => one.section === section)) own -= take(claim, own)
  }
  for (const claim of ranked) if (!taken.has(claim)) take(claim, room)
  return { chosen: inOrder(ranked, taken, costs), left: leftOut(claims, taken) }
}

function limited(claims: readonly Claim[]): Claim[] {
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
  ranked: readonly Claim[],
  taken: ReadonlySet<Claim>,
  costs: ReadonlyMap<Claim, number>,
): readonly Chosen[] {
  return SECTIONS.flatMap((section) =>
    ranked
      .filter((claim) => claim.section === section && taken.has(claim))
      .map((claim) => ({ claim, tokens: costs.get(claim) ?? 0 })),
  )
}

function leftOut(claims: readonly Claim[], taken: ReadonlySet<Claim>): Choice['left'] {
  const left: Partial<Record<Section, number>> = {}
  for (const claim of claims) if (!taken.has(claim)) left[claim.section] = (left[claim.section] ?? 0) + 1
  return left
}
