// A home and a project of their own for an example, so that it touches nothing of yours.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), 'leftoff-example-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return { home: join(folder, 'home'), project: folder }
}
