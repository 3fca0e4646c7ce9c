import { fault } from '../../host/fault-injection.ts'
import { Problem } from '../../problem.ts'
import type { Connection } from './driver.ts'
import { APPLICATION_ID, CURRENT_SCHEMA, migrations, SCHEMA_VERSION, type SchemaMigration } from './schema.ts'
import { rollback } from './transaction.ts'

export interface Release {
  readonly version: number
  readonly schema: string
  readonly migrations: readonly SchemaMigration[]
}

export const thisRelease: Release = { version: SCHEMA_VERSION, schema: CURRENT_SCHEMA, migrations }

/** Which program created the database; `empty` for a new file. */
type DatabaseOrigin =
  | { readonly kind: 'empty' }
  | { readonly kind: 'ours'; readonly version: number }
  | { readonly kind: 'foreign' }

/** Reads the origin before any write, so that a foreign or newer database is refused unchanged. */
export function readOrigin(db: Connection): DatabaseOrigin {
  // Counts objects first, because another process may create the log (tables and id) between the two queries.
  const objects = Number(db.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n)
  const applicationId = pragma(db, 'application_id')
  if (applicationId === APPLICATION_ID) return { kind: 'ours', version: pragma(db, 'user_version') }
  return applicationId === 0 && objects === 0 ? { kind: 'empty' } : { kind: 'foreign' }
}

export function refuseUnlessOurs(found: DatabaseOrigin, path: string, release: Release): void {
  if (found.kind === 'foreign') throw foreignFile(path)
  if (found.kind === 'ours' && found.version > release.version)
    throw newerLog(path, found.version, release.version)
}

/**
 * Upgrades the database to this release. Call it without an open transaction or statement. All steps and the version
 * number are written in one transaction, so a crash leaves either the old or the new version.
 */
export function migrate(db: Connection, path: string, release: Release): void {
  db.exec('BEGIN IMMEDIATE')
  try {
    const origin = readOrigin(db) // check again, because no other process can change it now
    refuseUnlessOurs(origin, path, release)
    if (origin.kind === 'empty') create(db, release)
    if (origin.kind === 'ours') applyMigrations(db, origin.version, release)
    fault.at('migrate.before-commit')
    db.exec('COMMIT')
  } catch (error) {
    rollback(db)
    throw error
  }
}

function create(db: Connection, release: Release): void {
  db.exec(release.schema)
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${release.version}`)
}

function applyMigrations(db: Connection, from: number, release: Release): void {
  for (const migration of release.migrations.filter(({ version }) => version > from)) {
    migration.up(db)
    db.exec(`PRAGMA user_version = ${migration.version}`)
  }
}

const pragma = (db: Connection, name: 'application_id' | 'user_version'): number =>
  Number(db.prepare(`PRAGMA ${name}`).get()?.[name])

export const foreignFile = (path: string): Problem =>
  new Problem({
    code: 'log-foreign',
    message: 'the file at the log path was not created by leftoff; it was not changed',
    where: path,
    fix: 'move that file away, or set LEFTOFF_HOME to another folder',
  })

const newerLog = (path: string, found: number, known: number): Problem =>
  new Problem({
    code: 'log-newer',
    message: `the log has version ${found}, but this release supports up to ${known}; it was not changed`,
    where: path,
    fix: 'npm install -g leftoff@latest',
  })
