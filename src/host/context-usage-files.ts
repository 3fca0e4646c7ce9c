import { renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOwnFile } from './regular-file.ts'

/** The last usage that the agent reported to its status line. */
interface StatusUsage {
  /** The number of tokens in use; 0 if it is not known yet. */
  readonly used: number
  readonly window: number
  readonly at: number
}

const COUNTS = /^(\d{1,10}) (\d{1,9})\n$/

/** Reads what the status line script wrote (agent/claude-code/status-line.ts); undefined if it wrote nothing. */
export function readStatusUsage(folder: string, session: string): StatusUsage | undefined {
  // The session id is used as a file name.
  if (!/^[\w-]{1,64}$/.test(session)) return undefined
  const path = join(folder, `${session}.usage`)
  try {
    const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    const found = at && COUNTS.exec(readOwnFile(path) ?? '')
    return found ? { used: Number(found[1]), window: Number(found[2]), at } : undefined
  } catch {
    return undefined // deleted or unreadable, but the transcript has the usage too
  }
}

/** Writes the extra line for a session's status line. Does nothing if the session has no status line. */
export function writeStatusLine(folder: string, session: string, line: string): void {
  if (!readStatusUsage(folder, session)) return
  const path = join(folder, `${session}.line`)
  try {
    writeFileSync(`${path}.${process.pid}`, `${line}\n`, { mode: 0o600 })
    renameSync(`${path}.${process.pid}`, path)
  } catch {
    // The disk is full or the folder was just erased: the status line omits the extra line.
  }
}
