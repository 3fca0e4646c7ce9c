import type { Connection } from '../../log/sqlite/driver.ts'
import { prepared } from '../../log/sqlite/prepared.ts'
import { stemOfName, termsOfPath } from '../../text/paths.ts'
import type { Entry } from '../session-index.ts'

/** Replaces what is kept of one session. Paths stay known: whoever met one, it is there. */
export function putEntry(db: Connection, entry: Entry): void {
  const { project, seq, postings, gist, settled, lessons, digest } = entry
  const { session, lastAt, length, terms, files, named } = postings
  prepared(db, 'DELETE FROM term WHERE session = ?').run(session)
  prepared(
    db,
    `INSERT OR REPLACE INTO session (session, project, seq, last_at, length, files, gist, settled, lessons, digest) VALUES (?,?,?,?,?,?,?,?,?,?)`,
  ).run(
    session,
    project,
    seq,
    lastAt,
    length,
    packed(files),
    JSON.stringify(gist),
    JSON.stringify(settled),
    JSON.stringify(lessons),
    digest,
  )
  const term = prepared(db, 'INSERT INTO term (project, term, session, weight) VALUES (?,?,?,?)')
  for (const [word, weight] of terms) term.run(project, word, session, weight)
  for (const path of files.keys()) meet(db, { project, path, at: lastAt, isTouched: true })
  for (const path of named) if (!files.has(path)) meet(db, { project, path, at: lastAt, isTouched: false })
}

const packed = (files: Entry['postings']['files']): string =>
  JSON.stringify([...files].map(([path, { edits, reads }]) => [path, edits, reads]))

interface Met {
  readonly project: string
  readonly path: string
  readonly at: number
  readonly isTouched: boolean
}

const KNOWN = 'SELECT met_at, touched_at FROM path WHERE project = ? AND path = ?'

function meet(db: Connection, { project, path, at, isTouched }: Met): void {
  const known = prepared(db, KNOWN).get(project, path)
  if (known) {
    const met = Math.min(Number(known.met_at), at)
    const touched = earliest(known.touched_at, isTouched ? at : undefined)
    if (met !== known.met_at || touched !== known.touched_at)
      prepared(db, 'UPDATE path SET met_at = ?, touched_at = ? WHERE project = ? AND path = ?').run(
        met,
        touched,
        project,
        path,
      )
    return
  }
  prepared(db, 'INSERT INTO path (project, path, stem, met_at, touched_at) VALUES (?,?,?,?,?)').run(
    project,
    path,
    stemOfName(path),
    at,
    isTouched ? at : null,
  )
  const term = prepared(db, 'INSERT INTO path_term (project, term, path, share) VALUES (?,?,?,?)')
  for (const [word, share] of termsOfPath(path)) term.run(project, word, path, share)
}

function earliest(known: unknown, at: number | undefined): number | null {
  const before = typeof known === 'number' ? known : undefined
  if (before === undefined) return at ?? null
  return at === undefined ? before : Math.min(before, at)
}
