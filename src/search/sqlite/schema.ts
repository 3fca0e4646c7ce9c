export const INDEX_SCHEMA = `
  CREATE TABLE session (
    session TEXT NOT NULL PRIMARY KEY,
    project TEXT NOT NULL,
    seq INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    length REAL NOT NULL,
    files TEXT NOT NULL,
    gist TEXT NOT NULL,
    settled TEXT NOT NULL,
    lessons TEXT NOT NULL,
    digest TEXT NOT NULL
  ) STRICT;
  CREATE INDEX session_by_project ON session (project, last_at);
  CREATE TABLE term (
    project TEXT NOT NULL,
    term TEXT NOT NULL,
    session TEXT NOT NULL,
    weight REAL NOT NULL,
    PRIMARY KEY (project, term, session)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX term_by_session ON term (session);
  CREATE TABLE path (
    project TEXT NOT NULL,
    path TEXT NOT NULL,
    stem TEXT NOT NULL,
    met_at INTEGER NOT NULL,
    touched_at INTEGER,
    PRIMARY KEY (project, path)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX path_by_stem ON path (project, stem);
  CREATE TABLE path_term (
    project TEXT NOT NULL,
    term TEXT NOT NULL,
    path TEXT NOT NULL,
    share REAL NOT NULL,
    PRIMARY KEY (project, term, path)
  ) STRICT, WITHOUT ROWID;
`
