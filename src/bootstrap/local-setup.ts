import {
  type Layer,
  resolveSettings,
  SETTING_KEYS,
  type Setting,
  type SettingProblem,
  type Settings,
  settingsOf,
  variableOf,
} from '../app/settings.ts'
import { type Environment, type Paths, pathsIn } from '../host/paths.ts'
import {
  projectFileOf,
  readProjectFile,
  readSettingsFile,
  settingsFromEnvironment,
} from '../host/settings-files.ts'
import { requireTrustedHome } from '../host/trusted-home.ts'
import { locateProject, type ProjectLocation } from '../integrations/project.ts'
import { once } from '../once.ts'
import { Problem } from '../problem.ts'

/** Paths, project and settings for every entry point. Each part is read on first use. */
export interface LocalSetup {
  readonly env: Environment
  readonly directory: string
  /** Throws if another user could have changed the files there. */
  paths(): Paths
  place(): ProjectLocation
  /** Invalid parts of a source are left out. */
  settings(): readonly Setting[]
  values(): Settings
  settingProblems(): readonly SettingProblem[]
}

export function localSetup(env: Environment, directory: string): LocalSetup {
  const paths = once(() => trustedPaths(env))
  const place = once(() => locateProject(directory))
  const resolved = once(() => resolveSettings(layersOf(env, paths(), place())))
  return {
    env,
    directory,
    paths,
    place,
    settings: () => resolved().settings,
    values: once(() => settingsOf(resolved().settings)),
    settingProblems: () => resolved().problems,
  }
}

function trustedPaths(env: Environment): Paths {
  const paths = pathsIn(env)
  requireTrustedHome(paths.home)
  return paths
}

/** Settings layers, lowest precedence first. */
function layersOf(env: Environment, paths: Paths, place: ProjectLocation): readonly Layer[] {
  const variables = once(() => new Map(SETTING_KEYS.map((key) => [variableOf(key), key])))
  return [
    { source: 'user', where: paths.config, ...readOrProblem(() => readSettingsFile(paths.config)) },
    {
      source: 'project',
      where: projectFileOf(place.checkout),
      ...readOrProblem(() => readProjectFile(place.checkout)),
    },
    { source: 'environment', where: 'environment', values: settingsFromEnvironment(env, variables) },
  ]
}

function readOrProblem(
  read: () => Readonly<Record<string, unknown>> | undefined,
): Pick<Layer, 'values' | 'problem'> {
  try {
    return { values: read() ?? {} }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { values: {}, problem: error }
  }
}

/** Caches the result of the function by its argument. */
export function memoize<K, V>(compute: (key: K) => V): (key: K) => V {
  const cache = new Map<K, V>()
  return (key) => {
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const value = compute(key)
    cache.set(key, value)
    return value
  }
}
