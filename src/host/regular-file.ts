import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, sep } from 'node:path'
import { elapsedMs } from './clock.ts'
import { hasCode } from './private-file.ts'

export interface FileLimits {
  readonly maxBytes: number
  /** Links are followed only to files in or below this folder. Default: the file's own folder. */
  readonly root?: string
  /** Whether to also follow links out of the root, if the target belongs to the user or root. */
  readonly mayLeave?: boolean
}

type RegularFile =
  | { readonly kind: 'file'; readonly bytes: Buffer }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly reason: string; readonly cause?: unknown }

/**
 * Reads a file that a hostile checkout or another program may have created. Opens only regular files, because a
 * pipe or device could block. Reads at most `maxBytes`, and follows no link out of `root` unless `mayLeave` is
 * set. All files in a checkout are read with this function.
 */
export function readFileWithin(path: string, limits: FileLimits): RegularFile {
  try {
    // Most of these files do not exist, and a check is cheaper than an exception.
    const entry = lstatSync(path, { throwIfNoEntry: false })
    if (!entry) return { kind: 'missing' }
    const real = realpathSync.native(path)
    const target = entry.isSymbolicLink() ? statSync(real) : entry
    const reason = refusalOf(real, target, { root: dirname(path), ...limits })
    return reason === undefined ? readOpened(real, limits.maxBytes) : { kind: 'refused', reason }
  } catch (cause) {
    if (hasCode(cause, 'ENOTDIR')) return { kind: 'missing' }
    return { kind: 'refused', reason: cause instanceof Error ? cause.message : String(cause), cause }
  }
}

/** The content, or undefined if the file is missing or refused. */
export function readRegularFile(path: string, limits: FileLimits): Buffer | undefined {
  const found = readFileWithin(path, limits)
  return found.kind === 'file' ? found.bytes : undefined
}

/** Runs before the file is opened, because opening a device can have side effects. */
function refusalOf(
  real: string,
  target: Stats,
  { root, mayLeave = false }: FileLimits & { readonly root: string },
): string | undefined {
  if (!target.isFile()) return 'it is not a regular file'
  const folder = realpathSync.native(root)
  const isBelow = real.startsWith(folder === sep ? sep : `${folder}${sep}`)
  if (isBelow || (mayLeave && isTrusted(target))) return undefined
  return 'it is a link to a file elsewhere'
}

function isTrusted({ uid }: Stats): boolean {
  const me = process.getuid?.()
  return me === undefined || uid === me || uid === 0
}

const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const PIECE = 1024 * 1024
/** Stops reading if the file system takes longer than this. */
const MAX_MS = 500

/** Checks the opened file again, because it may have been replaced in the meantime. */
function readOpened(path: string, maxBytes: number): RegularFile {
  const file = openSync(path, READ_FLAGS)
  try {
    const found = fstatSync(file)
    if (!found.isFile()) return { kind: 'refused', reason: 'it is not a regular file' }
    if (found.size > maxBytes)
      return { kind: 'refused', reason: `it is larger than ${Math.ceil(maxBytes / 1024)} KB` }
    const bytes = Buffer.alloc(found.size)
    const deadline = elapsedMs() + MAX_MS
    for (let at = 0; at < bytes.length; ) {
      const read = readSync(file, bytes, at, Math.min(PIECE, bytes.length - at), at)
      if (read === 0) return { kind: 'refused', reason: 'it is being written' }
      at += read
      if (elapsedMs() > deadline) return { kind: 'refused', reason: 'it takes too long to read' }
    }
    return { kind: 'file', bytes }
  } finally {
    closeSync(file)
  }
}

/** Reads a small file of leftoff's own; undefined if it is missing, not a regular file, or a link elsewhere. */
export const readOwnFile = (path: string): string | undefined =>
  readRegularFile(path, { maxBytes: MAX_BYTES })?.toString('utf8')

/**
 * Writes to a file of leftoff's own without waiting: an error if it is a pipe without a reader, a link or a device.
 * `append` adds to the file, but empties it first if it is larger than `maxBytes`.
 */
export function writeOwnFile(path: string, text: string, append?: { readonly maxBytes: number }): void {
  const file = openSync(path, WRITE_FLAGS, 0o600)
  try {
    const found = fstatSync(file)
    if (!found.isFile()) throw new Error(`${path} is not a regular file`)
    if (found.size > (append?.maxBytes ?? 0)) ftruncateSync(file)
    writeSync(file, text)
  } finally {
    closeSync(file)
  }
}

const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
const WRITE_FLAGS = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK

const MAX_BYTES = 1024 * 1024

/** Reads a source file; undefined if it is missing, too large, or a link to another folder. */
export const readSourceFile = (path: string): string | undefined =>
  readRegularFile(path, { maxBytes: MAX_BYTES })?.toString('utf8')
