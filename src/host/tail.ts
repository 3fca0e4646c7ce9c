import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { openedBelow } from './transcripts.ts'

/** What an agent wrote last fits into this; a hook has no time for more. */
export const MOST_TAIL = 64 * 1024

const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** The end of a transcript that a client named, believed only where that client keeps its own; undefined where there is none. */
export function tailBelow(roots: readonly string[], path: string, most = MOST_TAIL): string | undefined {
  if (openedBelow(roots, path).kind !== 'file') return undefined
  try {
    return tailOf(path, most)
  } catch {
    return undefined // gone since: then nobody knows how full the context is
  }
}

/** Whole characters of the last bytes; the first line is cut where the file is longer. */
function tailOf(path: string, most: number): string | undefined {
  const file = openSync(path, FLAGS)
  try {
    const found = fstatSync(file)
    if (!found.isFile()) return undefined
    const bytes = Math.min(found.size, most)
    const buffer = Buffer.alloc(bytes)
    const read = readSync(file, buffer, 0, bytes, found.size - bytes)
    return buffer.toString('utf8', 0, read)
  } finally {
    closeSync(file)
  }
}
