import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import type { ConfigPath, InstallPlan, Scope, UserPath } from '../agent/install-plan.ts'
import type { Environment } from '../host/paths.ts'

/** Where things lie on this machine. */
export interface Machine {
  readonly env: Environment
  /** The user's home folder. */
  readonly user: string
  readonly checkout: string
  /** Where leftoff keeps its data. */
  readonly home: string
  readonly spool: string
  readonly node: string
  /** The file of the leftoff command; what is built with it lies beside it. */
  readonly command: string
  now(): number
}

/** Where the scripts lie that configurations point at. */
export const scriptFolder = ({ home }: Machine): string => join(home, 'bin')
export const leftoffScript = (machine: Machine): string => join(scriptFolder(machine), 'leftoff')

/** The file that gets our entries: the client's usual one, unless it has the other already. */
export function chosenPath(machine: Machine, scope: Scope, where: ConfigPath): string {
  const [usual = '', other] = possiblePaths(machine, scope, where)
  return other !== undefined && exists(other) ? other : usual
}

/** Every file where our entries may stand. */
export const possiblePaths = (machine: Machine, scope: Scope, where: ConfigPath): readonly string[] =>
  [where, ...(where.rather ? [where.rather] : [])].map(({ user, project }) =>
    scope === 'project' ? join(machine.checkout, project) : userPath(machine, user),
  )

function userPath({ env, user }: Machine, { variable, below, inHome }: UserPath): string {
  const given = variable === undefined ? undefined : env[variable]
  // A relative XDG folder is invalid by its specification and must be ignored.
  const isUsable =
    given !== undefined && given !== '' && (given.startsWith('/') || !variable?.startsWith('XDG_'))
  return isUsable ? resolve(given, below) : join(user, inHome)
}

/** By what an agent was found, if it was. */
export type Presence = { readonly by: 'program' | 'folder'; readonly path: string }

export function presenceOf(machine: Machine, { program, folder }: InstallPlan): Presence | undefined {
  const path = programOnPath(machine.env, program)
  if (path !== undefined) return { by: 'program', path }
  const kept = userPath(machine, folder)
  return statSync(kept, { throwIfNoEntry: false })?.isDirectory() ? { by: 'folder', path: kept } : undefined
}

function programOnPath(env: Environment, program: string): string | undefined {
  const names = process.platform === 'win32' ? [`${program}.cmd`, `${program}.exe`, program] : [program]
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false // not there, or not for us
  }
}

/** The folders that have to be made before a file can be, the outermost first. */
export function missingFolders(path: string): readonly string[] {
  const folder = dirname(path)
  return exists(folder) || folder === dirname(folder) ? [] : [...missingFolders(folder), folder]
}

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined
