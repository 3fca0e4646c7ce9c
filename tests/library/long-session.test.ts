import { expect, test } from 'vitest'
import { openSessions } from '../../src/library/open-sessions.ts'
import { SqliteLog } from '../../src/log/sqlite/sqlite-log.ts'
import type { Message } from '../../src/message/message.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Counts the events that are read from the log. */
function countReads(): { events: number; stop(): void } {
  const { read } = SqliteLog.prototype
  const count = {
    events: 0,
    stop: () => {
      SqliteLog.prototype.read = read
    },
  }
  SqliteLog.prototype.read = async function* (query) {
    for await (const event of read.call(this, query)) {
      count.events += 1
      yield event
    }
  }
  return count
}

const message = (n: number): Message => ({
  role: n % 2 === 0 ? 'user' : 'assistant',
  content: `message ${n}`,
})

test('resume, add and context read no more events of a long session than of a short one', async () => {
  const where = { home: temporaryFolder(), project: temporaryFolder() }
  const readOf = async (length: number): Promise<number> => {
    const sessions = await openSessions(where)
    const long = await sessions.start({ endWithProcess: false, compaction: { auto: false } })
    await long.add(Array.from({ length }, (_, n) => message(n)))
    await long.end()
    const count = countReads()
    const session = await sessions.resume(long.id, { endWithProcess: false, compaction: { auto: false } })
    await session.context({ budget: 1000 })
    await session.addNew([message(length - 1), { role: 'user', content: 'and now?' }])
    await session.messages({ last: 20 })
    count.stop()
    await session.end()
    await sessions.close()
    return count.events
  }
  const short = await readOf(1000)
  expect(await readOf(5000)).toBeLessThanOrEqual(short)
})
