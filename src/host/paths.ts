import { Problem } from '../problem.ts'
import { absolute, below } from './below.ts'

export interface Paths {
  readonly home: string
  readonly log: string
  /** Made of the log, and made again when it is gone. */
  readonly index: string
  /** The same: what the next session in each place will be told. */
  readonly prepared: string
  readonly spool: string
  readonly config: string
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Everything leftoff keeps lies in one folder: LEFTOFF_HOME, else where this platform keeps a program's data. */
export function pathsIn(env: Environment, platform: NodeJS.Platform = process.platform): Paths {
  const home = absolute(env.LEFTOFF_HOME || below(dataFolder(env, platform), 'leftoff'))
  return {
    home,
    log: below(home, 'log.db'),
    index: below(home, 'index.db'),
    prepared: below(home, 'prepared'),
    spool: below(home, 'spool'),
    config: below(home, 'config.json'),
  }
}

function dataFolder(env: Environment, platform: NodeJS.Platform): string {
  if (platform === 'win32' && env.LOCALAPPDATA) return env.LOCALAPPDATA
  if (platform === 'darwin') return below(userFolder(), 'Library', 'Application Support')
  // A relative XDG_DATA_HOME is invalid by its specification and must be ignored.
  const data = env.XDG_DATA_HOME
  return data?.startsWith('/') ? data : below(userFolder(), '.local', 'share')
}

function userFolder(): string {
  // What `homedir` answers where it is set, without loading `node:os` at every start.
  const found =
    (process.platform !== 'win32' && process.env.HOME) ||
    attempt(() => process.getBuiltinModule('node:os').homedir())
  if (found && found !== '/nonexistent') return found
  throw new Problem({
    code: 'home-unknown',
    message: 'this user has no home folder',
    fix: 'set LEFTOFF_HOME to a folder where leftoff may keep its data',
  })
}

/** A folder that was deleted under us has a name still, which the shell knows. */
export const currentFolder = (env: Environment): string =>
  attempt(() => process.cwd()) ?? (env.PWD?.startsWith('/') ? env.PWD : '/')

function attempt(read: () => string): string | undefined {
  try {
    return read()
  } catch {
    return undefined // no HOME and no entry in the user database; or the folder is gone
  }
}
