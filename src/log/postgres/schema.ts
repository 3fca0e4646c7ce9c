/** Everything of one log: a schema of its own in the database, so that it can stand beside anything else. */
export const SCHEMA = 'leftoff'
export const SCHEMA_VERSION = 1

/**
 * The tenant leads every key, so that the tables can be distributed by it. Positions are given under a lock of the
 * tenant: whoever reads on from a position never misses what was committed later with a smaller one.
 */
export const CURRENT_SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
  CREATE TABLE ${SCHEMA}.release (version integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE ${SCHEMA}.event (
    tenant text NOT NULL,
    pos bigint NOT NULL,
    id text NOT NULL,
    session text NOT NULL,
    seq bigint NOT NULL,
    type text NOT NULL,
    version bigint NOT NULL,
    at bigint NOT NULL,
    payload_hash bytea NOT NULL,
    prev_hash bytea NOT NULL,
    hash bytea NOT NULL,
    payload text,
    PRIMARY KEY (tenant, pos),
    UNIQUE (tenant, id),
    UNIQUE (tenant, session, seq)
  );
  CREATE TABLE ${SCHEMA}.session_view (
    tenant text NOT NULL,
    session text NOT NULL,
    seq bigint NOT NULL,
    head bytea NOT NULL,
    project text NOT NULL,
    open boolean NOT NULL,
    archived boolean NOT NULL,
    started_at bigint NOT NULL,
    last_at bigint NOT NULL,
    shape integer NOT NULL,
    doc text NOT NULL,
    PRIMARY KEY (tenant, session)
  );
  CREATE INDEX session_view_by_project ON ${SCHEMA}.session_view (tenant, project, last_at DESC);
  CREATE INDEX session_view_by_time ON ${SCHEMA}.session_view (tenant, last_at DESC);
  INSERT INTO ${SCHEMA}.release (version) VALUES (${SCHEMA_VERSION});
`
