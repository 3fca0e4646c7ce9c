import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, sep } from 'node:path'
import { fault } from '../host/fault-injection.ts'
import { deleteStaleTemporaries, syncFolder, temporaryPath } from '../host/private-file.ts'
import { Problem } from '../problem.ts'

/** A snapshot of an agent's settings file. */
export interface SettingsFile {
  /** The path that the agent uses. */
  readonly path: string
  /** The same path, or the target if it is a symbolic link. The link itself is never replaced. */
  readonly target: string
  /** The content; absent if there is no file. */
  readonly bytes: Buffer | undefined
  readonly mode: number
  readonly owner?: { readonly uid: number; readonly gid: number }
}

interface ReadOptions {
  /** The mode for a file that does not exist yet. */
  readonly newMode: number
  /** The checkout, for project settings. Anyone may have written its files, so no link may lead out of it. */
  readonly checkout?: string
}

/** Agents read their settings at every start, so real settings files are small. */
const MAX_BYTES = 32 * 1024 * 1024

export function readSettingsFile(path: string, { newMode, checkout }: ReadOptions): SettingsFile {
  try {
    if (checkout !== undefined && !isBelow(path, checkout)) throw outside(path)
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
 * Replaces the content atomically. Returns false and changes nothing if another program has changed the file since
 * it was read.
 */
export function replaceSettingsFile(was: SettingsFile, bytes: Buffer): boolean {
  const folder = dirname(was.target)
  try {
    deleteStaleTemporaries(folder)
    const temporary = temporaryPath(folder)
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

/** Deletes the file unless another program has changed it since it was read. */
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
      // still in use, or already gone
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

/** Refuses a link unless it and its target belong to the user. Only root may change files owned by another user. */
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
  if (file.size > MAX_BYTES)
    throw refusal(path, 'too-large', 'this file is too large for a settings file', 'shorten it')
  if ((file.mode & 0o200) === 0)
    throw refusal(path, 'read-only', 'this file is read-only', `make it writable: chmod u+w ${path}`)
}

/** Whether the path is below the folder. Follows links in the part of the path that exists. */
function isBelow(path: string, folder: string): boolean {
  const isMissing = lstatSync(path, { throwIfNoEntry: false }) === undefined
  if (isMissing) return path === folder || (path.startsWith(folder) && isBelow(dirname(path), folder))
  const root = realpathSync(folder)
  return `${realpathSync(path)}${sep}`.startsWith(root === sep ? sep : `${root}${sep}`)
}

const outside = (path: string): Problem =>
  refusal(
    path,
    'outside',
    'this path leads out of the project through a link',
    'replace the link with a file or folder',
  )

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
