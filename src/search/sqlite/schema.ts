import { DIGEST_SHAPE } from '../../session/shape.ts'

/** Increment with every change to the tables or their content. An index with another version is deleted and rebuilt. */
const TABLES_SHAPE = 11
export const INDEX_VERSION = TABLES_SHAPE * 1000 + DIGEST_SHAPE

/**
 * The rowids of the sessions and paths of one project form one range, so that a full-text query for a project skips the
 * postings of all others.
 */
export const PROJECT_RANGE = 2 ** 32

/**
 * The full-text tables contain the output of `termsIn` (stems, parts of identifiers, no stop words), never the text
 * itself. `contentless_delete` allows replacing the words of a session.
 */
export const INDEX_SCHEMA = `
  CREATE TABLE project (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE TABLE session (
    id INTEGER PRIMARY KEY,
    project INTEGER NOT NULL,
    session TEXT NOT NULL UNIQUE,
    seq INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    file_count INTEGER NOT NULL,
    summary TEXT NOT NULL,
    corrections TEXT NOT NULL,
    settled TEXT NOT NULL,
    digest TEXT NOT NULL
  ) STRICT;
  CREATE INDEX session_by_project ON session (project, last_at, file_count);
  CREATE VIRTUAL TABLE session_text USING fts5(
    prompts, answers, files, summary, content='', contentless_delete=1
  );
  CREATE TABLE path (
    id INTEGER PRIMARY KEY,
    project INTEGER NOT NULL,
    path TEXT NOT NULL,
    stem TEXT NOT NULL,
    name_words TEXT NOT NULL,
    mentioned_at INTEGER NOT NULL,
    touched_at INTEGER,
    UNIQUE (project, path)
  ) STRICT;
  CREATE INDEX path_by_stem ON path (project, stem);
  CREATE VIRTUAL TABLE path_text USING fts5(words, content='');
  CREATE TABLE session_file (
    session INTEGER NOT NULL,
    path INTEGER NOT NULL,
    edits INTEGER NOT NULL,
    reads INTEGER NOT NULL,
    PRIMARY KEY (session, path)
  ) STRICT, WITHOUT ROWID;
`
