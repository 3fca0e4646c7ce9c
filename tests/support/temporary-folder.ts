import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder that is removed when the test ends. */
export function temporaryFolder(): string {
  const { folder, remove } = unmanagedFolder()
  onTestFinished(remove)
  return folder
}

/** A folder for use outside of tests. The caller removes it. */
export function unmanagedFolder(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'leftoff-test-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
