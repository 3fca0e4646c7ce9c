import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { relativeTo } from '../../src/text/paths.ts'
import { termsIn } from '../../src/text/terms.ts'
import type { Composer, Situation } from './composer.ts'
import { type EarlierSession, earlierSession, truncateAt } from './earlier-session.ts'
import type { RecordedHistory } from './histories.ts'
import { mean } from './measure.ts'
import { SeriesIndex } from './series-index.ts'
import { rootsOf } from './transitions.ts'

/** A session summary that another tool's model wrote at one point in time. */
interface RecordedSummary {
  readonly session_id: string
  readonly created_at: string
  readonly summary: {
    readonly open_items?: readonly string[]
    readonly friction?: readonly string[]
    readonly learnings?: Readonly<Record<string, readonly (string | { readonly finding?: string })[]>>
  }
}

export const KINDS = ['open items', 'friction', 'learnings'] as const
type SummaryKind = (typeof KINDS)[number]

/**
 * How much of the summaries a composer reproduces for a session that starts when the summaries were written.
 */
export interface SummaryMatch {
  readonly composer: string
  readonly kinds: Readonly<Record<SummaryKind, MatchShare>>
}
interface MatchShare {
  readonly items: number
  /** Items found in one sentence. */
  readonly matched: number
  /** Items found in the text for a different time: a baseline for chance matches. */
  readonly chance: number
  /** Mean share of an item's words found anywhere in the text. */
  readonly words: number
}

/** Share of an item's words that one sentence must contain. */
const ENOUGH = 0.4
/** Items with fewer words are skipped, because they would match by chance. */
const MIN_WORDS = 3

/** The results for each composer. Empty if no series has such summaries. */
export async function matchSummaries(
  all: readonly RecordedHistory[],
  folder: string,
  composers: readonly Composer[],
): Promise<readonly SummaryMatch[]> {
  const moments = all.flatMap((history) => momentsIn(history, join(folder, history.series, 'summaries.json')))
  if (moments.length === 0) return []
  const matches: SummaryMatch[] = []
  for (const composer of composers) {
    const texts: string[] = []
    for (const { situation } of moments) texts.push((await composer.compose(situation)).text)
    matches.push({ composer: composer.name, kinds: scoreMatches(moments, texts) })
  }
  return matches
}

/** Pairs each moment with the text for a distant moment, to measure chance matches. */
const shiftHalf = (texts: readonly string[]): readonly string[] =>
  texts.map((_, n) => texts[(n + Math.floor(texts.length / 2)) % texts.length] ?? '')

interface Moment {
  readonly situation: Situation
  readonly items: Readonly<Record<SummaryKind, readonly ReadonlySet<string>[]>>
}

function momentsIn(history: RecordedHistory, path: string): readonly Moment[] {
  if (!existsSync(path)) return []
  const relative = relativeTo(rootsOf(history))
  const sessions = history.sessions.map(({ events }) => earlierSession(events, relative))
  const indexed = new SeriesIndex()
  const summaries: readonly RecordedSummary[] = JSON.parse(readFileSync(path, 'utf8'))
  return summaries.flatMap(({ session_id, created_at, summary }): readonly Moment[] => {
    const at = history.sessions.findIndex(({ transcript }) => transcript.includes(session_id.slice(0, 8)))
    const now = Date.parse(created_at)
    const known: readonly EarlierSession[] = sessions
      .slice(0, at + 1)
      .map((session) => truncateAt(session, now, relative))
      .filter(({ events }) => events.length > 0)
    if (at < 0 || known.at(-1)?.session !== sessions[at]?.session) return []
    const index = () => indexed.at(known)
    const branch = history.sessions[at]?.branch
    const situation = { series: history.series, history: known, index, now, branch, relative }
    return [{ situation, items: itemsIn(summary) }]
  })
}

function itemsIn({
  open_items = [],
  friction = [],
  learnings = {},
}: RecordedSummary['summary']): Moment['items'] {
  const learned = Object.values(learnings)
    .flat()
    .map((one) => (typeof one === 'string' ? one : (one.finding ?? '')))
  return { 'open items': wordSets(open_items), friction: wordSets(friction), learnings: wordSets(learned) }
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(termsIn(text).keys())

const wordSets = (texts: readonly string[]): readonly ReadonlySet<string>[] =>
  texts.map(wordsOf).filter(({ size }) => size >= MIN_WORDS)

function scoreMatches(moments: readonly Moment[], texts: readonly string[]): SummaryMatch['kinds'] {
  const read = texts.map(wordsAndSentences)
  const elsewhere = shiftHalf(texts).map(wordsAndSentences)
  const share = (kind: SummaryKind): MatchShare => {
    const items = moments.flatMap((moment, n) => moment.items[kind].map((item) => ({ item, n })))
    const matchedIn = (all: readonly TextWords[]): number =>
      items.filter(({ item, n }) => isMatched(item, all[n])).length
    const words = mean(items.map(({ item, n }) => overlap(item, read[n]?.words ?? NONE))) ?? 0
    return { items: items.length, matched: matchedIn(read), chance: matchedIn(elsewhere), words }
  }
  return { 'open items': share('open items'), friction: share('friction'), learnings: share('learnings') }
}

interface TextWords {
  readonly words: ReadonlySet<string>
  readonly sentences: readonly ReadonlySet<string>[]
}
const NONE: ReadonlySet<string> = new Set()

const wordsAndSentences = (text: string): TextWords => ({
  words: wordsOf(text),
  sentences: text.split(SENTENCES).map(wordsOf),
})
const SENTENCES = /\n|(?<=[.!?])\s+/

const isMatched = (item: ReadonlySet<string>, read: TextWords | undefined): boolean =>
  read?.sentences.some((sentence) => overlap(item, sentence) >= ENOUGH) ?? false

const overlap = (item: ReadonlySet<string>, words: ReadonlySet<string>): number =>
  [...item].filter((word) => words.has(word)).length / item.size
