import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { Problem } from '../problem.ts'
import { syncFolder, temporaryPath } from './private-file.ts'

/** Writes a private file of any size atomically: writes the pieces to a temporary file, syncs and renames it. */
export async function streamToFile(path: string, pieces: AsyncIterable<string>): Promise<void> {
  const aside = temporaryPath(dirname(path))
  const file = openSync(aside, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600)
  try {
    for await (const piece of pieces) writeAll(file, Buffer.from(piece))
    fsyncSync(file)
    renameSync(aside, path)
  } catch (error) {
    unlinkSync(aside)
    throw error
  } finally {
    closeSync(file)
  }
  syncFolder(dirname(path))
}

function writeAll(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
}

const notRegular = (path: string): Problem =>
  new Problem({
    code: 'file-not-regular',
    message: 'this is a folder or a device, not a file',
    where: path,
    fix: 'pass the path of a file',
    outcome: 'usage',
  })

const PIECE = 256 * 1024
const NEWLINE = 0x0a

/** The lines of a file. Yields undefined for a line longer than `most` bytes and stops. */
export function* readLines(path: string, most: number): Iterable<string | undefined> {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    if (!fstatSync(file).isFile()) throw notRegular(path)
    let rest: Buffer = Buffer.alloc(0)
    for (const piece of readPieces(file)) {
      rest = rest.length === 0 ? piece : Buffer.concat([rest, piece])
      let from = 0
      for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE, from)) {
        yield rest.toString('utf8', from, end)
        from = end + 1
      }
      rest = rest.subarray(from)
      if (rest.length > most) return yield undefined
    }
    if (rest.length > 0) yield rest.toString('utf8')
  } finally {
    closeSync(file)
  }
}

function* readPieces(file: number): Iterable<Buffer> {
  for (;;) {
    const buffer = Buffer.allocUnsafe(PIECE)
    const read = readSync(file, buffer, 0, PIECE, null)
    if (read === 0) return
    yield buffer.subarray(0, read)
  }
}
