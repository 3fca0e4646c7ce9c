import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { collect, event, eventOfType, session, sessionStarted } from '../../../tests/support/events.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { sessionProjection } from '../../app/projection.ts'
import type { NewEvent } from '../../event/define.ts'
import { fault } from '../../host/fault-injection.ts'
import type { Session } from '../../session/session.ts'
import { payloadHash } from '../chain.ts'
import { connect } from './driver.ts'
import { type Release, thisRelease } from './migrate.ts'
import { salvage } from './salvage.ts'
import { APPLICATION_ID, CURRENT_SCHEMA, type SchemaMigration } from './schema.ts'
import { SqliteLog } from './sqlite-log.ts'

const A = session('a')
const add = (version: number, column: string): SchemaMigration => ({
  version,
  name: `event has ${column}`,
  up: (db) => db.exec(`ALTER TABLE event ADD COLUMN ${column} TEXT`),
})
const MIGRATIONS = [add(2, 'mood'), add(3, 'weather')]
const release = (version: number, migrations: readonly SchemaMigration[] = MIGRATIONS): Release => ({
  version,
  schema:
    CURRENT_SCHEMA +
    ['', '', ...MIGRATIONS]
      .slice(0, version + 1)
      .map(columnOf)
      .join(''),
  migrations: migrations.filter((step) => step.version <= version),
})
const columnOf = (step: SchemaMigration | string): string =>
  typeof step === 'string' ? '' : `ALTER TABLE event ADD COLUMN ${step.name.split(' ').at(-1)} TEXT;`

function log(path: string, of: Release = thisRelease): SqliteLog<Session> {
  const opened = new SqliteLog({ path, projection: sessionProjection, release: of, busyMs: 500 })
  onTestFinished(() => opened.close())
  return opened
}
const path = (): string => join(temporaryFolder(), 'log.db')

function facts(at: string): { version: number; application: number; columns: string[] } {
  const db = connect(at, { readOnly: true, busyMs: 0 })
  try {
    const columns = db
      .prepare('PRAGMA table_info(event)')
      .all()
      .map(({ name }) => String(name))
    return {
      version: Number(db.prepare('PRAGMA user_version').get()?.user_version),
      application: Number(db.prepare('PRAGMA application_id').get()?.application_id),
      columns: columns.slice(11),
    }
  } finally {
    db.close()
  }
}

async function made(at: string, of: Release): Promise<void> {
  const one = log(at, of)
  await one.append(A, [event('one')])
  await one.close()
}

const fingerprint = (file: string): string =>
  `${statSync(file).size} bytes, ${payloadHash(readFileSync(file, 'latin1'))}`

/** Every byte of every file in the folder, except the WAL index: it is shared memory, which any reader recreates. */
const contents = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => !name.endsWith('-shm'))
      .toSorted()
      .map((name) => [name, fingerprint(join(folder, name))]),
  )

afterEach(() => fault.install(undefined))

describe('a new log', () => {
  test('a new log has the current schema, application id and version', async () => {
    for (const version of [1, 2, 3]) {
      const at = path()
      await made(at, release(version, []))
      expect(facts(at)).toEqual({
        version,
        application: 0x6c656674,
        columns: ['mood', 'weather'].slice(0, version - 1),
      })
    }
  })

  test('a new log can be created in an empty file', async () => {
    const at = path()
    writeFileSync(at, '')
    await made(at, thisRelease)
    expect(facts(at).version).toBe(thisRelease.version)
  })

  test('a log is created again if a process crashed while creating it', async () => {
    const at = path()
    fault.install((point) => {
      if (point === 'migrate.before-commit') throw new Error('died')
    })
    await expect(log(at).append(A, [event('one')])).rejects.toThrow('died')
    fault.install(undefined)
    await made(at, thisRelease)
    expect(await collect(log(at).read())).toHaveLength(1)
  })
})

describe('an older log', () => {
  test.each([
    [1, 2],
    [1, 3],
    [2, 3],
  ])('a log with version %i is migrated to version %i with all its events', async (from, to) => {
    const at = path()
    await made(at, release(from))
    const upgraded = log(at, release(to))
    expect(await collect(upgraded.read())).toHaveLength(1)
    await upgraded.append(A, [event('two')])
    expect(await collect(upgraded.verify())).toEqual([])
    await upgraded.close()
    expect(facts(at)).toMatchObject({ version: to, columns: ['mood', 'weather'].slice(0, to - 1) })
  })

  test('a migrated log has the same tables as a new log', async () => {
    const [old, young] = [path(), path()]
    await made(old, release(1))
    await made(young, release(3))
    await collect(log(old, release(3)).read())
    expect(facts(old)).toEqual(facts(young))
  })

  test('an older log keeps its version and its events when a migration fails', async () => {
    const at = path()
    await made(at, release(1))
    const failing: SchemaMigration = {
      version: 3,
      name: 'fails half way',
      up(db) {
        db.exec('DELETE FROM event')
        throw new Error('disk on fire')
      },
    }
    const broken = release(3, [add(2, 'mood'), failing])
    await expect(collect(log(at, broken).read())).rejects.toThrow('disk on fire')
    expect(facts(at)).toEqual({ version: 1, application: APPLICATION_ID, columns: [] })
    expect(await collect(log(at, release(1)).read())).toHaveLength(1)
    expect(await collect(log(at, release(3)).read())).toHaveLength(1)
  })

  test('an older log keeps its version if the process dies before the migration is committed', async () => {
    const at = path()
    await made(at, release(1))
    fault.install((point) => {
      if (point === 'migrate.before-commit') throw new Error('died')
    })
    await expect(collect(log(at, release(3)).read())).rejects.toThrow('died')
    expect(facts(at).version).toBe(1)
  })

  test('an older log is migrated only once, even by two concurrent processes', async () => {
    const at = path()
    await made(at, release(1))
    const both = [log(at, release(3)), log(at, release(3))]
    await Promise.all(both.map((one, index) => one.append(A, [event(`at once ${index}`)])))
    expect(await collect(log(at, release(3)).read())).toHaveLength(3)
    expect(facts(at).version).toBe(3)
  })
})

describe('a log from an earlier version', () => {
  const PENDING = 'DROP INDEX session_view_pending; ALTER TABLE session_view DROP COLUMN pending;'

  /** Creates a log as an earlier release left it, with the tables and views of that release. */
  async function madeBefore(at: string, version: number, without: string, events: readonly NewEvent[]) {
    const shape = (sessionProjection.shape ?? 0) - 1
    const before = new SqliteLog({ path: at, projection: { ...sessionProjection, shape } })
    await before.append(A, events)
    await before.close()
    const db = connect(at, { readOnly: false, busyMs: 0 })
    db.exec(`${without} PRAGMA user_version = ${version}`)
    db.close()
  }

  test('a migrated log records erasures', async () => {
    const at = path()
    await madeBefore(at, 1, `DROP TABLE forgotten; DROP TABLE generation; ${PENDING}`, [event('one')])
    const migrated = log(at)
    expect(await migrated.generation()).toBe(0)
    await migrated.forget({ session: A, id: event('tombstone').id, at: 5000 })
    expect(await migrated.append(A, [event('again', { text: 'one' })])).toMatchObject({ kind: 'duplicate' })
    expect(await migrated.generation()).toBe(1)
    expect(await collect(migrated.verify())).toEqual([])
    await migrated.close()
    expect(facts(at).version).toBe(3)
  })

  test('sessions with open items are found in a migrated log', async () => {
    const at = path()
    const start = sessionStarted('start', 'p', 1)
    const task = eventOfType('task.opened', { text: 'write the docs' })
    await madeBefore(at, 2, PENDING, [start, task])
    const migrated = log(at)
    const found = async () =>
      (await migrated.views({ projects: ['p'], pending: true })).map(({ session }) => session)
    expect(await found()).toEqual([A])
    expect(await collect(migrated.verify())).toEqual([])
    await migrated.append(A, [eventOfType('task.closed', { task: task.id })])
    expect(await found()).toEqual([])
    expect(await collect(migrated.verify())).toEqual([])
  })
})

test('a salvaged log keeps the list of erased content', async () => {
  const at = path()
  await made(at, thisRelease)
  const before = log(at)
  await before.forget({ session: A, id: event('tombstone').id, at: 5000 })
  await before.close()
  salvage(at, sessionProjection, 6000)
  const after = log(at)
  expect(await after.append(A, [event('again', { text: 'one' })])).toMatchObject({ kind: 'duplicate' })
  expect(await after.generation()).toBeGreaterThan(1)
})

describe('databases from newer releases or other programs', () => {
  const refusal = (code: string) =>
    expect.objectContaining({ name: 'Problem', code, fix: expect.any(String) })

  async function refusedUntouched(at: string, code: string): Promise<void> {
    const folder = join(at, '..')
    const before = contents(folder)
    await expect(log(at).append(A, [event('two')])).rejects.toThrow(refusal(code))
    await expect(collect(log(at).read())).rejects.toThrow(refusal(code))
    expect(contents(folder)).toEqual(before)
  }

  test('a log from a newer release is refused and stays unchanged, byte for byte', async () => {
    const at = path()
    await made(at, release(9))
    await refusedUntouched(at, 'log-newer')
    expect(await collect(log(at, release(9)).read())).toHaveLength(1)
  })

  test('a newer log whose process was killed keeps the content of its WAL', async () => {
    const [at, after] = [path(), join(temporaryFolder(), 'killed')]
    const alive = log(at, release(9))
    await alive.append(A, [event('one')])
    mkdirSync(after)
    cpSync(join(at, '..'), after, { recursive: true })
    await expect(collect(log(join(after, 'log.db')).read())).rejects.toThrow(refusal('log-newer'))
    expect(await collect(log(join(after, 'log.db'), release(9)).read())).toHaveLength(1)
  })

  test('a database from another program is refused and stays unchanged', async () => {
    const at = path()
    const db = connect(at, { readOnly: false, busyMs: 0 })
    db.exec("CREATE TABLE bookmark (url TEXT); INSERT INTO bookmark VALUES ('https://example.org')")
    db.close()
    await refusedUntouched(at, 'log-foreign')
  })

  test('an empty database with a foreign application id is refused', async () => {
    const at = path()
    const db = connect(at, { readOnly: false, busyMs: 0 })
    db.exec('PRAGMA application_id = 1234; PRAGMA user_version = 1')
    db.close()
    await refusedUntouched(at, 'log-foreign')
  })

  test.each([
    ['text', 'dear diary\n'],
    ['one byte', 'x'],
    ['an unknown SQLite format', 'SQLite format 4\0'.padEnd(4096, '\0')],
  ])('a file with %s is refused and stays unchanged', async (_, text) => {
    const at = path()
    writeFileSync(at, text)
    await refusedUntouched(at, 'log-foreign')
    expect(existsSync(`${at}-wal`)).toBe(false)
  })
})
