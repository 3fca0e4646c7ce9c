import { agents } from '../agent/agents.ts'
import { sessionProjection } from '../app/projection.ts'
import type { World } from '../app/world.ts'
import type { Session } from '../fold/session.ts'
import { systemClock } from '../host/clock.ts'
import { dotenvTexts } from '../host/dotenv.ts'
import { systemIds } from '../host/ids.ts'
import type { Environment } from '../host/paths.ts'
import { processRef } from '../host/process.ts'
import { SqliteLog } from '../log/sqlite/sqlite-log.ts'
import { neighbours } from '../neighbour/neighbours.ts'
import { placeOf } from '../neighbour/place.ts'
import { workingTree } from '../neighbour/working-tree.ts'
import { secretLiterals } from '../redact/literals.ts'
import { redactor } from '../redact/redact.ts'
import type { Maildir } from '../spool/maildir.ts'
import { type Ground, remembered } from './ground.ts'
import { witnessed } from './witness.ts'

/** The embedded log of this user. Nothing is opened before it is asked. */
export const logOn = (
  ground: Ground,
  { busyMs = ground.values()['log.busy-timeout'] }: { readonly busyMs?: number } = {},
): SqliteLog<Session> => new SqliteLog({ path: ground.paths().log, projection: sessionProjection, busyMs })

/** The world as it is on this machine. */
export const worldOn = (ground: Ground, log: SqliteLog<Session>, spool: Maildir): World => ({
  log,
  spool,
  clock: systemClock,
  ids: systemIds,
  processes: { evidence: witnessed, running: processRef },
  get place() {
    return ground.place()
  },
  placeAt: placesFrom(ground),
  treeAt: (checkout, elsewhere = []) => workingTree({ checkout, elsewhere }),
  neighbours,
  redactIn: redactorsFor(ground.env),
  agents,
  get settings() {
    return ground.values()
  },
})

function placesFrom(ground: Ground): World['placeAt'] {
  const found = remembered(placeOf)
  return (directory) => (directory === ground.directory ? ground.place() : found(directory))
}

/** Secrets of the environment count everywhere, those of a project's .env files in its own folder. */
export function redactorsFor(env: Environment): World['redactIn'] {
  return remembered((folder) => redactor(secretLiterals(env, dotenvTexts(folder))))
}
