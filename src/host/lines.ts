import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

const PIECE = 256 * 1024

/** What one look at a file that is about to be read tells. */
export interface Looked {
  readonly bytes: number
  readonly modifiedAt: number
  readonly owner: number
  readonly isRegular: boolean
}

/** Not a link, nothing that blocks, and looked at through the same handle that is read: nobody can exchange it between. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

export function lookedAt(path: string): Looked {
  const file = openSync(path, FLAGS)
  try {
    const found = fstatSync(file)
    return {
      bytes: found.size,
      modifiedAt: Math.floor(found.mtimeMs),
      owner: found.uid,
      isRegular: found.isFile(),
    }
  } finally {
    closeSync(file)
  }
}

/**
 * The first `bytes` of a regular file, in pieces. All pieces are one buffer: each is valid until the next is asked for.
 * What is written to the file meanwhile is left for the next time.
 */
export function* piecesOf(path: string, bytes: number): Iterable<Uint8Array> {
  const file = openSync(path, FLAGS)
  try {
    if (!fstatSync(file).isFile()) return
    const buffer = Buffer.allocUnsafe(PIECE)
    for (let at = 0; at < bytes; ) {
      const read = readSync(file, buffer, 0, Math.min(PIECE, bytes - at), at)
      if (read === 0) return
      at += read
      yield buffer.subarray(0, read)
    }
  } finally {
    closeSync(file)
  }
}
