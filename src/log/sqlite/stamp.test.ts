import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { event, session } from '../../../tests/support/events.ts'
import { sessionProjection } from '../../app/projection.ts'
import { connect } from './driver.ts'
import { SqliteLog } from './sqlite-log.ts'
import { stampOf } from './stamp.ts'

let folder = ''
let path = ''
const logAt = (): SqliteLog<unknown> => new SqliteLog({ path, projection: sessionProjection as never })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leftoff-stamp-'))
  path = join(folder, 'log.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Longer than two writes may share one time of the file. */
const settled = (): Promise<void> => after(150)

describe('the stamp of a log', () => {
  test('is told where there is something to tell it by, and stays as long as nothing is written', async () => {
    const log = logAt()
    expect(log.stamp()).toBeUndefined()
    await log.append(session('a'), [event('one')])
    const stamp = stampOf(path)
    expect(stamp).toBeDefined()
    await log.views()
    expect([log.stamp(), stampOf(path)]).toEqual([stamp, stamp])
    await log.append(session('a'), [event('two')])
    expect(stampOf(path)).not.toBe(stamp)
    await log.close()
  })

  test('is another one after every write, also where all are moved into the file between them', async () => {
    const log = logAt()
    const stamps: (string | undefined)[] = []
    for (let n = 0; n < 6; n += 1) {
      await log.append(session('a'), [event(`event ${n}`)])
      stamps.push(stampOf(path))
      const db = connect(path, { readOnly: false, busyMs: 1000 })
      db.exec(`PRAGMA wal_checkpoint(${n % 2 ? 'TRUNCATE' : 'RESTART'})`)
      db.close()
      await settled()
      expect(stampOf(path)).toBeDefined()
      stamps.push(stampOf(path))
    }
    const writes = stamps.filter((_, place) => place % 2 === 0)
    const moved = stamps.filter((_, place) => place % 2 === 1)
    expect(new Set(writes).size).toBe(6)
    expect(new Set(moved).size).toBe(6)
    await log.close()
  })

  test('of a file that was written a moment ago is not told, where nothing else tells it', async () => {
    await settled()
    writeFileSync(path, 'whatever')
    expect(stampOf(path)).toBeUndefined()
    await settled()
    expect(stampOf(path)).toBeDefined()
  })

  test('is not told by an index that is cut off, or that somebody is writing', async () => {
    const log = logAt()
    await log.append(session('a'), [event('one')])
    const shared = `${path}-shm`
    truncateSync(shared, 60)
    expect(stampOf(path)).toBeUndefined()
    const torn = Buffer.alloc(136)
    torn[12] = 1
    torn[60] = 1
    torn[17] = 1
    writeFileSync(shared, torn)
    expect(stampOf(path)).toBeUndefined()
  })
})
