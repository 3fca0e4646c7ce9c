import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { event, session } from '../../../tests/support/events.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { sessionProjection } from '../../app/projection.ts'
import { SqliteLog } from './sqlite-log.ts'

const LOCKS = '/proc/locks'

/** The number of locks that this process holds on the file. */
function locksOn(path: string): number {
  const { ino } = statSync(path)
  const own = new RegExp(`\\bPOSIX\\b.* ${process.pid} \\S+:${ino} `)
  return readFileSync(LOCKS, 'utf8')
    .split('\n')
    .filter((line) => own.test(line)).length
}

test.runIf(existsSync(LOCKS))(
  'a second connection to an open log does not release the locks of the first',
  async () => {
    const path = join(temporaryFolder(), 'log.db')
    const open = (): SqliteLog<unknown> => new SqliteLog({ path, projection: sessionProjection as never })
    const first = open()
    await first.append(session('a'), [event('one')])
    const before = [locksOn(path), locksOn(`${path}-shm`)]
    expect(before.every((locks) => locks > 0)).toBe(true)
    const second = open()
    await second.views()
    expect([locksOn(path), locksOn(`${path}-shm`)]).toEqual(before)
    await first.close()
    await second.close()
  },
)
