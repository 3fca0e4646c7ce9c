import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { Problem } from '../problem.ts'
import { systemClock } from './clock.ts'
import { randomName } from './random.ts'

const OTHERS = 0o077
const OURS = new Set([
  'log.db',
  'index.db',
  'prepared',
  'spool',
  'config.json',
  'cache',
  'bin',
  'backups',
  'trouble.jsonl',
  'shared',
])
const isPosix = process.platform !== 'win32'

/** Creates the folder, checks that it belongs to the user, and makes it private if only leftoff uses it. */
export function privateFolder(path: string): void {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false }) ?? createFolder(path)
    if (found.isSymbolicLink()) return
    if (!found.isDirectory()) throw new Error('this is a file, not a folder')
    refuseUnlessOwned(path, found)
    if (isPosix && (found.mode & OTHERS) !== 0 && isOursAlone(path)) chmodSync(path, 0o700)
  } catch (error) {
    if (error instanceof Problem) throw error
    throw unusableFolder(path, error)
  }
}

/** Node's `recursive` option would loop forever if the kernel reports the parent both as existing and as missing. */
function createFolder(path: string): Stats {
  if (!existsSync(dirname(path))) createFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error // otherwise another process created it with the same mode
  }
  return lstatSync(path)
}

/** A folder with other files keeps its mode; our files in it are private anyway. */
export const isOursAlone = (path: string): boolean => readdirSync(path).every(isOurName)

/** Names that we use in the home folder, including the extra files of SQLite. */
export const isOurName = (name: string): boolean =>
  OURS.has(name) || name.startsWith('log.db') || name.startsWith('index.db')

/** Creates the file with mode 0600 before its first use, and refuses links and files that belong to other users. */
export function privateFile(path: string): void {
  const found = stat(path)
  if (!found) {
    createEmpty(path)
    return
  }
  if (!found.isFile()) {
    throw new Problem({
      code: 'file-not-regular',
      message: 'leftoff expects its own file here, but found a link or special file; it was not changed',
      where: path,
      fix: 'move it away, or set LEFTOFF_HOME to another folder',
    })
  }
  refuseUnlessOwned(path, found)
}

/** Removes the permissions of other users. Call it only for files known to be ours. */
export function tighten(path: string): void {
  if (isPosix && (lstatSync(path).mode & OTHERS) !== 0) chmodSync(path, 0o600)
}

function createEmpty(path: string): void {
  try {
    closeSync(openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600))
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return // another process created it first, with the same mode
    throw unusableFolder(dirname(path), error)
  }
}

/** Replaces a file atomically and durably: temporary file, sync, rename, sync of the folder. */
export function replaceFile(path: string, content: string | Uint8Array, mode = 0o600): void {
  try {
    writeAndRename(path, content, mode)
  } catch (error) {
    throw unusableFolder(dirname(path), error)
  }
  syncFolder(dirname(path))
}

function writeAndRename(path: string, content: string | Uint8Array, mode: number): void {
  const aside = temporaryPath(dirname(path))
  const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY
  const file = openSync(aside, flags, mode)
  try {
    writeFileSync(file, content)
    fsyncSync(file)
    renameSync(aside, path)
  } catch (error) {
    unlinkSync(aside)
    throw error
  } finally {
    closeSync(file)
  }
}

export function syncFolder(path: string): void {
  if (!isPosix) return // Windows cannot sync a folder
  const folder = openSync(path, constants.O_RDONLY)
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

function stat(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    throw unusableFolder(dirname(path), error)
  }
}

function refuseUnlessOwned(path: string, found: Stats): void {
  const me = process.getuid?.()
  if (me === undefined || found.uid === me || me === 0) return
  throw new Problem({
    code: 'not-yours',
    message: 'leftoff keeps private data here, but another user owns it',
    where: path,
    fix: 'set LEFTOFF_HOME to a folder that you own',
  })
}

export const hasCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code

/** Explains why a file operation in our own folder failed. */
export const unusableFolder = (path: string, cause: unknown): Problem => {
  const full = hasCode(cause, 'ENOSPC')
  return new Problem({
    code: full ? 'disk-full' : 'home-unusable',
    message: full
      ? 'the disk is full; nothing was stored'
      : `leftoff cannot use its folder: ${cause instanceof Error ? cause.message : String(cause)}`,
    where: path,
    fix: full
      ? 'free some space and try again'
      : 'make it readable and writable, or set LEFTOFF_HOME to a folder that is',
    cause,
  })
}

/** The path of a new temporary file in this folder. The writer renames the file once it is complete. */
export const temporaryPath = (folder: string): string =>
  join(folder, `.leftoff-${process.pid}-${randomName()}.tmp`)

const TEMPORARY_NAME = /^\.leftoff-(\d+)-[0-9a-f-]{36}\.tmp$/
/** No process takes this long to write a file, so the pid in an older file's name now belongs to another process. */
const MAX_AGE_MS = 60 * 60 * 1000

/** Deletes temporary files of killed processes, and of this process, because it needs none between two writes. */
export function deleteStaleTemporaries(folder: string): void {
  for (const name of namesIn(folder)) {
    const [, pid] = TEMPORARY_NAME.exec(name) ?? []
    if (pid !== undefined && isStale(join(folder, name), Number(pid))) unlinkSync(join(folder, name))
  }
}

function isStale(path: string, pid: number): boolean {
  if (pid === process.pid || !isRunning(pid)) return true
  const file = lstatSync(path, { throwIfNoEntry: false })
  return file !== undefined && systemClock.now() - file.mtimeMs > MAX_AGE_MS
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // missing or unreadable: the next write reports it
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}
