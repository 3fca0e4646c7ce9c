import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { collect, event, session } from '../../../tests/support/events.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { sessionProjection } from '../../app/projection.ts'
import type { Session } from '../../session/session.ts'
import { openForReading } from './open.ts'
import { SqliteLog } from './sqlite-log.ts'

const A = session('a')

function openLog(path: string): SqliteLog<Session> {
  const log = new SqliteLog({ path, projection: sessionProjection, busyMs: 500 })
  onTestFinished(() => log.close())
  return log
}

const walBytes = (path: string): number => statSync(`${path}-wal`).size
/** Enough events to exceed the 256 pages after which SQLite copies the write-ahead log into the database. */
const large = (from: number) =>
  Array.from({ length: 40 }, (_, index) => event(`${from + index}`, { text: 'x'.repeat(40_000) }))

test('a commit empties a long write-ahead log, so that the next process does not have to read it', async () => {
  const path = join(temporaryFolder(), 'log.db')
  const log = openLog(path)
  await log.append(A, [event('first')])
  expect(walBytes(path)).toBeGreaterThan(0)
  await log.append(A, large(0))
  expect(walBytes(path)).toBe(0)
  expect(await collect(log.read())).toHaveLength(41)
})

test('a bulk write empties the write-ahead log when it is done', async () => {
  const path = join(temporaryFolder(), 'log.db')
  const log = openLog(path)
  await log.inBulk(async () => {
    await log.append(A, large(0))
    expect(walBytes(path)).toBeGreaterThan(0)
  })
  expect(walBytes(path)).toBe(0)
})

test('a commit neither waits nor fails while another process reads the write-ahead log', async () => {
  const path = join(temporaryFolder(), 'log.db')
  const log = openLog(path)
  await log.append(A, [event('first')])
  const reader = openForReading(path)
  onTestFinished(() => reader.close())
  reader.exec('BEGIN; SELECT count(*) FROM event')
  await log.append(A, large(0))
  expect(walBytes(path)).toBeGreaterThan(0)
  reader.exec('COMMIT')
  await log.append(A, [event('last')])
  expect(walBytes(path)).toBe(0)
})
