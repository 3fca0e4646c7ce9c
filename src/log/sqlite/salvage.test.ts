import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { collect, event, eventId, session, sessionStarted } from '../../../tests/support/events.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { sessionProjection } from '../../app/projection.ts'
import { connect } from './driver.ts'
import { salvage } from './salvage.ts'
import { SqliteLog } from './sqlite-log.ts'

const SESSIONS = 5
const EVENTS = 40

const openLog = (path: string) => new SqliteLog({ path, projection: sessionProjection })

/** The file of a closed log with some pages of events. */
async function intactLog({ isVacuumed = false } = {}): Promise<Buffer> {
  const path = join(temporaryFolder(), 'log.db')
  const log = openLog(path)
  for (let of = 0; of < SESSIONS; of += 1) {
    const prompts = Array.from({ length: EVENTS - 1 }, (_, index) =>
      event(`${of} ${index} ${'x'.repeat(200)}`),
    )
    await log.append(session(`${of}`), [sessionStarted(`start ${of}`, 'p', 1), ...prompts])
  }
  await log.close()
  const db = connect(path, { readOnly: false, busyMs: 0 })
  if (isVacuumed) db.exec('VACUUM')
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
  return readFileSync(path)
}

function salvaged(file: Buffer): { readonly kept: number; readonly lost: number; readonly path: string } {
  const path = join(temporaryFolder(), 'log.db')
  writeFileSync(path, file)
  const { kept, lost, damaged } = salvage(path, sessionProjection, 1)
  expect(readFileSync(damaged).equals(file)).toBe(true)
  return { kept, lost, path }
}

const flipped = (file: Buffer, at: number, bit: number): Buffer => {
  const copy = Buffer.from(file)
  copy[at] = (copy[at] ?? 0) ^ (1 << bit)
  return copy
}

test.each([false, true])(
  'no event is lost when any bit of the header is flipped (vacuumed: %s)',
  async (isVacuumed) => {
    const file = await intactLog({ isVacuumed })
    for (let at = 0; at < 100; at += isVacuumed ? 3 : 1) {
      const { kept, lost } = salvaged(flipped(file, at, (at * 5) % 8))
      expect([at, kept, lost]).toEqual([at, SESSIONS * EVENTS, 0])
    }
  },
  60_000,
)

test('no event is lost when a bit of the schema is flipped', async () => {
  const file = await intactLog()
  for (let number = 0; number < 40; number += 1) {
    const at = 100 + ((number * 7919) % 3996)
    expect([at, salvaged(flipped(file, at, number % 8)).kept]).toEqual([at, SESSIONS * EVENTS])
  }
}, 60_000)

test('no event is lost when the first page is full of zeros or noise', async () => {
  for (const byte of [0, 255]) {
    const file = await intactLog()
    const { kept, path } = salvaged(file.fill(byte, 0, 4096))
    expect(kept).toBe(SESSIONS * EVENTS)
    const log = openLog(path)
    expect(await collect(log.verify())).toEqual([])
    await log.close()
  }
})

test.each<[string, Buffer]>([
  ['an empty file', Buffer.alloc(0)],
  ['one byte', Buffer.alloc(1, 7)],
  ['text', Buffer.from('Dear diary, '.repeat(2000))],
  ['zeros', Buffer.alloc(100_000)],
  ['noise', Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 7919 + (at >> 3)) % 256))],
  ['a header alone', Buffer.from('SQLite format 3\0')],
])('salvaging %s gives an empty log and keeps the file', async (_, file) => {
  const { kept, lost, path } = salvaged(file)
  expect([kept, lost]).toEqual([0, 0])
  const log = openLog(path)
  expect(await collect(log.verify())).toEqual([])
  await log.close()
})

describe('erased content in a salvaged log', () => {
  const secret = (name: string) => event(name, { text: 'the zanzibar affair' }, { at: 5 })

  /** A log from which one event and one whole session were erased. */
  async function forgetfulLog(): Promise<Buffer> {
    const path = join(temporaryFolder(), 'log.db')
    const log = openLog(path)
    for (const name of ['one', 'two'])
      await log.append(session(name), [sessionStarted(`start ${name}`, 'p', 1), secret(`secret ${name}`)])
    await log.forget(
      { session: session('one'), seqs: [2], at: 10, id: eventId('tombstone one') },
      { session: session('two'), at: 10, id: eventId('tombstone two') },
    )
    await log.close()
    return readFileSync(path)
  }

  test.each([
    ['a flipped bit of the header', [16, 18, 21, 29, 31, 46, 57]],
    ['a flipped bit of the schema', [101, 104, 106, 2700, 3000, 3300, 3600, 3900]],
  ])(
    'erased content stays erased after %s',
    async (_, places) => {
      const file = await forgetfulLog()
      for (const at of places)
        for (const bit of [1, 4]) {
          const { path } = salvaged(flipped(file, at, bit))
          const log = openLog(path)
          const generation = await log.generation()
          for (const name of ['one', 'two']) {
            const stored = await log.append(session(name), [secret(`again ${name}`)])
            expect([at, bit, name, stored.kind]).toEqual([at, bit, name, 'duplicate'])
          }
          expect(generation).toBeGreaterThan(1)
          expect(await collect(log.verify())).toEqual([])
          await log.close()
          const db = connect(path, { readOnly: true, busyMs: 0 })
          const sessions = db.prepare('SELECT DISTINCT session FROM forgotten').all()
          expect(sessions.map((row) => row.session).sort()).toEqual([session('one'), session('two')].sort())
          db.close()
        }
    },
    60_000,
  )
})

test('a log that was truncated at any page can be salvaged', async () => {
  const file = await intactLog()
  for (let pages = 1; pages < file.length / 4096; pages += 3) {
    const { kept } = salvaged(file.subarray(0, pages * 4096 + 100))
    expect(kept).toBeLessThanOrEqual(SESSIONS * EVENTS)
  }
})

test('a database from another program is refused and not changed', () => {
  const path = join(temporaryFolder(), 'log.db')
  const db = connect(path, { readOnly: false, busyMs: 0 })
  db.exec('CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)')
  db.close()
  const copy = `${path}.copy`
  copyFileSync(path, copy)
  expect(() => salvage(path, sessionProjection, 1)).toThrow(expect.objectContaining({ code: 'log-foreign' }))
  expect(readFileSync(path).equals(readFileSync(copy))).toBe(true)
})
