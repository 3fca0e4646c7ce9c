import type { Connection } from './driver.ts'

/** "left" in ASCII. Identifies the file before anything else is read. */
export const APPLICATION_ID = 0x6c656674
export const SCHEMA_VERSION = 3

/** Hashes of erased content (log/erased-content.ts), and a counter that each erasure increments. */
const ERASED = `
  CREATE TABLE forgotten (
    session TEXT NOT NULL,
    key TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (session, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE generation (value INTEGER NOT NULL) STRICT;
  INSERT INTO generation (value) VALUES (0);
`

/**
 * New logs add this column in the same way as migrated logs, so that all logs have the same layout. The index
 * makes it unnecessary to read the column. Views from older releases count as pending until they are folded again.
 */
const PENDING = `
  ALTER TABLE session_view ADD COLUMN pending INTEGER NOT NULL DEFAULT 1;
  CREATE INDEX session_view_pending ON session_view (project, last_at) WHERE pending = 1;
`
/** SQLite's default. No release of leftoff has changed it. */
export const PAGE_BYTES = 4096

/** The payload is the last column, so that the other columns can be read without its overflow pages. */
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
  ${ERASED}
  ${PENDING}
`

export interface SchemaMigration {
  readonly version: number
  readonly name: string
  up(db: Connection): void
}

/** Each migrates from the version before it. Never edit a released migration. Version 1 is the first release. */
export const migrations: readonly SchemaMigration[] = [
  { version: 2, name: 'erased content is remembered', up: (db) => db.exec(ERASED) },
  { version: 3, name: 'views with open items are found', up: (db) => db.exec(PENDING) },
]
