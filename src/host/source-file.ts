import { readFileSync, statSync } from 'node:fs'

const MOST_BYTES = 1024 * 1024

/** The text of a source file as it is now; undefined where there is none, or none that anybody would write. */
export function sourceText(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found?.isFile() || found.size > MOST_BYTES) return undefined
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // what cannot be read is as good as gone
  }
}
