import type { Connection, Row } from '../../log/sqlite/driver.ts'
import { prepared } from '../../log/sqlite/prepared.ts'
import { once } from '../../once.ts'
import type { FileTrace } from '../facts.ts'
import { NO_HOLDERS, NO_PATHS } from '../forgiving-shelf.ts'
import { latelyOf, RECENT } from '../lately.ts'
import { millionths, Numbering } from '../numbers.ts'
import { didTo, type Holders, type PathHolders, type Shelf, type Traces } from '../shelf.ts'

/** The shelf of some projects as it stood at a moment; a session that was not over by then is not on it. */
export function sqliteShelf(db: Connection, projects: readonly string[], until: number): Shelf {
  const each = (sql: string, ...values: readonly (string | number)[]): readonly Row[] =>
    projects.flatMap((project) => prepared(db, sql).all(project, ...values))
  const sizes = each(SIZES, until)
  const sum = (column: string): number => sizes.reduce((total, row) => total + Number(row[column] ?? 0), 0)
  const sessions = sum('sessions')
  const met = new Met()
  const filesOf = (session: string): readonly FileTrace[] => filesIn(prepared(db, FILES).get(session, until))
  const recent = (): readonly string[] =>
    [...each(LAST, until, RECENT)]
      .sort((a, b) => Number(b.last_at) - Number(a.last_at))
      .slice(0, RECENT)
      .map((row) => String(row.session))
  return {
    sessions,
    paths: each(PATHS, until).reduce((total, row) => total + Number(row.paths), 0),
    lengths: met.lengths,
    meanLength: sum('length') / (sessions || 1),
    lately: once(() =>
      latelyOf({
        recent: recent(),
        filesOf,
        numberOfPath: (path) => met.paths.of(path),
        numberOfSession: (session) => met.sessions.of(session),
      }),
    ),
    sessionsWith: (term, most) => met.holders(few(each(HOLDERS, term, until, oneMore(most)), most)),
    filesOf: (session) => met.traces(filesOf(met.sessions.nameOf(session))),
    pathsWith: (term, most) =>
      met.pathHolders(few(each(PATHS_WITH, term, until, oneMore(most)), most), until),
    pathsNamed: (stem) =>
      each(PATHS_NAMED, stem, until).map((row) => ({
        number: met.paths.of(String(row.path)),
        path: String(row.path),
        isTouched: isTouched(row, until),
      })),
    pathOf: (number) => met.paths.nameOf(number),
    sessionOf: (number) => met.sessions.nameOf(number),
    comparePaths: (one, other) => (met.paths.nameOf(one) < met.paths.nameOf(other) ? -1 : 1),
  } satisfies Shelf
}

/** What the rows have spoken of so far, by its numbers. */
class Met {
  readonly paths = new Numbering()
  readonly sessions = new Numbering()
  readonly lengths: number[] = []

  holders(rows: readonly Row[]): Holders {
    if (rows.length === 0) return NO_HOLDERS
    const sessions = rows.map((row) => this.sessions.of(String(row.session)))
    for (const [at, session] of sessions.entries()) this.lengths[session] = Number(rows[at]?.length)
    return { sessions, weights: rows.map((row) => Number(row.weight)) }
  }

  pathHolders(rows: readonly Row[], until: number): PathHolders {
    if (rows.length === 0) return NO_PATHS
    return {
      paths: rows.map((row) => this.paths.of(String(row.path))),
      touched: rows.map((row) => (isTouched(row, until) ? 1 : 0)),
      shares: rows.map((row) => millionths(Number(row.share))),
    }
  }

  traces(files: readonly FileTrace[]): Traces {
    return {
      paths: files.map(([path]) => this.paths.of(path)),
      did: files.map(([, edits, reads]) => didTo({ edits, reads })),
    }
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

const filesIn = (row: Row | undefined): readonly FileTrace[] =>
  row ? (JSON.parse(String(row.files)) as readonly FileTrace[]) : []

const isTouched = ({ touched_at: at }: Row, until: number): boolean => typeof at === 'number' && at <= until
