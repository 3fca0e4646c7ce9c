import { opendirSync } from 'node:fs'
import { join } from 'node:path'
import { readRegularFile } from './regular-file.ts'

/** Larger files are skipped, because they are not lists of secrets. */
const MAX_BYTES = 256 * 1024
/** The limit for all files together, because redaction searches all stored text for every value. */
const MAX_TOTAL_BYTES = 512 * 1024
const MAX_FILES = 16
/** At most this many entries of a folder are searched. */
const MAX_ENTRIES = 5000

/** Files to read first, so that no other file can use up the limits. */
const USUAL = ['.env', '.env.local', '.env.development', '.env.production', '.env.test', '.env.staging']
const USUAL_NAMES: readonly string[] = [
  ...USUAL,
  ...['.env.development.local', '.env.production.local', '.env.test.local'],
]

/** The contents of the folder's .env files. Skips example files, which are public. */
export function readDotenvFiles(folder: string): readonly string[] {
  const names = dotenvNames(folder)
  const ordered = [...USUAL_NAMES.filter((name) => names.has(name)), ...names]
  const texts: string[] = []
  let room = MAX_TOTAL_BYTES
  for (const name of [...new Set(ordered)].slice(0, MAX_FILES)) {
    // Follows links, because developers share one file between checkouts. Its values are never shown.
    const limits = { root: folder, mayLeave: true, maxBytes: Math.min(MAX_BYTES, room) }
    const bytes = readRegularFile(join(folder, name), limits)
    if (!bytes) continue
    texts.push(bytes.toString('utf8'))
    room -= bytes.length
  }
  return texts
}

const isDotenv = (name: string): boolean =>
  /^\.env(?:\.|$)/.test(name) && !/\.(?:example|sample|template|dist)$/.test(name)

/** The names of the .env files in the folder, with the usual names even if the folder has too many entries to list. */
function dotenvNames(folder: string): ReadonlySet<string> {
  const names = new Set<string>()
  try {
    const entries = opendirSync(folder, { bufferSize: 512 })
    try {
      for (let count = 0; count < MAX_ENTRIES; count += 1) {
        const entry = entries.readSync()
        if (!entry) return names
        if (isDotenv(entry.name)) names.add(entry.name)
      }
    } finally {
      entries.closeSync()
    }
    for (const name of USUAL_NAMES) names.add(name)
  } catch {
    // An unreadable folder contributes no secrets.
  }
  return names
}
