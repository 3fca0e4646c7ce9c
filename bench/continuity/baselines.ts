import { tokenCeiling } from '../../src/brief/tokens.ts'
import type { KnownEvent } from '../../src/event/catalogue.ts'
import { isFile, pathsIn } from '../../src/search/paths.ts'
import type { Postings } from '../../src/search/postings.ts'
import { best, sessionScores } from '../../src/search/session-scores.ts'
import { termsIn } from '../../src/search/words.ts'
import { type Composed, type Composer, MOST_FILES, MOST_SESSIONS, type Situation } from './composer.ts'

const composed = (files: readonly string[], sessions?: readonly string[]): Composed => {
  const text = files.join('\n')
  return { files, text, tokens: tokenCeiling(text), ...(sessions && { sessions }) }
}

const nothing: Composer = { name: 'nothing', compose: () => composed([]) }

const TAIL_TOKENS = 1500

/** The end of the last session as it stands in its transcript, and every file that is named there. */
const tail: Composer = {
  name: 'tail of the last session, 1,500 tokens',
  compose({ history, relative }) {
    const lines: string[] = []
    let tokens = 0
    for (const line of (history.at(-1)?.events ?? []).map(lineOf).reverse()) {
      tokens += tokenCeiling(line)
      if (tokens > TAIL_TOKENS) break
      lines.unshift(line)
    }
    const text = lines.join('\n')
    const files = pathsIn(text)
      .flatMap((path) => relative(path) ?? [])
      .filter(isFile)
    return { files: [...new Set(files)].reverse().slice(0, MOST_FILES), text, tokens: tokenCeiling(text) }
  },
}

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
    const all = new Map(latestFirst(situation).map((postings) => [postings.session, postings]))
    const sessions = best(answers(situation), all.size).flatMap(([session]) => all.get(session) ?? [])
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
    const keys = (ranked: readonly (readonly [string, number])[]): string[] => ranked.map(([key]) => key)
    return composed(keys(best(files, MOST_FILES)), keys(best(worth, MOST_SESSIONS)))
  },
}
const HALF_LIFE = 5

const latestFirst = ({ history }: Situation): readonly Postings[] =>
  history.map((session) => session.postings()).sort((a, b) => b.lastAt - a.lastAt)

const answers = ({ prompt = '', ...situation }: Situation): ReadonlyMap<string, number> =>
  sessionScores(situation.shelf(), termsIn(prompt), Number.POSITIVE_INFINITY)

function firstFiles(sessions: readonly Postings[]): readonly string[] {
  const files = new Set<string>()
  for (const session of sessions)
    for (const [path, { edits }] of [...session.files].reverse()) if (edits > 0) files.add(path)
  return [...files].slice(0, MOST_FILES)
}

const named = (sessions: readonly Postings[]): readonly string[] =>
  sessions.slice(0, MOST_SESSIONS).map(({ session }) => session)

export const baselines: readonly Composer[] = [nothing, tail, recent, bm25, both]
