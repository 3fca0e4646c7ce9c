// A temporary home and project, so that an example does not touch your data.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Retries, because a process that just ended may still write for a moment. */
const REMOVE_OPTIONS = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }

export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), 'leftoff-example-'))
  process.on('exit', () => rmSync(folder, REMOVE_OPTIONS))
  return { home: join(folder, 'home'), project: folder }
}
