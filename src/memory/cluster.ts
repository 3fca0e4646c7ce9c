import { conflictOf } from './conflict.ts'
import type { Correction } from './detect-corrections.ts'
import { isSameChoice, isSameDemand } from './similarity.ts'
import { haveOtherSubjects } from './subject.ts'
import { SAME_CLUSTER } from './thresholds.ts'
import { canonicalStem, polarityOf } from './words.ts'

/** A correction with the session and project it comes from. */
export interface HeardCorrection {
  readonly correction: Correction
  readonly session: string
  readonly project: string
  /** The main programming language of the project or of the touched files. */
  readonly language?: string
  /** Names specific to the project: its own name and the names of its folders and commands. */
  readonly names?: readonly string[]
}

/** Corrections that state the same rule, in any wording. */
export interface Cluster {
  /** The wording that represents the cluster. */
  readonly rule: string
  readonly about: readonly string[]
  readonly heard: readonly HeardCorrection[]
}

/** One cluster per rule, the most frequent first. The input order does not matter. */
export function clusterCorrections(all: readonly HeardCorrection[]): readonly Cluster[] {
  const known = knownOf([...all].sort(byMessage))
  const groups = new Groups(known.length)
  for (const [one, other] of pairsIn(known)) {
    const [a, b] = [known[one], known[other]]
    if (a && b && !groups.areJoined(one, other) && isSame(a, b)) groups.join(one, other)
  }
  return groups
    .all()
    .map((members) => clusterOf(members.flatMap((at) => known[at] ?? [])))
    .sort((a, b) => b.heard.length - a.heard.length || compare(a.rule, b.rule))
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
const byMessage = (a: HeardCorrection, b: HeardCorrection): number =>
  compare(a.correction.message, b.correction.message) || compare(a.correction.rule, b.correction.rule)

/** The parts of a correction that are compared, computed once. */
interface WeighedCorrection {
  readonly heard: HeardCorrection
  readonly polarity: 'do' | 'leave'
  /** Words with their squared weights: rare words weigh more. */
  readonly words: ReadonlyMap<string, number>
  readonly size: number
}

function knownOf(all: readonly HeardCorrection[]): readonly WeighedCorrection[] {
  const sets = all.map(({ correction }) => new Set(correction.about.map(canonicalStem)))
  const counts = new Map<string, number>()
  for (const words of sets) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const weightOf = (word: string): number =>
    Math.log(1 + (all.length + 1) / ((counts.get(word) ?? 0) + 1)) ** 2
  return all.map((heard, at) => {
    const words = new Map([...(sets[at] ?? [])].map((word) => [word, weightOf(word)]))
    const size = Math.sqrt([...words.values()].reduce((sum, weight) => sum + weight, 0))
    return { heard, polarity: polarityOf(heard.correction.rule), words, size }
  })
}

/** The pairs of corrections that share a word. */
function* pairsIn(all: readonly WeighedCorrection[]): Generator<readonly [number, number]> {
  const holders = new Map<string, number[]>()
  for (const [at, { words }] of all.entries()) {
    const others = new Set<number>()
    for (const word of words.keys()) {
      const before = holders.get(word) ?? []
      for (const other of before.slice(-MOST_HOLDERS)) others.add(other)
      before.push(at)
      holders.set(word, before)
    }
    for (const other of others) yield [other, at]
  }
}
/** A word that occurs in more rules than this says little, and it would produce too many pairs. */
const MOST_HOLDERS = 400

function isSame(one: WeighedCorrection, other: WeighedCorrection): boolean {
  const [a, b] = [one.heard.correction, other.heard.correction]
  if (a.rule.toLowerCase() === b.rule.toLowerCase()) return true
  if (isSameChoice(a, b) || (isWithin(one, other) && isSameDemand(a, b))) return true
  if (one.polarity !== other.polarity) return false
  if (a.language && b.language && a.language !== b.language) return false
  const { share, count } = commonOf(one, other)
  // The rules must share two words, or one if either has only one word.
  if (share < SAME_CLUSTER || count < Math.min(2, one.words.size, other.words.size)) return false
  if (haveOtherSubjects(a.rule, b.rule)) return false
  const conflict = conflictOf(a, b)
  return conflict === undefined || conflict.kind === 'duplication'
}

/** Whether one correction contains all words of the other. This is far cheaper than comparing their demands. */
function isWithin({ words: a }: WeighedCorrection, { words: b }: WeighedCorrection): boolean {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a]
  for (const word of few.keys()) if (!many.has(word)) return false
  return true
}

/** The cosine similarity of two rules and the number of words that they share. */
function commonOf(
  one: WeighedCorrection,
  other: WeighedCorrection,
): { readonly share: number; readonly count: number } {
  let [sum, count] = [0, 0]
  for (const [word, weight] of one.words) {
    if (!other.words.has(word)) continue
    sum += weight
    count += 1
  }
  const size = one.size * other.size
  return { share: size === 0 ? 0 : sum / size, count }
}

function clusterOf(members: readonly WeighedCorrection[]): Cluster {
  const standings = new Map(members.map((member) => [member, standing(member, members)]))
  const best = [...members].sort(
    (a, b) => (standings.get(b) ?? 0) - (standings.get(a) ?? 0) || byMessage(a.heard, b.heard),
  )[0]?.heard.correction
  return { rule: best?.rule ?? '', about: best?.about ?? [], heard: members.map(({ heard }) => heard) }
}

/**
 * Ranks the wordings of a cluster: a lasting, short wording with high confidence that resembles the others
 * ranks highest.
 */
function standing(one: WeighedCorrection, members: readonly WeighedCorrection[]): number {
  const { confidence, isLasting, rule } = one.heard.correction
  const near = members.slice(0, MOST_COMPARED).map((other) => commonOf(one, other).share)
  const middle = near.reduce((sum, share) => sum + share, 0) / (near.length || 1)
  return confidence + Number(isLasting) * 0.5 + middle - Math.min(1, rule.length / LONG) * 0.5
}
const MOST_COMPARED = 50
const LONG = 200

/** Union-find over the corrections. */
class Groups {
  readonly #parents: number[]

  constructor(size: number) {
    this.#parents = Array.from({ length: size }, (_, at) => at)
  }

  join(one: number, other: number): void {
    const [a, b] = [this.#root(one), this.#root(other)]
    this.#parents[Math.max(a, b)] = Math.min(a, b)
  }

  areJoined(one: number, other: number): boolean {
    return this.#root(one) === this.#root(other)
  }

  all(): readonly (readonly number[])[] {
    const groups = new Map<number, number[]>()
    for (const at of this.#parents.keys()) {
      const root = this.#root(at)
      groups.set(root, [...(groups.get(root) ?? []), at])
    }
    return [...groups.values()]
  }

  #root(at: number): number {
    let root = at
    while (this.#parents[root] !== root) root = this.#parents[root] ?? root
    this.#parents[at] = root
    return root
  }
}
