import type { Connection, Row } from '../../log/sqlite/driver.ts'
import { prepared } from '../../log/sqlite/prepared.ts'
import { once } from '../../once.ts'
import type { FileTrace } from '../facts.ts'
import { latelyOf, RECENT } from '../lately.ts'
import type { Holder, KnownPath, Shelf } from '../shelf.ts'

/** The shelf of some projects as it stood at a moment; a session that was not over by then is not on it. */
export function sqliteShelf(db: Connection, projects: readonly string[], until: number): Shelf {
  const each = (sql: string, ...values: readonly (string | number)[]): readonly Row[] =>
    projects.flatMap((project) => prepared(db, sql).all(project, ...values))
  const sizes = each(SIZES, until)
  const sum = (column: string): number => sizes.reduce((total, row) => total + Number(row[column] ?? 0), 0)
  const sessions = sum('sessions')
  const filesOf = remembered((session) => filesIn(prepared(db, FILES).get(session, until)))
  const recent = (): readonly string[] =>
    [...each(LAST, until, RECENT)]
      .sort((a, b) => Number(b.last_at) - Number(a.last_at))
      .slice(0, RECENT)
      .map((row) => String(row.session))
  return {
    sessions,
    paths: each(PATHS, until).reduce((total, row) => total + Number(row.paths), 0),
    meanLength: sum('length') / (sessions || 1),
    lately: once(() => latelyOf(recent(), filesOf)),
    sessionsWith: (term, most) => few(each(HOLDERS, term, until, oneMore(most)), most).map(holderIn),
    filesOf,
    pathsWith: (term, most) =>
      few(each(PATHS_WITH, term, until, oneMore(most)), most).map((row) => [
        String(row.path),
        isTouched(row, until) ? 1 : 0,
        Number(row.share),
      ]),
    pathsNamed: (stem) => each(PATHS_NAMED, stem, until).map((row) => knownPath(row, until)),
  } satisfies Shelf
}

/** A ranking asks up to three times for what one session did. */
function remembered<A>(ask: (session: string) => A): (session: string) => A {
  const answers = new Map<string, A>()
  return (session) => {
    const known = answers.get(session)
    if (known !== undefined) return known
    const found = ask(session)
    answers.set(session, found)
    return found
  }
}

const SIZES =
  'SELECT count(*) AS sessions, sum(length) AS length FROM session WHERE project = ? AND last_at <= ?'
const PATHS = 'SELECT count(*) AS paths FROM path WHERE project = ? AND met_at <= ?'
const LAST = `SELECT session, last_at FROM session WHERE project = ? AND last_at <= ? AND files <> '[]'
  ORDER BY last_at DESC, session LIMIT ?`
const HOLDERS = `SELECT term.session, weight, length FROM term JOIN session USING (session)
  WHERE term.project = ? AND term = ? AND last_at <= ? LIMIT ?`
const FILES = 'SELECT files FROM session WHERE session = ? AND last_at <= ?'
const PATHS_WITH = `SELECT path, share, touched_at FROM path_term JOIN path USING (project, path)
  WHERE project = ? AND term = ? AND met_at <= ? LIMIT ?`
const PATHS_NAMED = 'SELECT path, touched_at FROM path WHERE project = ? AND stem = ? AND met_at <= ?'

/** A third of all sessions may be no whole number, and SQLite refuses a limit that is none. */
const oneMore = (most: number): number => Math.floor(most) + 1

/** What too many have in common tells none from another. */
const few = (rows: readonly Row[], most: number): readonly Row[] => (rows.length > most ? [] : rows)

const holderIn = (row: Row): Holder => ({
  session: String(row.session),
  weight: Number(row.weight),
  length: Number(row.length),
})

const filesIn = (row: Row | undefined): readonly FileTrace[] =>
  row ? (JSON.parse(String(row.files)) as readonly FileTrace[]) : []

const isTouched = ({ touched_at: at }: Row, until: number): boolean => typeof at === 'number' && at <= until

const knownPath = (row: Row, until: number): KnownPath => ({
  path: String(row.path),
  isTouched: isTouched(row, until),
})
