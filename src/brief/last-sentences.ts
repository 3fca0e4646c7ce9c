import type { Passage } from '../session/digest.ts'
import { termsIn } from '../text/terms.ts'
import { type Claim, makeClaim } from './claim.ts'
import type { RankedSession } from './rank-sessions.ts'

/**
 * The most informative of the last sentences of the main session, in their order. A sentence is ranked by the terms it
 * adds to the rest of the brief and to better sentences, relative to its length.
 */
export function lastSentences(main: RankedSession, told: readonly Claim[]): readonly Claim[] {
  const sentences = sentencesIn(main.gist?.passages ?? [])
  const ranks = ranked(sentences, termsOf(told))
  return sentences
    .flatMap((one) => {
      const rank = ranks.get(one)
      return rank === undefined ? [] : [claimOf(main, one, rank)]
    })
    .reverse()
}

const claimOf = (main: RankedSession, { text, passage }: Sentence, rank: number): Claim =>
  makeClaim(main, {
    section: 'answer',
    text,
    at: passage.at,
    event: passage.event as NonNullable<Claim['event']>,
    score: BEST - (BEST - LEAST) * (rank / MOST_LINES),
  })

const BEST = 0.4
const LEAST = 0.1
const MOST_LINES = 45

interface Sentence {
  readonly text: string
  readonly passage: Passage
  readonly terms: readonly string[]
  readonly worth: number
}

/** Bounds the duration of a hook. */
const MOST_SENTENCES = 120

/** Later answers of a turn repeat part of the earlier ones. */
const WORTHS: Readonly<Record<Passage['from'], number>> = {
  answered: 1,
  written: 0.9,
  aside: 0.7,
  asked: 0.5,
}
const LAST_ANSWER = 1.5
/** In sentences. */
const HALF_LIFE = 60

/** The latest first. */
function sentencesIn(passages: readonly Passage[]): readonly Sentence[] {
  const last = passages.at(-1)
  const answer = passages.findLast(({ from }) => from === 'answered')
  return passages
    .toReversed()
    .flatMap((passage) => passage.texts.toReversed().map((text) => ({ text, passage })))
    .slice(0, MOST_SENTENCES)
    .map(({ text, passage }, age) => {
      const place = WORTHS[passage.from] * (passage === answer ? LAST_ANSWER : 1)
      // The last announcement may describe work that was never done, so it keeps its weight.
      const worth = place * (passage === last ? 1 : announced(text)) * explained(text)
      return {
        text,
        passage,
        terms: [...termsIn(text).keys()],
        worth: worth * 0.5 ** (age / HALF_LIFE),
      }
    })
    .filter(({ terms }) => terms.length >= LEAST_TERMS)
}
/** Shorter sentences mean nothing on their own: `You're absolutely right.` */
const LEAST_TERMS = 4

/** Announcements count less: the action itself is recorded. */
const ANNOUNCES =
  /^(?:(?:ok|okay|good|great|perfect|now|first|next|yes|right|so|and|then|alright|excellent)\b[\s,.!:—-]{0,4}){0,3}(?:let me|let's|i'll|i will|i need to|i should|i'm going to|we need to) /i
const announced = (text: string): number => (ANNOUNCES.test(text) ? 0.5 : 1)
/** Problems and explanations, which the next session would have to find out again. */
const EXPLAINS =
  /\b(?:stale|errors?|fail\w{0,8}|undefined|issues?|problems?|because|(?:was|did|does|is|do|ca|wo)n't|cannot|missing|conflict\w{0,8}|false|unexpected\w{0,4}|actually|turns out|however|but|bugs?|broken?|wrong|incorrect\w{0,4}|never|silent\w{0,4}|race|flak\w{1,8}|since|only|must|requires?|cause[ds]?|due to|not)\b/i
const explained = (text: string): number => (EXPLAINS.test(text) ? 1.5 : 1)

/** Greedy: picks the sentence with the highest gain, then lowers the gains of the others. */
function ranked(sentences: readonly Sentence[], told: Set<string>): ReadonlyMap<Sentence, number> {
  const gains = new Map(sentences.map((one) => [one, gainOf(one, told)]))
  const ranks = new Map<Sentence, number>()
  while (ranks.size < MOST_LINES) {
    const best = bestOf(gains)
    if (!best) break
    // Gains only fall, so a best sentence whose gain is up to date is the best of all.
    const gain = gainOf(best, told)
    if (gain < (gains.get(best) ?? 0)) {
      gains.set(best, gain)
      continue
    }
    gains.delete(best)
    ranks.set(best, ranks.size)
    for (const term of best.terms) told.add(term)
  }
  return ranks
}

function bestOf(gains: ReadonlyMap<Sentence, number>): Sentence | undefined {
  let best: Sentence | undefined
  let most = 0
  for (const [one, gain] of gains) if (gain > most) [best, most] = [one, gain]
  return best
}

function gainOf({ terms, text, worth }: Sentence, told: ReadonlySet<string>): number {
  const fresh = terms.reduce((sum, term) => sum + (told.has(term) ? 0 : 1), 0)
  return (worth * fresh) / (text.length + AROUND) ** LENGTH
}
/** Below 1, so that complete sentences win over fragments. */
const LENGTH = 0.6
const AROUND = 30

function termsOf(told: readonly Claim[]): Set<string> {
  const terms = new Map<string, number>()
  for (const { text, section, score } of told)
    if (score > CERTAIN && !SETTLED.has(section)) termsIn(text, 1, terms)
  return new Set(terms.keys())
}
const CERTAIN = 0.5
/** Most of these claims do not fit into the brief. */
const SETTLED: ReadonlySet<string> = new Set(['decisions', 'facts'])
