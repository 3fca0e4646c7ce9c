import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

export type BlobHash = 'sha1' | 'sha256'

/** The content of a file as git names it: the hash of its kind, its length and its bytes. */
export function blobName(bytes: Uint8Array, algorithm: BlobHash = 'sha1'): string {
  // Loaded when it is needed: it takes some milliseconds, and most hooks look at no content.
  const { createHash } = process.getBuiltinModule('node:crypto')
  return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

/** What a regular file holds, if that is not more than `most`; links are not followed and pipes not waited for. */
export function contentOf(path: string, most: number): Buffer | undefined {
  let file: number | undefined
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const stat = fstatSync(file)
    if (!stat.isFile() || stat.size > most) return undefined
    const bytes = Buffer.alloc(stat.size)
    // Shorter or longer than a moment ago: somebody writes it just now.
    return readSync(file, bytes) === stat.size ? bytes : undefined
  } catch {
    return undefined // gone meanwhile, or not ours to read
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
