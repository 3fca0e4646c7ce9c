import { Problem } from '../../problem.ts'
import type { Projection } from '../event-log.ts'
import type { Connections, Queries } from './driver.ts'

/** All tables are in one schema, so that the database can be shared with other programs. */
export const SCHEMA = 'leftoff'
const SCHEMA_VERSION = 3

/** Hashes of erased content (log/erased-content.ts), and a counter that each erasure increments. */
const ERASED = `
  CREATE TABLE ${SCHEMA}.forgotten (
    tenant text NOT NULL,
    session text NOT NULL,
    key text NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (tenant, session, key)
  );
  CREATE TABLE ${SCHEMA}.generation (tenant text PRIMARY KEY, value bigint NOT NULL);
`

/** Views of older releases count as pending until they are folded again. */
const PENDING = `
  ALTER TABLE ${SCHEMA}.session_view ADD COLUMN pending boolean NOT NULL DEFAULT true;
  CREATE INDEX session_view_pending ON ${SCHEMA}.session_view (tenant, project, last_at DESC) WHERE pending;
`

/** Each migrates from the version before it. Never edit a released migration. Version 1 is the first release. */
const MIGRATIONS: readonly { readonly version: number; readonly sql: string }[] = [
  { version: 2, sql: ERASED },
  { version: 3, sql: PENDING },
]

/**
 * The tenant is the first column of every key, so that tables can be distributed by tenant. Positions are
 * assigned under the tenant's lock. So no smaller position is committed later, and a reader that continues
 * from a position misses nothing.
 */
const CURRENT_SCHEMA = `
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
  ${ERASED}
  ${PENDING}
  INSERT INTO ${SCHEMA}.release (version) VALUES (${SCHEMA_VERSION});
`

/** The name of a log's owner, and the projection that computes its views. */
export interface Tenant<V> {
  readonly tenant: string
  readonly projection: Projection<V>
}

/** Creates or migrates the tables. Concurrent processes wait for the lock and then find the tables ready. */
export function prepareSchema(connections: Connections): Promise<void> {
  return connections.transaction(async (db) => {
    await db.all(`SELECT pg_advisory_xact_lock(hashtextextended('leftoff schema', 0))`)
    const version = await readVersion(db)
    if (version === undefined) await db.all(CURRENT_SCHEMA)
    else if (version > SCHEMA_VERSION) throw newerSchema(version)
    else await applyMigrations(db, version)
  })
}

async function applyMigrations(db: Queries, from: number): Promise<void> {
  for (const { version, sql } of MIGRATIONS.filter((one) => one.version > from))
    await db.all(`${sql} INSERT INTO ${SCHEMA}.release (version) VALUES (${version});`)
}

async function readVersion(db: Queries): Promise<number | undefined> {
  const [table] = await db.all('SELECT to_regclass($1) AS release', [`${SCHEMA}.release`])
  if (!table?.release) return undefined
  const [row] = await db.all(`SELECT max(version) AS version FROM ${SCHEMA}.release`)
  return Number(row?.version ?? 0)
}

const newerSchema = (version: number): Problem =>
  new Problem({
    code: 'log-newer',
    message: `the leftoff tables have version ${version}, but this release supports up to ${SCHEMA_VERSION}`,
    fix: 'upgrade leftoff; nothing was changed',
  })
