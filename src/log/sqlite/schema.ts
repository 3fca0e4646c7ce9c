import type { Connection } from './driver.ts'

/** "left" in ASCII. Identifies the file before anything else is read. */
export const APPLICATION_ID = 0x6c656674
export const SCHEMA_VERSION = 1

/** The payload is the last column, so that the others are read without its overflow pages. */
export const CURRENT_SCHEMA = `
  CREATE TABLE event (
    pos INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    session TEXT NOT NULL,
    seq INTEGER NOT NULL,
    type TEXT NOT NULL,
    version INTEGER NOT NULL,
    at INTEGER NOT NULL,
    payload_hash BLOB NOT NULL,
    prev_hash BLOB NOT NULL,
    hash BLOB NOT NULL,
    payload TEXT,
    UNIQUE (session, seq)
  ) STRICT;
  CREATE TABLE session_view (
    session TEXT NOT NULL PRIMARY KEY,
    seq INTEGER NOT NULL,
    head BLOB NOT NULL,
    project TEXT NOT NULL,
    open INTEGER NOT NULL,
    archived INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    doc_sum INTEGER NOT NULL,
    doc TEXT NOT NULL
  ) STRICT;
  CREATE INDEX session_view_by_project ON session_view (project, open, last_at);
  CREATE INDEX session_view_by_time ON session_view (last_at);
  CREATE TABLE chore (name TEXT NOT NULL PRIMARY KEY, at INTEGER NOT NULL) STRICT;
`

export interface SchemaMigration {
  readonly version: number
  readonly name: string
  up(db: Connection): void
}

/** Each migrates from the previous version. Never edit a released one. Version 1 is the first release. */
export const migrations: readonly SchemaMigration[] = []
