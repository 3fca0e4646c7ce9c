import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { collect, event, session } from '../../../tests/support/events.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { sessionProjection } from '../../app/projection.ts'
import { fault } from '../../host/fault.ts'
import type { Session } from '../../session/session.ts'
import { payloadHash } from '../chain.ts'
import { connect } from './driver.ts'
import { type Release, thisRelease } from './migrate.ts'
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

/** Every byte of every file in the folder except the WAL index, which is shared memory that any reader recreates. */
const contents = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => !name.endsWith('-shm'))
      .toSorted()
      .map((name) => [name, fingerprint(join(folder, name))]),
  )

afterEach(() => fault.install(undefined))

describe('a new log', () => {
  test('has the current schema, application id and version', async () => {
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

  test('is created in an empty file', async () => {
    const at = path()
    writeFileSync(at, '')
    await made(at, thisRelease)
    expect(facts(at).version).toBe(thisRelease.version)
  })

  test('is created again after a crash during creation', async () => {
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
  ])('with version %i is migrated to version %i with all its events', async (from, to) => {
    const at = path()
    await made(at, release(from))
    const upgraded = log(at, release(to))
    expect(await collect(upgraded.read())).toHaveLength(1)
    await upgraded.append(A, [event('two')])
    expect(await collect(upgraded.verify())).toEqual([])
    await upgraded.close()
    expect(facts(at)).toMatchObject({ version: to, columns: ['mood', 'weather'].slice(0, to - 1) })
  })

  test('has the same tables as a new log after migration', async () => {
    const [old, young] = [path(), path()]
    await made(old, release(1))
    await made(young, release(3))
    await collect(log(old, release(3)).read())
    expect(facts(old)).toEqual(facts(young))
  })

  test('keeps its version and its events when a migration fails', async () => {
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

  test('keeps its version when the process dies before the commit', async () => {
    const at = path()
    await made(at, release(1))
    fault.install((point) => {
      if (point === 'migrate.before-commit') throw new Error('died')
    })
    await expect(collect(log(at, release(3)).read())).rejects.toThrow('died')
    expect(facts(at).version).toBe(1)
  })

  test('is migrated once by two concurrent processes', async () => {
    const at = path()
    await made(at, release(1))
    const both = [log(at, release(3)), log(at, release(3))]
    await Promise.all(both.map((one, index) => one.append(A, [event(`at once ${index}`)])))
    expect(await collect(log(at, release(3)).read())).toHaveLength(3)
    expect(facts(at).version).toBe(3)
  })
})

describe('foreign databases', () => {
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
    await made(at, release(3))
    await refusedUntouched(at, 'log-newer')
    expect(await collect(log(at, release(3)).read())).toHaveLength(1)
  })

  test('a newer log whose process was killed keeps the content of its WAL', async () => {
    const [at, after] = [path(), join(temporaryFolder(), 'killed')]
    const alive = log(at, release(3))
    await alive.append(A, [event('one')])
    mkdirSync(after)
    cpSync(join(at, '..'), after, { recursive: true })
    await expect(collect(log(join(after, 'log.db')).read())).rejects.toThrow(refusal('log-newer'))
    expect(await collect(log(join(after, 'log.db'), release(3)).read())).toHaveLength(1)
  })

  test('a database of another program is refused and stays unchanged', async () => {
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
    ['something that almost is SQLite', 'SQLite format 4\0'.padEnd(4096, '\0')],
  ])('a file with %s is refused and stays unchanged', async (_, text) => {
    const at = path()
    writeFileSync(at, text)
    await refusedUntouched(at, 'log-foreign')
    expect(existsSync(`${at}-wal`)).toBe(false)
  })
})
