// A home and a project of their own for an example, so that it touches nothing of yours.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What was just ended may still write for a moment. */
const GONE = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }

export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), 'leftoff-example-'))
  process.on('exit', () => rmSync(folder, GONE))
  return { home: join(folder, 'home'), project: folder }
}
