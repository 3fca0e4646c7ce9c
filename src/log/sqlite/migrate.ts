import { fault } from '../../host/fault.ts'
import { Problem } from '../../problem.ts'
import type { Connection } from './driver.ts'
import { APPLICATION_ID, CURRENT_SCHEMA, type Migration, migrations, SCHEMA_VERSION } from './schema.ts'

export interface Release {
  readonly version: number
  readonly schema: string
  readonly migrations: readonly Migration[]
}

export const thisRelease: Release = { version: SCHEMA_VERSION, schema: CURRENT_SCHEMA, migrations }

/** What the database says about itself. `empty` is a new file. */
export type Belonging =
  | { readonly kind: 'empty' }
  | { readonly kind: 'ours'; readonly version: number }
  | { readonly kind: 'foreign' }

/** Asked before anything is written, so that a foreign or newer database is refused untouched. */
export function belonging(db: Connection): Belonging {
  // Objects first: another process may create the log between the two questions, tables and id at one instant.
  const objects = Number(db.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n)
  const applicationId = pragma(db, 'application_id')
  if (applicationId === APPLICATION_ID) return { kind: 'ours', version: pragma(db, 'user_version') }
  return applicationId === 0 && objects === 0 ? { kind: 'empty' } : { kind: 'foreign' }
}

export function refuseUnlessOurs(found: Belonging, path: string, release: Release): void {
  if (found.kind === 'foreign') throw foreignFile(path)
  if (found.kind === 'ours' && found.version > release.version)
    throw newerLog(path, found.version, release.version)
}

/**
 * Brings the database to this release. Must be called where nothing else is open on this connection; every step and
 * its version number are one transaction, so a crash leaves the old or the new version.
 */
export function migrate(db: Connection, path: string, release: Release): void {
  db.exec('BEGIN IMMEDIATE')
  try {
    const found = belonging(db) // again, now that nobody else can change it
    refuseUnlessOurs(found, path, release)
    if (found.kind === 'empty') create(db, release)
    if (found.kind === 'ours') stepUp(db, found.version, release)
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

function stepUp(db: Connection, from: number, release: Release): void {
  for (const migration of release.migrations.filter(({ version }) => version > from)) {
    migration.up(db)
    db.exec(`PRAGMA user_version = ${migration.version}`)
  }
}

export function rollback(db: Connection): void {
  try {
    db.exec('ROLLBACK')
  } catch {
    // SQLite rolls back by itself after some errors and then says that no transaction is active.
  }
}

const pragma = (db: Connection, name: 'application_id' | 'user_version'): number =>
  Number(db.prepare(`PRAGMA ${name}`).get()?.[name])

export const foreignFile = (path: string): Problem =>
  new Problem({
    code: 'log-foreign',
    message: 'the file in the place of the log was not made by leftoff; it was left untouched',
    where: path,
    fix: 'move that file away, or set LEFTOFF_HOME to another folder',
  })

const newerLog = (path: string, found: number, known: number): Problem =>
  new Problem({
    code: 'log-newer',
    message: `the log has version ${found}, this leftoff knows up to ${known}; it was left untouched`,
    where: path,
    fix: 'npm install -g leftoff@latest',
  })
