import type { CommandContext } from '@stricli/core'
import { drain } from '../app/drain.ts'
import { sessionProjection } from '../app/projection.ts'
import {
  type Layer,
  resolved,
  SETTING_KEYS,
  type Setting,
  type Settings,
  settingsOf,
  variableOf,
} from '../app/settings.ts'
import type { World } from '../app/world.ts'
import type { Session } from '../fold/session.ts'
import { systemClock } from '../host/clock.ts'
import { systemIds } from '../host/ids.ts'
import { type Environment, type Paths, pathsIn } from '../host/paths.ts'
import { evidenceOf } from '../host/process.ts'
import { projectFileOf, valuesFrom, valuesIn } from '../host/settings-files.ts'
import { SqliteLog } from '../log/sqlite/sqlite-log.ts'
import { type Place, placeOf } from '../neighbour/place.ts'
import { Maildir } from '../spool/maildir.ts'
import { type Out, systemOut } from './out.ts'

/** What a command gets instead of globals. Nothing is opened before a command asks for it. */
export interface Context extends CommandContext {
  readonly out: Out
  readonly env: Environment
  readonly directory: string
  paths(): Paths
  place(): Place
  settings(): readonly Setting[]
  spool(): Maildir
  /** The log, without looking at the spool. */
  log(): SqliteLog<Session>
  /** Everything, after what waited in the spool was taken in. */
  world(): Promise<World>
  close(): Promise<void>
}

export function systemContext(env: Environment, directory: string): Context {
  const out = systemOut(env)
  const paths = once(() => pathsIn(env))
  const place = once(() => placeOf(directory))
  const settings = once(() => resolved(layersOf(env, paths(), place())))
  const values = once((): Settings => settingsOf(settings()))
  const spool = once(() => new Maildir(paths().spool))
  let opened: SqliteLog<Session> | undefined
  const log = (): SqliteLog<Session> => {
    opened ??= new SqliteLog({
      path: paths().log,
      projection: sessionProjection,
      busyMs: values()['log.busy-timeout'],
    })
    return opened
  }
  const world = once(async (): Promise<World> => {
    const made: World = {
      log: log(),
      spool: spool(),
      clock: systemClock,
      ids: systemIds,
      processes: { evidence: evidenceOf },
      place: place(),
      settings: values(),
    }
    const { quarantined } = await drain(made)
    if (quarantined > 0)
      out.talk(`${quarantined} deliveries could not be read and were set aside: leftoff verify`)
    return made
  })
  return {
    process: {
      stdout: { write: (text) => out.print(text.replace(/\n$/, '')) },
      stderr: { write: (text) => out.talk(text.replace(/\n$/, '')) },
    },
    out,
    env,
    directory,
    paths,
    place,
    settings,
    spool,
    log,
    world,
    close: async () => opened?.close(),
  }
}

const VARIABLES: ReadonlyMap<string, string> = new Map(SETTING_KEYS.map((key) => [variableOf(key), key]))

/** In order of precedence, the weakest first. */
export function layersOf(env: Environment, paths: Paths, place: Place): readonly Layer[] {
  const project = projectFileOf(place.checkout)
  return [
    { source: 'user', where: paths.config, values: valuesIn(paths.config) ?? {} },
    { source: 'project', where: project, values: valuesIn(project) ?? {} },
    { source: 'environment', where: 'environment', values: valuesFrom(env, VARIABLES) },
  ]
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
