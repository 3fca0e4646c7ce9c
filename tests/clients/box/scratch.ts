import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that is removed after success. After a failure, the folder is kept and its path is printed. */
export interface Scratch {
  readonly root: string
  close(isWell: boolean): void
}

/** A client that just exited may still write for a moment. */
const REMOVE = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }

export function createScratch(): Scratch {
  const root = mkdtempSync(join(tmpdir(), 'leftoff-clients-'))
  return {
    root,
    close: (isWell) => {
      if (isWell && !process.env.LEFTOFF_KEEP) rmSync(root, REMOVE)
      else console.error(`kept: ${root}`)
    },
  }
}
