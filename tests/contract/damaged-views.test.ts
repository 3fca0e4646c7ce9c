import { join } from 'node:path'
import { expect, test } from 'vitest'
import { record } from '../../src/app/ingest/record.ts'
import { changeState } from '../../src/app/lifecycle/change-state.ts'
import { appendRules } from '../../src/app/memory/rules.ts'
import { sessionProjection } from '../../src/app/projection.ts'
import { BOOK } from '../../src/event/memory.ts'
import type { Appended } from '../../src/log/event-log.ts'
import { MemoryLog } from '../../src/log/memory.ts'
import { Connections } from '../../src/log/postgres/driver.ts'
import { PostgresLog } from '../../src/log/postgres/postgres-log.ts'
import { connect } from '../../src/log/sqlite/driver.ts'
import { SqliteLog } from '../../src/log/sqlite/sqlite-log.ts'
import type { Session } from '../../src/session/session.ts'
import { event } from '../support/events.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { TestWorld } from '../support/world.ts'
import { damagedViewPromises } from './damaged-views.ts'

damagedViewPromises('sqlite', async () => {
  const path = join(temporaryFolder(), 'log.db')
  const log = new SqliteLog({ path, projection: sessionProjection })
  return {
    log,
    async damage(sql, session) {
      const db = connect(path, { readOnly: false, busyMs: 1000 })
      db.prepare(sql).run(session)
      db.close()
    },
  }
})

const url = process.env.PG_URL
if (url !== undefined) {
  let made = 0
  damagedViewPromises('postgres', async () => {
    made += 1
    const tenant = `damaged ${process.pid} ${made}`
    const log = new PostgresLog({ url, tenant, projection: sessionProjection })
    return {
      log,
      async damage(sql, session) {
        const db = new Connections(url, { most: 1 })
        const ours = sql
          .replace('session_view', 'leftoff.session_view')
          .replace('= ?', '= $1 AND tenant = $2')
        await db.all(ours, [session, tenant])
        await db.close()
      },
    }
  })
}

/** A log whose views never agree with its events, although no other process writes. */
class StuckLog extends MemoryLog<Session> {
  override append(): Promise<Appended> {
    return Promise.resolve({ kind: 'moved', seq: 99 })
  }
}

test('memory: if a log never matches its views, every retry ends with an error that contains a fix', async () => {
  const world = new TestWorld()
  const id = await world.startSession()
  const views = new Map([id, BOOK].map((one) => [one, world.log.view(id)]))
  const log = new StuckLog(sessionProjection)
  log.view = (session) => views.get(session) ?? Promise.resolve(undefined)
  const stuck = new TestWorld({ log })
  const fails = { code: 'log-damaged', outcome: 'damaged', fix: expect.stringContaining('leftoff rebuild') }
  await expect(record(stuck, id, [stuck.prompt('more')])).rejects.toMatchObject(fails)
  await expect(changeState(stuck, id, { move: 'end', trigger: 'command' })).rejects.toMatchObject(fails)
  await expect(appendRules(stuck, () => [event('rule')])).rejects.toMatchObject(fails)
})
