import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** The content of a regular file of at most `maxBytes`. Links are not followed, and pipes are not waited for. */
export function readRegularFile(path: string, maxBytes: number): Buffer | undefined {
  let file: number | undefined
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const stat = fstatSync(file)
    if (!stat.isFile() || stat.size > maxBytes) return undefined
    const bytes = Buffer.alloc(stat.size)
    // A shorter read means that another process is writing the file.
    return readSync(file, bytes) === stat.size ? bytes : undefined
  } catch {
    return undefined // deleted meanwhile, or not readable
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
