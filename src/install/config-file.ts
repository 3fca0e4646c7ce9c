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
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fault } from '../host/fault.ts'
import { syncFolder } from '../host/private-file.ts'
import { randomName } from '../host/random.ts'
import { Problem } from '../problem.ts'
import { refuseUnlessOurs, unwritable } from './refusal.ts'

/** A file of a client as it was found. */
export interface Found {
  /** As the client calls it. */
  readonly path: string
  /** The same, or what a link of the user's leads to: the link stays a link. */
  readonly target: string
  /** Nothing where there is no file. */
  readonly bytes: Buffer | undefined
  readonly mode: number
  readonly owner?: { readonly uid: number; readonly gid: number }
}

export function found(path: string, newMode: number): Found {
  try {
    const entry = lstatSync(path, { throwIfNoEntry: false })
    if (!entry) return { path, target: path, bytes: undefined, mode: newMode }
    const target = entry.isSymbolicLink() ? realpathSync(path) : path
    const file = statSync(target)
    refuseUnlessOurs(path, { entry, file })
    const { uid, gid } = file
    return { path, target, bytes: readFileSync(target), mode: file.mode & 0o7777, owner: { uid, gid } }
  } catch (error) {
    throw error instanceof Problem ? error : unwritable(path, error)
  }
}

/**
 * Puts other bytes in the place of those that were found: old or new, never half. False, and nothing is changed, when
 * somebody else has changed the file since.
 */
export function replaced(was: Found, bytes: Buffer): boolean {
  const folder = dirname(was.target)
  try {
    sweep(folder)
    const aside = join(folder, asideName())
    written(aside, bytes, was)
    fault.at('install.before-compare')
    if (!isStill(was)) {
      unlinkSync(aside)
      return false
    }
    renameSync(aside, was.target)
    syncFolder(folder)
    return true
  } catch (error) {
    throw unwritable(was.path, error)
  }
}

/** The same for a file that shall not be there any more. */
export function deleted(was: Found): boolean {
  try {
    if (!isStill(was)) return false
    unlinkSync(was.target)
    syncFolder(dirname(was.target))
    return true
  } catch (error) {
    throw unwritable(was.path, error)
  }
}

/** Folders that we made go, as long as nobody has put anything into them. */
export function withoutEmpty(folders: readonly string[]): void {
  for (const folder of folders.toSorted((a, b) => b.length - a.length)) {
    try {
      rmdirSync(folder)
    } catch {
      // somebody uses it, or it is gone already; either way it is not ours to remove
    }
  }
}

function isStill({ target, bytes }: Found): boolean {
  const now = lstatSync(target, { throwIfNoEntry: false })
  if (!now) return bytes === undefined
  return bytes !== undefined && now.isFile() && readFileSync(target).equals(bytes)
}

function written(aside: string, bytes: Buffer, { mode, owner }: Found): void {
  const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0)
  const file = openSync(aside, flags, 0o600)
  try {
    writeFileSync(file, bytes)
    fchmodSync(file, mode)
    if (owner && process.getuid?.() === 0) fchownSync(file, owner.uid, owner.gid)
    fsyncSync(file)
  } catch (error) {
    unlinkSync(aside)
    throw error
  } finally {
    closeSync(file)
  }
}

const ASIDE = /^\.leftoff-(\d+)-[0-9a-f-]{36}\.tmp$/
const asideName = (): string => `.leftoff-${process.pid}-${randomName()}.tmp`

/** What a process that was killed left beside a file. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = ASIDE.exec(name) ?? []
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
