import { type Connection, prepareOnce } from '../../log/sqlite/driver.ts'
import { nameOf, stemOfName } from '../../text/paths.ts'
import { termsIn } from '../../text/terms.ts'
import type { SessionEntry } from '../session-index.ts'
import { PROJECT_RANGE, seal, unseal } from './schema.ts'

/** Writes or extends a session's entry. Keeps its paths, because a session only adds files. */
export function writeEntry(db: Connection, entry: SessionEntry): void {
  const { session, lastAt, files, mentioned } = entry.facts
  const project = projectId(db, entry.project)
  const id = sessionId(db, session, project)
  const before = entry.after > 0 ? storedBefore(db, id, entry) : undefined
  if (!before) prepareOnce(db, 'DELETE FROM session_file WHERE session = ?').run(id)
  const at = Math.max(lastAt, before?.lastAt ?? 0)
  for (const [path, { edits, reads }] of files)
    prepareOnce(db, ADD_FILE).run(id, writePath(db, { project, path, at, isTouched: true }), edits, reads)
  for (const path of mentioned) if (!files.has(path)) writePath(db, { project, path, at, isTouched: false })
  const words = new SessionWords(before?.words)
  words.add(entry.facts)
  prepareOnce(db, WRITE_SESSION).run(
    id,
    project,
    session,
    entry.seq,
    at,
    Number(prepareOnce(db, COUNT_FILES).get(id)?.files),
    seal(entry.summary, session, 'summary'),
    seal(JSON.stringify(entry.corrections), session, 'corrections'),
    seal(JSON.stringify(entry.settled), session, 'settled'),
    seal(JSON.stringify(entry.progress), session, 'progress'),
    seal(words.packed(), session, 'words'),
  )
  const edited = prepareOnce(db, EDITED).all(id)
  const paths = edited.flatMap(({ path, edits }) => Array<string>(Number(edits)).fill(String(path)))
  prepareOnce(db, WRITE_WORDS).run(id, ...words.texts(), wordsOf(paths), wordsOf([entry.summary]))
}

const WRITE_SESSION = `INSERT OR REPLACE INTO session
  (id, project, session, seq, last_at, file_count, summary, corrections, settled, progress, words)
  VALUES (?,?,?,?,?,?,?,?,?,?,?)`
const WRITE_WORDS =
  'INSERT OR REPLACE INTO session_text (rowid, prompts, answers, files, summary) VALUES (?,?,?,?,?)'
const ADD_FILE = `INSERT INTO session_file (session, path, edits, reads) VALUES (?,?,?,?)
  ON CONFLICT DO UPDATE SET edits = edits + excluded.edits, reads = reads + excluded.reads`
const COUNT_FILES = 'SELECT count(*) AS files FROM session_file WHERE session = ?'
const EDITED = `SELECT path.path, edits FROM session_file JOIN path ON path.id = session_file.path
  WHERE session = ? AND edits > 0`

interface StoredBefore {
  readonly lastAt: number
  readonly words: string
}

/** Throws if the stored entry is not the one that the new entry extends. */
function storedBefore(db: Connection, id: number, { after, facts }: SessionEntry): StoredBefore {
  const row = prepareOnce(db, 'SELECT seq, last_at, words FROM session WHERE id = ?').get(id)
  const words = row?.seq === after ? unseal(row.words, facts.session, 'words') : undefined
  if (words === undefined) throw new Error('the entry has changed in the meantime')
  return { lastAt: Number(row?.last_at), words }
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

/** The maximum count per term: more repetitions hardly change a BM25 score, but each must be read. */
const MAX_REPETITIONS = 8

type TermCounts = Map<string, number>

/** How often the messages of a session use each term. */
class SessionWords {
  readonly #prompts: TermCounts = new Map()
  readonly #answers: TermCounts = new Map()

  constructor(packed?: string) {
    if (packed === undefined) return
    const [prompts = [], answers = []] = JSON.parse(packed) as readonly (readonly string[])[]
    unpack(prompts, this.#prompts)
    unpack(answers, this.#answers)
  }

  add({ prompts, answers }: SessionEntry['facts']): void {
    for (const text of prompts) termsIn(text, 1, this.#prompts)
    for (const text of answers) termsIn(text, 1, this.#answers)
  }

  /** The terms, grouped by how often they occur. */
  packed(): string {
    return JSON.stringify([pack(this.#prompts), pack(this.#answers)])
  }

  texts(): readonly [prompts: string, answers: string] {
    return [textOf(this.#prompts), textOf(this.#answers)]
  }
}

function pack(counts: TermCounts): readonly string[] {
  const terms = Array.from({ length: MAX_REPETITIONS }, (): string[] => [])
  for (const [term, count] of counts) terms[Math.min(count, MAX_REPETITIONS) - 1]?.push(term)
  return terms.map((same) => same.join(' '))
}

function unpack(terms: readonly string[], counts: TermCounts): void {
  for (const [index, same] of terms.entries())
    for (const term of same.split(' ')) if (term !== '') counts.set(term, index + 1)
}

function wordsOf(texts: readonly string[]): string {
  const counts: TermCounts = new Map()
  for (const text of texts) termsIn(text, 1, counts)
  return textOf(counts)
}

const textOf = (counts: TermCounts): string =>
  Array.from(counts, ([term, count]) => `${term} `.repeat(Math.min(count, MAX_REPETITIONS))).join('')

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
