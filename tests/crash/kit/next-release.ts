import { type Release, thisRelease } from '../../../src/log/sqlite/migrate.ts'
import { openForReading } from '../../../src/log/sqlite/open.ts'
import { require } from './campaign.ts'
import { logPath } from './open-log.ts'

/** A hypothetical next release, whose migration creates a table, fills it from the log, and indexes it. */
export const nextRelease: Release = {
  ...thisRelease,
  version: thisRelease.version + 1,
  migrations: [
    {
      version: thisRelease.version + 1,
      name: 'an index by kind',
      up(db) {
        db.exec('CREATE TABLE kind_index (pos INTEGER PRIMARY KEY, type TEXT NOT NULL, copy TEXT) STRICT')
        db.exec('INSERT INTO kind_index SELECT pos, type, payload FROM event')
        db.exec('CREATE INDEX kind_index_by_type ON kind_index (type)')
      },
    },
  ],
}

/** Requires either the old schema without any new object, or the complete new schema. */
export function requireOldOrNewSchema(home: string): void {
  const db = openForReading(logPath(home))
  try {
    const version = Number(db.prepare('PRAGMA user_version').get()?.user_version)
    const tables = Number(
      db.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name LIKE 'kind_index%'").get()?.n,
    )
    require(tables ===
      (version === nextRelease.version ? 2 : 0), `version ${version} with ${tables} new objects`)
    if (tables === 0) return
    const left = db
      .prepare('SELECT (SELECT count(*) FROM event) - (SELECT count(*) FROM kind_index) AS n')
      .get()
    require(left?.n === 0, `the migration is done, but ${left?.n} rows are missing`)
  } finally {
    db.close()
  }
}
