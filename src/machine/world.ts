import { sessionProjection } from '../app/projection.ts'
import type { World } from '../app/world.ts'
import type { Session } from '../fold/session.ts'
import { systemClock } from '../host/clock.ts'
import { systemIds } from '../host/ids.ts'
import { evidenceOf } from '../host/process.ts'
import { SqliteLog } from '../log/sqlite/sqlite-log.ts'
import type { Maildir } from '../spool/maildir.ts'
import type { Ground } from './ground.ts'

/** The embedded log of this user. Nothing is opened before it is asked. */
export const logOn = (ground: Ground): SqliteLog<Session> =>
  new SqliteLog({
    path: ground.paths().log,
    projection: sessionProjection,
    busyMs: ground.values()['log.busy-timeout'],
  })

/** The world as it is on this machine. */
export const worldOn = (ground: Ground, log: SqliteLog<Session>, spool: Maildir): World => ({
  log,
  spool,
  clock: systemClock,
  ids: systemIds,
  processes: { evidence: evidenceOf },
  place: ground.place(),
  settings: ground.values(),
})
