import { agents } from '../agent/agents.ts'
import { sessionProjection } from '../app/projection.ts'
import type { World } from '../app/world.ts'
import { systemClock } from '../host/clock.ts'
import { processRef } from '../host/process.ts'
import { systemIds } from '../host/random.ts'
import { countTokens } from '../host/tokenizer.ts'
import { integrations } from '../integrations/integrations.ts'
import { locateProject } from '../integrations/project.ts'
import { workingTree } from '../integrations/working-tree.ts'
import type { EventLog } from '../log/event-log.ts'
import { SqliteLog } from '../log/sqlite/sqlite-log.ts'
import type { SessionIndex } from '../search/session-index.ts'
import { SqliteIndex } from '../search/sqlite/sqlite-index.ts'
import type { Session } from '../session/session.ts'
import type { Maildir } from '../spool/maildir.ts'
import { PromptMarkerFiles } from '../spool/prompt-markers.ts'
import { type Ground, remembered } from './ground.ts'
import { redactorsFor } from './redactors.ts'
import { witnessed } from './witness.ts'

/** The embedded log of this user. Nothing is opened before it is asked. */
export const logOn = (
  ground: Ground,
  { busyMs = ground.values()['log.busy-timeout'] }: { readonly busyMs?: number } = {},
): SqliteLog<Session> => new SqliteLog({ path: ground.paths().log, projection: sessionProjection, busyMs })

/** What takes long to find, found before. Nothing is opened before it is asked. */
export const indexOn = (ground: Ground): SessionIndex =>
  new SqliteIndex({ path: ground.paths().index, readOnly: false })

export interface WorldOptions {
  readonly index?: SessionIndex
  /** How long to wait for git; a hook waits less than a command. */
  readonly gitMs?: number
}

/** The world as it is on this machine. */
export const worldOn = (
  ground: Ground,
  log: EventLog<Session>,
  spool: Maildir,
  { index = indexOn(ground), gitMs }: WorldOptions = {},
): World => ({
  log,
  spool,
  get promptMarkers() {
    return new PromptMarkerFiles(ground.paths().spool)
  },
  index,
  clock: systemClock,
  ids: systemIds,
  processes: { evidence: witnessed, running: processRef },
  get place() {
    return ground.place()
  },
  placeAt: placesFrom(ground),
  treeAt: (checkout, elsewhere = []) =>
    workingTree({ checkout, elsewhere, ...(gitMs !== undefined && { limits: { gitMs } }) }),
  integrations: integrations,
  redactIn: redactorsFor(ground.env),
  agents,
  get settings() {
    return ground.values()
  },
  countTokens,
})

function placesFrom(ground: Ground): World['placeAt'] {
  const found = remembered(locateProject)
  return (directory) => (directory === ground.directory ? ground.place() : found(directory))
}
