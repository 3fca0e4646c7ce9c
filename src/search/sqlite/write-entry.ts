import { type Connection, prepareOnce } from '../../log/sqlite/driver.ts'
import { nameOf, stemOfName } from '../../text/paths.ts'
import { termsIn } from '../../text/terms.ts'
import type { SessionEntry } from '../session-index.ts'
import { PROJECT_RANGE } from './schema.ts'

/** Replaces a session's entry. Its paths stay, because a session only adds files. */
export function writeEntry(db: Connection, entry: SessionEntry): void {
  const { session, lastAt, files, mentioned } = entry.facts
  const project = projectId(db, entry.project)
  const id = sessionId(db, session, project)
  prepareOnce(
    db,
    `INSERT OR REPLACE INTO session (id, project, session, seq, last_at, file_count, summary, corrections, settled, digest)
     VALUES (?,?,?,?,?,?,?,?,?,?)`,
  ).run(
    id,
    project,
    session,
    entry.seq,
    lastAt,
    files.size,
    entry.summary,
    JSON.stringify(entry.corrections),
    JSON.stringify(entry.settled),
    JSON.stringify(entry.digest),
  )
  writeWords(db, id, entry)
  prepareOnce(db, 'DELETE FROM session_file WHERE session = ?').run(id)
  const insertFile = prepareOnce(
    db,
    'INSERT INTO session_file (session, path, edits, reads) VALUES (?,?,?,?)',
  )
  for (const [path, { edits, reads }] of files)
    insertFile.run(id, writePath(db, { project, path, at: lastAt, isTouched: true }), edits, reads)
  for (const path of mentioned)
    if (!files.has(path)) writePath(db, { project, path, at: lastAt, isTouched: false })
}

function projectId(db: Connection, name: string): number {
  const row = prepareOnce(db, 'SELECT id FROM project WHERE name = ?').get(name)
  if (row) return Number(row.id)
  prepareOnce(db, 'INSERT INTO project (name) VALUES (?)').run(name)
  return projectId(db, name)
}

/** Deletes the entry of a session that has moved to another project. */
function sessionId(db: Connection, session: string, project: number): number {
  const row = prepareOnce(db, 'SELECT id, project FROM session WHERE session = ?').get(session)
  if (row?.project === project) return Number(row.id)
  if (row) {
    const id = Number(row.id)
    prepareOnce(db, 'DELETE FROM session WHERE id = ?').run(id)
    prepareOnce(db, 'DELETE FROM session_text WHERE rowid = ?').run(id)
    prepareOnce(db, 'DELETE FROM session_file WHERE session = ?').run(id)
  }
  return nextId(db, 'SELECT max(id) AS last FROM session WHERE id BETWEEN ? AND ?', project)
}

function nextId(db: Connection, sql: string, project: number): number {
  const first = project * PROJECT_RANGE
  const last = prepareOnce(db, sql).get(first, first + PROJECT_RANGE - 1)?.last
  return typeof last === 'number' ? last + 1 : first
}

function writeWords(db: Connection, id: number, { facts, summary }: SessionEntry): void {
  const edited = [...facts.files].flatMap(([path, { edits }]) => Array<string>(edits).fill(path))
  prepareOnce(
    db,
    'INSERT OR REPLACE INTO session_text (rowid, prompts, answers, files, summary) VALUES (?,?,?,?,?)',
  ).run(id, wordsOf(facts.prompts), wordsOf(facts.answers), wordsOf(edited), wordsOf([summary]))
}

/** More repetitions barely change a BM25 score, but each must be read. */
const MAX_REPETITIONS = 8

function wordsOf(texts: readonly string[]): string {
  const terms = new Map<string, number>()
  for (const text of texts) termsIn(text, 1, terms)
  return Array.from(terms, ([term, count]) => `${term} `.repeat(Math.min(count, MAX_REPETITIONS))).join('')
}

interface PathUse {
  readonly project: number
  readonly path: string
  readonly at: number
  readonly isTouched: boolean
}

/** Keeps the earliest times, so that a query about the past knows which paths existed then. */
function writePath(db: Connection, { project, path, at, isTouched }: PathUse): number {
  const touchedAt = isTouched ? at : null
  const row = prepareOnce(
    db,
    'SELECT id, mentioned_at, touched_at FROM path WHERE project = ? AND path = ?',
  ).get(project, path)
  if (!row) return insertPath(db, { project, path, at, isTouched })
  const id = Number(row.id)
  const isEarlier = at < Number(row.mentioned_at)
  const isTouchedEarlier = isTouched && at < Number(row.touched_at ?? Number.POSITIVE_INFINITY)
  if (isEarlier || isTouchedEarlier)
    prepareOnce(
      db,
      `UPDATE path SET mentioned_at = min(mentioned_at, ?), touched_at = min(ifnull(touched_at, ?), ifnull(?, touched_at))
       WHERE id = ?`,
    ).run(at, touchedAt, touchedAt, id)
  return id
}

function insertPath(db: Connection, { project, path, at, isTouched }: PathUse): number {
  const id = nextId(db, 'SELECT max(id) AS last FROM path WHERE id BETWEEN ? AND ?', project)
  prepareOnce(
    db,
    'INSERT INTO path (id, project, path, stem, name_words, mentioned_at, touched_at) VALUES (?,?,?,?,?,?,?)',
  ).run(id, project, path, stemOfName(path), nameWords(path), at, isTouched ? at : null)
  prepareOnce(db, 'INSERT INTO path_text (rowid, words) VALUES (?,?)').run(
    id,
    [...termsIn(path).keys()].join(' '),
  )
  return id
}

/** The words of the file name without its extension. */
const nameWords = (path: string): string =>
  [...termsIn(nameOf(path).replace(/(?!^)\.[^.]*$/, '')).keys()].join(' ')
