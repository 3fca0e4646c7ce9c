import { closeSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Connection, Row, Value } from '../../log/sqlite/driver.ts'
import { MOST_PATHS } from '../evidence.ts'
import type { FileTrace } from '../facts.ts'
import { type Lately, latelyOf, RECENT } from '../lately.ts'
import { mostHolders } from '../session-scores.ts'
import { type Heading, headingIn, keyOf, type Packed, SIZE } from './kept-shelf.ts'
import { INDEX_VERSION } from './version.ts'

export interface ShelfAsk {
  readonly projects: readonly string[]
  readonly path: string
  readonly now: number
}

/** So long what was written is good enough. */
const FRESH_MS = 10 * 60_000

/** Writes the postings of these projects into their file, where the index has moved since that was written. */
export function keepShelf(db: Connection, { projects, path, now }: ShelfAsk): void {
  const before = headingAt(path)
  if (before && Math.abs(now - before.at) < FRESH_MS) return
  const ask = asking(db, projects)
  const standing = JSON.stringify(ask(STANDING)[0])
  if (before?.standing === standing) return
  const sessions = ask(SESSIONS)
  const paths = ask(PATHS)
  const places = new Map(sessions.map(({ session }, place) => [String(session), place]))
  const terms = new Map<string, Packed['term']>()
  for (const row of ask(PATHS_WITH, MOST_PATHS)) terms.set(String(row.term), [[], parsed(row.held)])
  for (const row of ask(HOLDERS, Math.floor(mostHolders({ sessions: sessions.length })))) {
    const held = parsed<(readonly [string, number])[]>(row.held)
    const own = held.map(([session, weight]) => [places.get(session) ?? 0, weight] as const)
    terms.set(String(row.term), [own, terms.get(String(row.term))?.[1] ?? []])
  }
  const lines = [
    ...sessions.map((row) => `${keyOf('files', String(row.session))}\t${String(row.files)}`),
    ...sessions.map((row) => `${keyOf('settled', String(row.session))}\t${String(row.settled)}`),
    ...paths.map((row) => `${keyOf('name', String(row.stem))}\t${String(row.held)}`),
    `${keyOf('lately', '')}\t${JSON.stringify(latelyIn(sessions))}`,
    ...[...terms].map(([term, held]) => `${keyOf('term', term)}\t${JSON.stringify(held)}`),
  ]
  write(path, lines.sort(), {
    version: INDEX_VERSION,
    at: now,
    projects,
    standing,
    sessions: sessions.map(({ session, length }) => [String(session), Number(length)]),
    paths: paths.reduce((sum, row) => sum + Number(row.number), 0),
  })
}

function latelyIn(sessions: readonly Row[]): Lately {
  const last = sessions.filter(({ files }) => files !== '[]').slice(0, RECENT)
  const files = new Map(last.map((row) => [String(row.session), parsed<readonly FileTrace[]>(row.files)]))
  return latelyOf([...files.keys()], (session) => files.get(session) ?? [])
}

const asking =
  (db: Connection, projects: readonly string[]) =>
  (sql: string, ...values: readonly Value[]): readonly Row[] =>
    db.prepare(sql.replace('AMONG', projects.map(() => '?').join())).all(...projects, ...values)

const STANDING = 'SELECT count(*), sum(seq), max(last_at) FROM session WHERE project IN (AMONG)'
const SESSIONS = `SELECT session, length, files, settled FROM session WHERE project IN (AMONG)
  ORDER BY last_at DESC, session`
const PATHS = `SELECT stem, count(*) AS number, json_group_array(json_array(path, touched_at IS NOT NULL)) AS held
  FROM path WHERE project IN (AMONG) GROUP BY stem`
/** What more of them hold, nobody asks for. */
const HOLDERS = `SELECT term, json_group_array(json_array(session, weight)) AS held
  FROM term WHERE project IN (AMONG) GROUP BY term HAVING count(*) <= ?`
const PATHS_WITH = `SELECT term, json_group_array(json_array(path, touched_at IS NOT NULL, share)) AS held
  FROM path_term JOIN path USING (project, path) WHERE project IN (AMONG) GROUP BY term HAVING count(*) <= ?`

const parsed = <T>(json: unknown): T => JSON.parse(String(json)) as T

function headingAt(path: string): Heading | undefined {
  try {
    const file = openSync(path, 'r')
    try {
      const heading = headingIn(file)
      return heading?.version === INDEX_VERSION ? heading : undefined
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined // there is none yet, or what is there does not read back
  }
}

/** Few enough to find one by looking at all of them, each small enough to be read for one line. */
const BLOCK_LETTERS = 8 * 1024

/** Written aside and renamed; whoever reads the one before goes on with it. */
function write(path: string, lines: readonly string[], heading: Omit<Heading, 'blocks'>): void {
  const blocks = blocksOf(lines)
  const sized = (start: number): string => {
    let offset = start
    const table = blocks.map(({ first, text }): Heading['blocks'][number] => {
      const bytes = Buffer.byteLength(text)
      offset += bytes
      return [first, offset - bytes, bytes]
    })
    return JSON.stringify({ ...heading, blocks: table } satisfies Heading)
  }
  // Offsets count from the end of a heading that is filled up to a length that no table of them reaches.
  const room = Buffer.byteLength(sized(0)) + blocks.length * SIZE
  const head = sized(SIZE + room)
  const filled = head + ' '.repeat(room - Buffer.byteLength(head))
  const text = [String(room).padStart(SIZE), filled, ...blocks.map((block) => block.text)].join('')
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(`${path}.${process.pid}`, text, { mode: 0o600 })
  renameSync(`${path}.${process.pid}`, path)
}

interface Block {
  readonly first: string
  /** It begins and ends with a line end. */
  readonly text: string
}

function blocksOf(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = []
  let waiting: string[] = []
  let letters = 0
  for (const [index, line] of lines.entries()) {
    waiting.push(line)
    letters += line.length
    if (letters < BLOCK_LETTERS && index < lines.length - 1) continue
    const [first = ''] = waiting
    blocks.push({ first: first.slice(0, first.indexOf('\t')), text: `\n${waiting.join('\n')}\n` })
    waiting = []
    letters = 0
  }
  return blocks
}
