import { readFileSync, statSync } from 'node:fs'

const MAX_BYTES = 1024 * 1024

/** Reads a source file; undefined when it is missing or too large. */
export function readSourceFile(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found?.isFile() || found.size > MAX_BYTES) return undefined
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // unreadable counts as missing
  }
}
