import { openSync, readSync, statSync } from 'node:fs'
import { systemClock } from '../../host/clock.ts'

/**
 * How a database in WAL mode stands, read from the files beside it without loading SQLite: as long as the answer is the
 * same, nothing was written. Undefined where that cannot be told.
 */
export function stampOf(path: string): string | undefined {
  try {
    const file = statSync(path)
    const written = lastWritten(`${path}-shm`)
    if (written === undefined) return undefined
    if (written !== NOTHING) return `${file.ino} ${written}`
    // Everything is in the file itself. Two writes within one tick of the clock leave it the same time.
    const isSettled = systemClock.now() - file.mtimeMs > TICK_MS
    return isSettled ? `${file.ino} ${file.size} ${file.mtimeMs}` : undefined
  } catch {
    return undefined // no log yet, or not ours to look at
  }
}

const TICK_MS = 100
const NOTHING = ''

/**
 * The heading of the index of the WAL, as SQLite's documentation of the format has it: twice the same 48 bytes, in
 * which stand the number of the last frame, the sum over all frames up to it, and the salt that the WAL got when it was
 * last begun anew. By these SQLite itself sees whether somebody has written.
 */
function lastWritten(path: string): string | undefined {
  const heading = bytesOf(path)
  if (heading === undefined) return NOTHING
  const isWhole = heading.length === 2 * COPY && heading[IS_MADE] === 1
  // Somebody is writing it at this moment.
  if (!isWhole || !heading.subarray(0, COPY).equals(heading.subarray(COPY))) return undefined
  return heading.readUInt32LE(FRAMES) === 0 ? NOTHING : heading.toString('latin1', FRAMES, SUMS)
}

const COPY = 48
const IS_MADE = 12
const FRAMES = 16
const SUMS = 40

/** Undefined: there is no WAL, because nobody has the log open. */
function bytesOf(path: string): Buffer | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  const room = Buffer.allocUnsafe(2 * COPY)
  return room.subarray(0, readSync(openedOnce(path, found.ino), room, 0, room.length, 0))
}

/**
 * Never closed: to close a file gives up every lock that this process has on it, SQLite's own among them, and whoever
 * opens the log next would take it for abandoned and cut off the index under us (tests/cli/stamp.test.ts).
 */
function openedOnce(path: string, inode: number): number {
  const name = `${inode} ${path}`
  const known = OPENED.get(name)
  if (known !== undefined) return known
  const file = openSync(path, 'r')
  OPENED.set(name, file)
  return file
}

const OPENED = new Map<string, number>()
