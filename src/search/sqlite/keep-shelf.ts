import { closeSync, openSync } from 'node:fs'
import type { Connection, Row, Value } from '../../log/sqlite/driver.ts'
import { MOST_PATHS } from '../evidence.ts'
import type { FileTrace } from '../facts.ts'
import { NO_HOLDERS, NO_PATHS } from '../forgiving-shelf.ts'
import { type Lately, latelyOf, RECENT } from '../lately.ts'
import { millionths, Numbering, numberedInOrder } from '../numbers.ts'
import { mostHolders } from '../session-scores.ts'
import { didTo } from '../shelf.ts'
import type { Named } from './kept-shelf.ts'
import { ORIGIN, type Origin } from './shelf-file.ts'
import { piecesIn } from './shelf-pieces.ts'
import { type KeptSession, type ShelfContent, writeShelf } from './write-shelf.ts'

export interface ShelfAsk {
  readonly projects: readonly string[]
  readonly path: string
  readonly now: number
}

/** So long what was written is good enough. */
const FRESH_MS = 10 * 60_000

/** Writes the postings of these projects into their file, where the index has moved since that was written. */
export function keepShelf(db: Connection, { projects, path, now }: ShelfAsk): void {
  const before = originOf(path)
  if (before && Math.abs(now - before.at) < FRESH_MS) return
  const ask = asking(db, projects)
  const standing = JSON.stringify(ask(STANDING)[0])
  if (before?.standing === standing) return
  writeShelf(path, { origin: { at: now, standing }, ...contentIn(ask) })
}

function contentIn(ask: Ask): Omit<ShelfContent, 'origin'> {
  const rows = ask(PATHS)
  const names = numberedInOrder(new Set(rows.map((row) => String(row.path))))
  const sessions = new Numbering()
  const kept = ask(SESSIONS).map((row) => {
    sessions.of(String(row.session))
    return { row, files: parsed<readonly FileTrace[]>(row.files) }
  })
  const numbers: Numbers = { path: (name) => names.of(name), session: (name) => sessions.of(name) }
  return {
    sessions: kept.map(({ row, files }) => sessionOf(row, files, numbers)),
    paths: rows.length,
    names: names.all,
    lately: latelyIn(kept, numbers),
    terms: termsIn(ask, kept.length, numbers),
    stems: stemsIn(rows, numbers),
  }
}

interface Numbers {
  readonly path: (name: string) => number
  readonly session: (name: string) => number
}

const sessionOf = (row: Row, files: readonly FileTrace[], numbers: Numbers): KeptSession => ({
  session: String(row.session),
  length: Number(row.length),
  traces: {
    paths: files.map(([path]) => numbers.path(path)),
    did: files.map(([, edits, reads]) => didTo({ edits, reads })),
  },
  settled: String(row.settled),
})

function latelyIn(kept: readonly { row: Row; files: readonly FileTrace[] }[], numbers: Numbers): Lately {
  const last = kept.filter(({ files }) => files.length > 0).slice(0, RECENT)
  const files = new Map(last.map((one) => [String(one.row.session), one.files]))
  return latelyOf({
    recent: [...files.keys()],
    filesOf: (session) => files.get(session) ?? [],
    numberOfPath: numbers.path,
    numberOfSession: numbers.session,
  })
}

function termsIn(ask: Ask, sessions: number, numbers: Numbers): ShelfContent['terms'] {
  const terms = new Map<string, ReturnType<ShelfContent['terms']['get']> & object>()
  for (const row of ask(PATHS_WITH, MOST_PATHS)) {
    const held = parsed<readonly (readonly [string, number, number])[]>(row.held)
    terms.set(String(row.term), {
      ...NO_HOLDERS,
      paths: held.map(([path]) => numbers.path(path)),
      touched: held.map(([, touched]) => touched),
      shares: held.map(([, , share]) => millionths(share)),
    })
  }
  for (const row of ask(HOLDERS, Math.floor(mostHolders({ sessions })))) {
    const held = parsed<readonly (readonly [string, number])[]>(row.held)
    terms.set(String(row.term), {
      ...(terms.get(String(row.term)) ?? NO_PATHS),
      sessions: held.map(([session]) => numbers.session(session)),
      weights: held.map(([, weight]) => weight),
    })
  }
  return terms
}

function stemsIn(rows: readonly Row[], numbers: Numbers): ShelfContent['stems'] {
  const stems = new Map<string, Named[]>()
  for (const row of rows) {
    const path = String(row.path)
    const known = stems.get(String(row.stem)) ?? []
    stems.set(String(row.stem), known)
    known.push([numbers.path(path), path, Number(row.touched)])
  }
  return stems
}

type Ask = (sql: string, ...values: readonly Value[]) => readonly Row[]
const asking =
  (db: Connection, projects: readonly string[]): Ask =>
  (sql, ...values) =>
    db.prepare(sql.replace('AMONG', projects.map(() => '?').join())).all(...projects, ...values)

const STANDING = 'SELECT count(*), sum(seq), max(last_at) FROM session WHERE project IN (AMONG)'
const SESSIONS = `SELECT session, length, files, settled FROM session WHERE project IN (AMONG)
  ORDER BY last_at DESC, session`
const PATHS = 'SELECT stem, path, touched_at IS NOT NULL AS touched FROM path WHERE project IN (AMONG)'
/** What more of them hold, nobody asks for. */
const HOLDERS = `SELECT term, json_group_array(json_array(session, weight)) AS held
  FROM term WHERE project IN (AMONG) GROUP BY term HAVING count(*) <= ?`
const PATHS_WITH = `SELECT term, json_group_array(json_array(path, touched_at IS NOT NULL, share)) AS held
  FROM path_term JOIN path USING (project, path) WHERE project IN (AMONG) GROUP BY term HAVING count(*) <= ?`

const parsed = <T>(json: unknown): T => JSON.parse(String(json)) as T

function originOf(path: string): Origin | undefined {
  try {
    const file = openSync(path, 'r')
    try {
      const written = piecesIn(file)?.text(ORIGIN, 0)
      return written === undefined ? undefined : parsed(written)
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined // there is none yet, or what is there does not read back
  }
}
