import { type Claim, SECTIONS, type Section } from './claim.ts'

/** What one line of the brief costs; the break that ends it counts as one more. */
export interface Chosen {
  readonly claim: Claim
  readonly tokens: number
}

interface Choice {
  readonly chosen: readonly Chosen[]
  /** How many of each section did not fit. */
  readonly left: Readonly<Partial<Record<Section, number>>>
}

/** What each section may take before the others have had theirs, beside all of them together. Most take less. */
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

/** More of one kind is a list and no brief; all of it is in the log. */
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

/** No token of words has more on average. */
const MOST_LETTERS = 7
/** A heading and the line before it. */
const HEADING_TOKENS = 6

interface ChoiceAsk {
  readonly budget: number
  /** What the line of a claim costs. Asked again and again: to count takes time, so whoever gives it keeps it. */
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
  const taken = new Map<Claim, number>()
  const begun = new Set<Section>()
  let room = budget
  const take = (claim: Claim, most: number): number => {
    const limit = Math.min(most, room)
    // To count takes time, and what is far too long need not be counted.
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
  // What was said is told in the order in which it was said.
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
  sections: ReadonlyMap<Section, readonly Claim[]>,
  taken: ReadonlyMap<Claim, number>,
): readonly Chosen[] {
  const chosen: Chosen[] = []
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
