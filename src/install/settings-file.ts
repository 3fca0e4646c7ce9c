import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fault } from '../host/fault.ts'
import { syncFolder } from '../host/private-file.ts'
import { randomName } from '../host/random.ts'
import { Problem } from '../problem.ts'

/** A settings file of an agent at the time of reading. */
export interface SettingsFile {
  /** The path that the agent uses. */
  readonly path: string
  /** The same path, or the target of a symbolic link: the link stays a link. */
  readonly target: string
  /** Absent when there is no file. */
  readonly bytes: Buffer | undefined
  readonly mode: number
  readonly owner?: { readonly uid: number; readonly gid: number }
}

export function readSettingsFile(path: string, newMode: number): SettingsFile {
  try {
    const entry = lstatSync(path, { throwIfNoEntry: false })
    if (!entry) return { path, target: path, bytes: undefined, mode: newMode }
    const target = entry.isSymbolicLink() ? realpathSync(path) : path
    const file = statSync(target)
    refuseUnsafeFile(path, { entry, file })
    const { uid, gid } = file
    return { path, target, bytes: readFileSync(target), mode: file.mode & 0o7777, owner: { uid, gid } }
  } catch (error) {
    throw error instanceof Problem ? error : unwritableError(path, error)
  }
}

/**
 * Replaces the content atomically. Returns false and changes nothing when another program changed the file since it
 * was read.
 */
export function replaceSettingsFile(was: SettingsFile, bytes: Buffer): boolean {
  const folder = dirname(was.target)
  try {
    deleteStaleTemporaries(folder)
    const temporary = join(folder, temporaryName())
    writeTemporary(temporary, bytes, was)
    fault.at('install.before-compare')
    if (!isUnchanged(was)) {
      unlinkSync(temporary)
      return false
    }
    renameSync(temporary, was.target)
    syncFolder(folder)
    return true
  } catch (error) {
    throw unwritableError(was.path, error)
  }
}

/** Deletes the file under the same condition. */
export function deleteSettingsFile(was: SettingsFile): boolean {
  try {
    if (!isUnchanged(was)) return false
    unlinkSync(was.target)
    syncFolder(dirname(was.target))
    return true
  } catch (error) {
    throw unwritableError(was.path, error)
  }
}

/** Removes folders that we created, if they are empty. */
export function removeEmptyFolders(folders: readonly string[]): void {
  for (const folder of folders.toSorted((a, b) => b.length - a.length)) {
    try {
      rmdirSync(folder)
    } catch {
      // in use or already gone: not ours to remove
    }
  }
}

function isUnchanged({ target, bytes }: SettingsFile): boolean {
  const now = lstatSync(target, { throwIfNoEntry: false })
  if (!now) return bytes === undefined
  return bytes !== undefined && now.isFile() && readFileSync(target).equals(bytes)
}

function writeTemporary(temporary: string, bytes: Buffer, { mode, owner }: SettingsFile): void {
  const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0)
  const file = openSync(temporary, flags, 0o600)
  try {
    writeFileSync(file, bytes)
    fchmodSync(file, mode)
    if (owner && process.getuid?.() === 0) fchownSync(file, owner.uid, owner.gid)
    fsyncSync(file)
  } catch (error) {
    unlinkSync(temporary)
    throw error
  } finally {
    closeSync(file)
  }
}

const TEMPORARY_NAME = /^\.leftoff-(\d+)-[0-9a-f-]{36}\.tmp$/
const temporaryName = (): string => `.leftoff-${process.pid}-${randomName()}.tmp`

/** Deletes temporary files left by killed processes. */
function deleteStaleTemporaries(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = TEMPORARY_NAME.exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid))) unlinkSync(join(folder, name))
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Follows a link only if link and target belong to the user. Never touches another user's files. */
function refuseUnsafeFile(
  path: string,
  { entry, file }: { readonly entry: Stats; readonly file: Stats },
): void {
  const me = process.getuid?.()
  if (!file.isFile()) throw refusal(path, 'not-a-file', 'this is not a file', 'move it elsewhere')
  const isLink = entry.isSymbolicLink()
  const isForeignLink = isLink && me !== undefined && (entry.uid !== me || file.uid !== me)
  const isForeignFile = me !== undefined && me !== 0 && file.uid !== me
  if (isForeignLink || isForeignFile) {
    const what = isLink ? 'this link or its target belongs' : 'this file belongs'
    throw refusal(path, 'not-yours', `${what} to another user`, 'install as that user')
  }
  if ((file.mode & 0o200) === 0)
    throw refusal(path, 'read-only', 'this file is read-only', `make it writable: chmod u+w ${path}`)
}

const refusal = (where: string, kind: string, message: string, fix: string): Problem =>
  new Problem({
    code: `agent-config-${kind}`,
    message: `${message}, so it was not changed`,
    where,
    fix: `${fix}, then try again`,
  })

export const unwritableError = (where: string, cause: unknown): Problem => {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
  const isDangling = code === 'ENOENT'
  return new Problem({
    code: code === 'ENOSPC' ? 'disk-full' : 'agent-config-unwritable',
    message: isDangling
      ? 'this is a broken link, or its folder no longer exists'
      : `the agent's settings cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`,
    where,
    fix:
      code === 'ENOSPC'
        ? 'free some space and try again'
        : 'make the file and its folder readable and writable, then try again',
    cause,
  })
}

export const busyError = (where: string): Problem =>
  new Problem({
    code: 'agent-config-busy',
    message: 'another program keeps changing this file',
    where,
    fix: 'close the agent and try again',
    outcome: 'busy',
  })

/** Refuses a file that is not UTF-8: writing it back would change its bytes. */
export function decodeText(bytes: Buffer, where: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new Problem({
      code: 'agent-config-unreadable',
      message: 'this file is not UTF-8, so it was not changed',
      where,
      fix: 'save it as UTF-8 and try again',
      cause,
    })
  }
}
