import {
  type Layer,
  resolveSettings,
  SETTING_KEYS,
  type Setting,
  type Settings,
  settingsOf,
  variableOf,
} from '../app/settings.ts'
import { type Environment, type Paths, pathsIn } from '../host/paths.ts'
import { projectFileOf, readSettingsFile, settingsFromEnvironment } from '../host/settings-files.ts'
import { locateProject, type ProjectLocation } from '../integrations/project.ts'
import { once } from '../once.ts'

/** Paths, project and settings for every entry point. Each part is read on first use. */
export interface LocalSetup {
  readonly env: Environment
  readonly directory: string
  paths(): Paths
  place(): ProjectLocation
  settings(): readonly Setting[]
  values(): Settings
}

export function localSetup(env: Environment, directory: string): LocalSetup {
  const paths = once(() => pathsIn(env))
  const place = once(() => locateProject(directory))
  const settings = once(() => resolveSettings(layersOf(env, paths(), place())))
  return {
    env,
    directory,
    paths,
    place,
    settings,
    values: once(() => settingsOf(settings())),
  }
}

/** Settings layers, lowest precedence first. */
export function layersOf(env: Environment, paths: Paths, place: ProjectLocation): readonly Layer[] {
  const variables = once(() => new Map(SETTING_KEYS.map((key) => [variableOf(key), key])))
  const project = projectFileOf(place.checkout)
  return [
    { source: 'user', where: paths.config, values: readSettingsFile(paths.config) ?? {} },
    { source: 'project', where: project, values: readSettingsFile(project) ?? {} },
    { source: 'environment', where: 'environment', values: settingsFromEnvironment(env, variables) },
  ]
}

/** Calls the function once per argument. */
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
