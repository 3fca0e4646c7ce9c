import type { KnownEvent } from '../../src/event/catalogue.ts'
import { countTokens } from '../../src/host/tokenizer.ts'
import type { SessionFacts } from '../../src/search/session-facts.ts'
import { isFile, pathsIn, type Relative } from '../../src/text/paths.ts'
import { type Terms, termsIn } from '../../src/text/terms.ts'
import { BUDGET, type Composed, type Composer, MAX_FILES, MAX_SESSIONS, type Situation } from './composer.ts'
import type { EarlierSession } from './earlier-session.ts'

const composed = (files: readonly string[], sessions?: readonly string[]): Composed => {
  const text = files.join('\n')
  return { files, text, tokens: countTokens(text), ...(sessions && { sessions }) }
}

const nothing: Composer = { name: 'nothing', compose: () => composed([]) }

/** The end of the last transcript, and every file mentioned in it. */
export const tail: Composer = {
  name: 'tail of the last session, 1,500 tokens',
  compose({ history, relative }) {
    const text = endOf((history.at(-1)?.events ?? []).map(lineOf).filter((line) => line !== ''))
    const files = [...filesIn(text, relative)].reverse().slice(0, MAX_FILES)
    return { files, text, tokens: countTokens(text) }
  },
}

/** The longest tail of the text that fits the budget; its first line may be truncated. */
function endOf(lines: readonly string[]): string {
  const kept: string[] = []
  let left = BUDGET
  for (const line of lines.toReversed()) {
    const words = line.slice(-MAX_LETTERS).split(/(?<=\s)/)
    while (words.length > 0 && countTokens(words.join('')) > left)
      words.splice(0, Math.ceil(words.length / 20))
    if (words.length > 0) kept.unshift(words.join(''))
    left -= countTokens(kept[0] ?? '') + 1
    if (words.join('') !== line || left <= 0) break
  }
  return kept.join('\n')
}

/** An upper bound on the letters that fit the budget: a token has about four letters, and never more than ten. */
const MAX_LETTERS = 10 * BUDGET

/** Every file that the text mentions, relative to the repository. */
export const filesIn = (text: string, relative: Relative): ReadonlySet<string> =>
  new Set(
    pathsIn(text)
      .flatMap((path) => relative(path) ?? [])
      .filter(isFile),
  )

function lineOf(event: KnownEvent): string {
  if (event.type === 'prompt.submitted' || event.type === 'response.completed') return event.text ?? ''
  if (event.type === 'file.changed' || event.type === 'file.read') return event.path
  return event.type === 'tool.returned' ? (event.command ?? '') : ''
}

/** The most recently edited files. */
const recent: Composer = {
  name: 'most recent files',
  compose(situation) {
    const sessions = latestFirst(situation)
    return composed(firstFiles(sessions), named(sessions))
  },
}

const bm25: Composer = {
  name: 'BM25 over sessions',
  compose(situation) {
    const all = new Map(latestFirst(situation).map((facts) => [facts.session, facts]))
    const sessions = best(answers(situation), all.size).flatMap((session) => all.get(session) ?? [])
    return composed(firstFiles(sessions), named(sessions))
  },
}

/** Sessions are scored by BM25 and recency, and files by the sessions that edited them. */
const both: Composer = {
  name: 'BM25 + recency',
  compose(situation) {
    const scores = answers(situation)
    const worth = new Map<string, number>()
    const files = new Map<string, number>()
    for (const [age, { session, files: traces }] of latestFirst(situation).entries()) {
      const value = (scores.get(session) ?? 0) + 0.5 ** (age / HALF_LIFE)
      worth.set(session, value)
      for (const [path, { edits }] of traces) if (edits > 0) files.set(path, (files.get(path) ?? 0) + value)
    }
    return composed(best(files, MAX_FILES), best(worth, MAX_SESSIONS))
  },
}
const HALF_LIFE = 5

const latestFirst = ({ history }: Situation): readonly SessionFacts[] =>
  history.map((session) => session.facts()).sort((a, b) => b.lastAt - a.lastAt)

const answers = ({ prompt = '', history }: Situation): ReadonlyMap<string, number> =>
  bm25Scores(history, termsIn(prompt))

function firstFiles(sessions: readonly SessionFacts[]): readonly string[] {
  const files = new Set<string>()
  for (const session of sessions)
    for (const [path, { edits }] of [...session.files].reverse()) if (edits > 0) files.add(path)
  return [...files].slice(0, MAX_FILES)
}

const named = (sessions: readonly SessionFacts[]): readonly string[] =>
  sessions.slice(0, MAX_SESSIONS).map(({ session }) => session)

export const baselines: readonly Composer[] = [nothing, tail, recent, bm25, both]

/** The usual BM25 constants. */
const SATURATION = 1.2
const LENGTH = 0.75

/** BM25 score of each session, normalized to 1, independent of the index under test. */
function bm25Scores(sessions: readonly EarlierSession[], words: Terms): ReadonlyMap<string, number> {
  const lengths = new Map(sessions.map((one) => [one, sum(one.terms().values())]))
  const mean = sum(lengths.values()) / (sessions.length || 1)
  const scores = new Map<string, number>()
  for (const [term, weight] of words) {
    const holders = sessions.filter((one) => one.terms().has(term))
    const rarity = Math.log(1 + (sessions.length - holders.length + 0.5) / (holders.length + 0.5))
    for (const one of holders) {
      const count = one.terms().get(term) ?? 0
      const norm = SATURATION * (1 - LENGTH + (LENGTH * (lengths.get(one) ?? 0)) / mean)
      const gain = (weight * rarity * (SATURATION + 1) * count) / (count + norm)
      scores.set(one.session, (scores.get(one.session) ?? 0) + gain)
    }
  }
  const best = Math.max(...scores.values())
  return new Map([...scores].map(([session, score]) => [session, score / best]))
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0)

/** The names with the highest scores; ties are sorted by name. */
const best = (scores: Iterable<readonly [string, number]>, limit: number): readonly string[] =>
  [...scores]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, limit)
    .map(([name]) => name)
