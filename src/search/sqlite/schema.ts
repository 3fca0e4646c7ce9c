import { checksum } from '../../event/hash.ts'
import { SESSION_SHAPE } from '../../session/shape.ts'

/** Increment with every change to the tables or their content. An index with another version is deleted and rebuilt. */
const TABLES_SHAPE = 13
/** Entries also contain data from views. */
export const INDEX_VERSION = TABLES_SHAPE * 1000 + SESSION_SHAPE

/**
 * The sessions and paths of one project have rowids in one range, so that a full-text query for a project skips
 * the postings of all other projects.
 */
export const PROJECT_RANGE = 2 ** 32

/**
 * The full-text tables contain the output of `termsIn` (stems, parts of identifiers, no stop words), never the
 * text itself. `contentless_delete` allows replacing the words of a session. `summary`, `corrections`, `settled`,
 * `progress` and `words` are sealed (see `seal`).
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
    progress TEXT NOT NULL,
    words TEXT NOT NULL
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
  CREATE TABLE generation (value INTEGER NOT NULL) STRICT;
  INSERT INTO generation (value) VALUES (0);
`

/** Deletes all entries. */
export const DELETE_ALL = `
  DELETE FROM session_file;
  INSERT INTO path_text (path_text) VALUES ('delete-all');
  DELETE FROM path;
  INSERT INTO session_text (session_text) VALUES ('delete-all');
  DELETE FROM session;
  DELETE FROM project;
`

/**
 * Puts a checksum of the text, its session and its column in front of the text. Agents read this text, and the
 * index has no hash chain, so damaged text counts as missing until a new index entry replaces it.
 */
export const seal = (text: string, ...place: readonly string[]): string => `${sumOf(text, place)} ${text}`

/** Undefined if the text or its place differs from what was sealed. */
export function unseal(sealed: unknown, ...place: readonly string[]): string | undefined {
  if (typeof sealed !== 'string') return undefined
  const end = sealed.indexOf(' ')
  const text = sealed.slice(end + 1)
  return end > 0 && sealed.slice(0, end) === String(sumOf(text, place)) ? text : undefined
}

const sumOf = (text: string, place: readonly string[]): number => checksum([...place, text].join('\n'))
