import { join, resolve } from 'node:path'
import { attempt, Problem } from '../problem.ts'

export interface Paths {
  readonly home: string
  readonly log: string
  /** The search index. It is derived from the log and can be deleted at any time. */
  readonly index: string
  /** Status line state, and marks for checkouts where git is slow. The folder keeps its name from release 0.1. */
  readonly statusLine: string
  readonly spool: string
  readonly config: string
}

export type Environment = Readonly<Record<string, string | undefined>>

/** The folder that holds all data: LEFTOFF_HOME, or the platform's data folder. */
export function pathsIn(env: Environment, platform: NodeJS.Platform = process.platform): Paths {
  const home = resolve(env.LEFTOFF_HOME || join(dataFolder(env, platform), 'leftoff'))
  return {
    home,
    log: join(home, 'log.db'),
    index: join(home, 'index.db'),
    statusLine: join(home, 'prepared'),
    spool: join(home, 'spool'),
    config: join(home, 'config.json'),
  }
}

function dataFolder(env: Environment, platform: NodeJS.Platform): string {
  if (platform === 'win32' && env.LOCALAPPDATA) return env.LOCALAPPDATA
  if (platform === 'darwin') return join(userFolder(), 'Library', 'Application Support')
  // By the XDG specification, a relative XDG_DATA_HOME must be ignored.
  const data = env.XDG_DATA_HOME
  return data?.startsWith('/') ? data : join(userFolder(), '.local', 'share')
}

function userFolder(): string {
  // The same result as `homedir`, without loading `node:os` at startup.
  const found =
    (process.platform !== 'win32' && process.env.HOME) ||
    attempt(() => process.getBuiltinModule('node:os').homedir())
  if (found && found !== '/nonexistent') return found
  throw new Problem({
    code: 'home-unknown',
    message: 'cannot find your home folder',
    fix: 'set LEFTOFF_HOME to a folder where leftoff may keep its data',
  })
}

/** Falls back to the shell's PWD, which still names the working directory after it was deleted. */
export const currentFolder = (env: Environment): string =>
  attempt(() => process.cwd()) ?? (env.PWD?.startsWith('/') ? env.PWD : '/')
