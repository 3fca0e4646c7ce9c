import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import type { ConfigPath, InstallPlan, InstallScope, UserPath } from '../agent/install-plan.ts'
import type { Environment } from '../host/paths.ts'
import { safeSearchPath } from '../host/search-path.ts'

/** The paths and programs on this machine that the installation needs. */
export interface Machine {
  readonly env: Environment
  /** The user's home folder. */
  readonly user: string
  readonly checkout: string
  /** The data folder of leftoff. */
  readonly home: string
  readonly spool: string
  readonly node: string
  /** The file of the leftoff command; the other bundles are in the same folder. */
  readonly command: string
  now(): number
}

/** The folder of the scripts that agent settings refer to. */
export const scriptFolder = ({ home }: Machine): string => join(home, 'bin')
export const leftoffScript = (machine: Machine): string => join(scriptFolder(machine), 'leftoff')

/** The file that gets our entries: the usual one, or the alternative one if it already exists. */
export function settingsPath(machine: Machine, scope: InstallScope, location: ConfigPath): string {
  const [usual = '', alternative] = possibleSettingsPaths(machine, scope, location)
  return alternative !== undefined && exists(alternative) ? alternative : usual
}

/** Every file that may contain our entries. */
export const possibleSettingsPaths = (
  machine: Machine,
  scope: InstallScope,
  location: ConfigPath,
): readonly string[] =>
  [location, ...(location.alternative ? [location.alternative] : [])].map(({ user, project }) =>
    scope === 'project' ? join(machine.checkout, project) : userPath(machine, user),
  )

function userPath({ env, user }: Machine, { variable, below, inHome }: UserPath): string {
  const value = variable === undefined ? undefined : env[variable]
  // By the XDG specification, a relative path in these variables is invalid and must be ignored.
  const isUsable =
    value !== undefined && value !== '' && (value.startsWith('/') || !variable?.startsWith('XDG_'))
  return isUsable ? resolve(value, below) : join(user, inHome)
}

/** How an agent was detected. */
export type AgentPresence = { readonly by: 'program' | 'folder'; readonly path: string }

export function findAgent(machine: Machine, { program, folder }: InstallPlan): AgentPresence | undefined {
  const path = programOnPath(machine, program)
  if (path !== undefined) return { by: 'program', path }
  const dataFolder = userPath(machine, folder)
  return statSync(dataFolder, { throwIfNoEntry: false })?.isDirectory()
    ? { by: 'folder', path: dataFolder }
    : undefined
}

function programOnPath({ env, checkout }: Machine, program: string): string | undefined {
  const names = process.platform === 'win32' ? [`${program}.cmd`, `${program}.exe`, program] : [program]
  const folders = safeSearchPath(env.PATH, checkout).split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false // missing or not executable
  }
}

/** The parent folders that do not exist yet, outermost first. */
export function missingFolders(path: string): readonly string[] {
  const folder = dirname(path)
  return exists(folder) || folder === dirname(folder) ? [] : [...missingFolders(folder), folder]
}

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined
