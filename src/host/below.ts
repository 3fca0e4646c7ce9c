import { resolve } from 'node:path'

/**
 * The path of something in a folder. `join` walks through every letter of what it is given: the forty paths of a hook
 * are so many that V8 begins to optimise it, and a process that wants to end waits for that
 * (docs/design/decisions/0028-cold-process.md). The folder is as `absolute` gives it; names are ours, or were looked at before.
 */
export const below = (folder: string, ...names: readonly string[]): string =>
  `${folder.endsWith(SEPARATOR) ? folder.slice(0, -1) : folder}${SEPARATOR}${names.join(SEPARATOR)}`

/** As `resolve` gives it. Most paths need no change, and that is seen without a walk through their letters. */
export const absolute = (path: string): string => (isPlain(path) ? path : resolve(path))

const SEPARATOR = process.platform === 'win32' ? '\\' : '/'

const isPlain = (path: string): boolean =>
  SEPARATOR === '/' &&
  path.length > 1 &&
  path.startsWith('/') &&
  !DETOURS.some((one) => `${path}/`.includes(one))
const DETOURS = ['//', '/./', '/../']
