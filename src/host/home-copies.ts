import { closeSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Complete old logs, which `leftoff verify --salvage` leaves behind even if it fails. */
const OLD_LOG = /^(log\.db\.damaged-|salvage-)/
/** Files that other code erases, or that contain no session data. */
const OTHERS = /^(log\.db|index\.db|config\.json|trouble\.jsonl$|cache$|spool$|prepared$|shared$|backups$)/
/** The beginning of an export, handoff or checkpoint file. */
const DOCUMENT = /^\s*\{\s*"document"\s*:/

/** Deletes copies in the home folder that mention one of these sessions or rules. Returns their paths. */
export function removeHomeCopies(home: string, ids: readonly string[]): readonly string[] {
  const erasedIds = new Set(ids)
  const found = namesIn(home)
    .filter((name) => OLD_LOG.test(name) || !OTHERS.test(name))
    .filter((name) => {
      const isWanted = OLD_LOG.test(name) ? () => true : startsDocument
      return filesBelow(join(home, name)).some((file) => mentionsAny(file, erasedIds, isWanted))
    })
  const paths = found.map((name) => join(home, name))
  for (const path of paths) rmSync(path, { recursive: true, force: true })
  return paths
}

const namesIn = (folder: string): readonly string[] =>
  statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : []

function filesBelow(path: string): readonly string[] {
  const entry = statSync(path, { throwIfNoEntry: false })
  if (entry?.isFile()) return [path]
  if (!entry?.isDirectory() || !OLD_LOG.test(path.replace(/^.*[/\\]/, ''))) return []
  return readdirSync(path).flatMap((name) => filesBelow(join(path, name)))
}

const CHUNK = 1 << 20
const ID = /ses_[0-9a-z]{16}|mem_[0-9a-z]{10}/g
/** The number of characters by which chunks overlap, because an id may span two chunks. */
const OVERLAP = 20

const startsDocument = (text: string): boolean => DOCUMENT.test(text)

function mentionsAny(file: string, ids: ReadonlySet<string>, isWanted: (start: string) => boolean): boolean {
  const handle = openSync(file, 'r')
  try {
    const chunk = Buffer.alloc(CHUNK)
    for (let position = 0; ; position += CHUNK - OVERLAP) {
      const size = readSync(handle, chunk, 0, CHUNK, position)
      const text = chunk.toString('latin1', 0, size)
      if (position === 0 && !isWanted(text)) return false
      for (const [id] of text.matchAll(ID)) if (ids.has(id)) return true
      if (size < CHUNK) return false
    }
  } finally {
    closeSync(handle)
  }
}
