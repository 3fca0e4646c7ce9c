import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder of its own for one test, gone when the test is. */
export function temporaryFolder(): string {
  const { folder, remove } = unmanagedFolder()
  onTestFinished(remove)
  return folder
}

/** For what is not a test: the caller removes it. */
export function unmanagedFolder(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'leftoff-test-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
