import type { KnownEvent } from '../../src/event/catalogue.ts'
import { countTokens } from '../../src/host/tokenizer.ts'
import type { SessionFacts } from '../../src/search/session-facts.ts'
import { isFile, pathsIn, type Relative } from '../../src/text/paths.ts'
import { termsIn } from '../../src/text/terms.ts'
import { best, bm25Scores } from './bm25.ts'
import {
  BUDGET,
  type Composed,
  type Composer,
  MOST_FILES,
  MOST_SESSIONS,
  type Situation,
} from './composer.ts'

const composed = (files: readonly string[], sessions?: readonly string[]): Composed => {
  const text = files.join('\n')
  return { files, text, tokens: countTokens(text), ...(sessions && { sessions }) }
}

const nothing: Composer = { name: 'nothing', compose: () => composed([]) }

/** The end of the last session as it stands in its transcript, and every file that is named there. */
const tail: Composer = {
  name: 'tail of the last session, 1,500 tokens',
  compose({ history, relative }) {
    const text = endOf((history.at(-1)?.events ?? []).map(lineOf).filter((line) => line !== ''))
    const files = [...filesIn(text, relative)].reverse().slice(0, MOST_FILES)
    return { files, text, tokens: countTokens(text) }
  },
}

/** As much of the end as the budget holds; the first line of it may have lost its beginning. */
function endOf(lines: readonly string[]): string {
  const kept: string[] = []
  let left = BUDGET
  for (const line of lines.toReversed()) {
    const words = line.slice(-MOST_LETTERS).split(/(?<=\s)/)
    while (words.length > 0 && countTokens(words.join('')) > left)
      words.splice(0, Math.ceil(words.length / 20))
    if (words.length > 0) kept.unshift(words.join(''))
    left -= countTokens(kept[0] ?? '') + 1
    if (words.join('') !== line || left <= 0) break
  }
  return kept.join('\n')
}

/** A token has four on average, and no text has ten. */
const MOST_LETTERS = 10 * BUDGET

/** Every file that a text names, as seen from the repository. */
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

/** The files that were edited last, as far back as it takes. */
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

/** Every session counts by how well it answers and how recent it is, every file by the sessions that edited it. */
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
    return composed(best(files, MOST_FILES), best(worth, MOST_SESSIONS))
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
  return [...files].slice(0, MOST_FILES)
}

const named = (sessions: readonly SessionFacts[]): readonly string[] =>
  sessions.slice(0, MOST_SESSIONS).map(({ session }) => session)

export const baselines: readonly Composer[] = [nothing, tail, recent, bm25, both]
