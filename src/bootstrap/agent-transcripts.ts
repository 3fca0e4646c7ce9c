import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenedTranscript, TranscriptFile, Transcripts } from '../agent/transcript/reader.ts'
import type { Environment } from '../host/paths.ts'
import { findSubagentFiles, openBelow, readTailBelow, transcriptRoots } from '../host/transcripts.ts'
import { type Connection, connect, type SqlRow } from '../log/sqlite/driver.ts'

/** Opens transcripts at the paths in hook payloads, but only inside the agent's folders. */
export function agentTranscripts(env: Environment): Transcripts {
  const roots = transcriptRoots(env)
  return {
    open: (agent, path) =>
      agent === 'opencode' ? openSession(env, path) : openBelow(roots[agent] ?? [], path),
    defaultPath: (agent, session) => (agent === 'opencode' ? sessionPath(env, session) : undefined),
    end: (agent, path, bytes) => readTailBelow(roots[agent] ?? [], path, bytes),
    subagentFiles: (agent, path) => (agent === 'claude-code' ? findSubagentFiles(path) : []),
  }
}

/** Path of the opencode session database. leftoff opens it read-only. */
export function databasePath(env: Environment): string {
  const data = env.XDG_DATA_HOME?.startsWith('/')
    ? env.XDG_DATA_HOME
    : join(env.HOME ?? '', '.local', 'share')
  return join(data, 'opencode', 'opencode.db')
}

const SEPARATOR = '#'

/** Each session in the format of `opencode export`. */
export function sessionsIn(database: string): readonly TranscriptFile[] {
  return queryDatabase(database, (db) =>
    db
      // Sorts sub-agents after their parents.
      .prepare(`${SESSIONS} ORDER BY s.parent_id IS NOT NULL, s.time_created`)
      .all()
      .map((row) => sessionFile(database, row)),
  )
}

/** A session path: the database path and the session id. */
const sessionPath = (env: Environment, session: string): string | undefined =>
  existsSync(databasePath(env)) ? `${databasePath(env)}${SEPARATOR}${session}` : undefined

/** Opens a session by a path from `sessionPath`. */
function openSession(env: Environment, path: string): OpenedTranscript {
  const database = databasePath(env)
  const id = path.startsWith(`${database}${SEPARATOR}`) ? path.slice(database.length + 1) : undefined
  if (id === undefined) return { kind: 'refused', reason: "it is not in opencode's database" }
  const [file] = queryDatabase(database, (db) =>
    db
      .prepare(`${SESSIONS} WHERE s.id = ?`)
      .all(id)
      .map((row) => sessionFile(database, row)),
  )
  return file ? { kind: 'file', file } : { kind: 'missing' }
}

const SESSIONS = `
  SELECT s.id, s.parent_id, s.directory, s.version, s.agent, s.time_created, s.time_updated,
    (SELECT coalesce(sum(length(p.data)), 0) FROM part p WHERE p.session_id = s.id) AS bytes
  FROM session s`

/** Returns nothing if the database is missing or has a different version. */
function queryDatabase<T>(database: string, query: (db: Connection) => readonly T[]): readonly T[] {
  if (!existsSync(database)) return []
  const db = connect(database, { readOnly: true, busyMs: 1000 })
  try {
    return query(db)
  } catch (error) {
    if (error instanceof Error && /no such (?:table|column)/.test(error.message)) return []
    throw error
  } finally {
    db.close()
  }
}

const sessionFile = (database: string, row: SqlRow): TranscriptFile => ({
  path: `${database}${SEPARATOR}${row.id}`,
  bytes: Number(row.bytes),
  modifiedAt: Number(row.time_updated),
  folder: String(row.directory),
  chunks: () => exportSession(database, row),
})

function* exportSession(database: string, row: SqlRow): Iterable<Uint8Array> {
  const db = connect(database, { readOnly: true, busyMs: 1000 })
  try {
    yield Buffer.from(`{"info":${JSON.stringify(infoOf(row))},"messages":[`)
    const parts = db.prepare('SELECT data FROM part WHERE message_id = ? ORDER BY id')
    const messages = db.prepare('SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id')
    let comma = ''
    for (const message of messages.all(String(row.id))) {
      const id = String(message.id)
      const content = parts.all(id).map(({ data }) => String(data))
      // The columns contain JSON. The document reader detects damaged JSON.
      const info = String(message.data).replace(/^\{/, `{"id":${JSON.stringify(id)},`)
      yield Buffer.from(`${comma}{"info":${info},"parts":[${content.join(',')}]}`)
      comma = ','
    }
    yield Buffer.from(']}')
  } finally {
    db.close()
  }
}

const infoOf = (row: SqlRow) => ({
  id: row.id,
  ...(row.parent_id !== null && { parentID: row.parent_id }),
  directory: row.directory,
  version: row.version,
  ...(row.agent !== null && { agent: row.agent }),
  time: { created: row.time_created },
})
