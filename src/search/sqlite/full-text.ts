import { type Connection, prepareOnce, type SqlRow } from '../../log/sqlite/driver.ts'
import { PROJECT_RANGE } from './schema.ts'

/** A range of rowids, for sessions or paths. */
interface IdRange {
  readonly first: number
  readonly last: number
}
export const ALL_IDS: IdRange = { first: 0, last: Number.MAX_SAFE_INTEGER }

export interface ProjectRange extends IdRange {
  readonly project: number
}

/** Skips projects that are not in the index. */
export function projectRanges(db: Connection, names: readonly string[]): readonly ProjectRange[] {
  const select = prepareOnce(db, 'SELECT id FROM project WHERE name = ?')
  return names.flatMap((name) => {
    const row = select.get(name)
    return row ? [rangeOf(Number(row.id))] : []
  })
}

function rangeOf(project: number): ProjectRange {
  const first = project * PROJECT_RANGE
  return { project, first, last: first + PROJECT_RANGE - 1 }
}

/** An FTS5 expression for rows that contain any of the words. Quoted, so that a word is never an operator. */
export const anyOf = (words: readonly string[]): string =>
  words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' OR ')

/** Counts the rows of the range that contain a word, up to `limit + 1`. */
const COUNTS = {
  session: `SELECT count(*) AS rows FROM (SELECT rowid FROM session_text
    WHERE session_text MATCH ? AND rowid BETWEEN ? AND ? LIMIT ?)`,
  path: `SELECT count(*) AS rows FROM (SELECT rowid FROM path_text
    WHERE path_text MATCH ? AND rowid BETWEEN ? AND ? LIMIT ?)`,
}

/**
 * The words that occur in at most `limit` rows of the range. A word in a third of all sessions does not
 * distinguish them, and without it `bm25()` has fewer rows to score. FTS5 knows only how rare a word is
 * across all projects.
 */
export function rareWords(db: Connection, { table, words, range, limit }: RareWordsQuery): readonly string[] {
  const count = prepareOnce(db, COUNTS[table])
  return words.filter((word) => {
    const rows = Number(count.get(anyOf([word]), range.first, range.last, limit + 1)?.rows)
    return rows > 0 && rows <= limit
  })
}
interface RareWordsQuery {
  readonly table: keyof typeof COUNTS
  readonly words: readonly string[]
  readonly range: IdRange
  readonly limit: number
}

/** Prompts weigh more than answers. The summary counts only in searches by the user. */
const RELEVANT_SESSIONS = `SELECT id, session, bm25(session_text, 2, 1, 1, 0) AS score
  FROM session_text JOIN session ON id = session_text.rowid
  WHERE session_text MATCH ? AND session_text.rowid BETWEEN ? AND ? AND last_at <= ?
  ORDER BY score, session LIMIT ?`
type Match = (db: Connection, query: MatchQuery) => readonly SqlRow[]
interface MatchQuery {
  readonly words: readonly string[]
  readonly range: IdRange
  readonly until: number
  readonly limit: number
}
export const relevantSessions: Match = (db, { words, range, until, limit }) => {
  const match = `{prompts answers files} : (${anyOf(words)})`
  return prepareOnce(db, RELEVANT_SESSIONS).all(match, range.first, range.last, until, limit)
}

const SEARCH_SESSIONS = `SELECT session, session.summary, bm25(session_text, 2, 1, 1, 3) AS score
  FROM session_text JOIN session ON id = session_text.rowid
  WHERE session_text MATCH ? AND session_text.rowid BETWEEN ? AND ? AND last_at <= ?
  ORDER BY score, session LIMIT ?`
export const searchSessions: Match = (db, { words, range, until, limit }) =>
  prepareOnce(db, SEARCH_SESSIONS).all(anyOf(words), range.first, range.last, until, limit)

const MATCHING_PATHS = `SELECT path, name_words, touched_at, score FROM (
    SELECT rowid AS id, bm25(path_text) AS score FROM path_text
    WHERE path_text MATCH ? AND rowid BETWEEN ? AND ? ORDER BY score LIMIT ?
  ) JOIN path USING (id) WHERE mentioned_at <= ? ORDER BY score, path`
export const matchingPaths: Match = (db, { words, range, until, limit }) =>
  prepareOnce(db, MATCHING_PATHS).all(anyOf(words), range.first, range.last, limit, until)
