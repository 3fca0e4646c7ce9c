import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that goes when all went well, and else stays and is named. */
export interface Scratch {
  readonly root: string
  close(isWell: boolean): void
}

/** A client that was just ended may still write for a moment. */
const GONE = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }

export function scratch(): Scratch {
  const root = mkdtempSync(join(tmpdir(), 'leftoff-clients-'))
  return {
    root,
    close: (isWell) => {
      if (isWell && !process.env.LEFTOFF_KEEP) rmSync(root, GONE)
      else console.error(`kept: ${root}`)
    },
  }
}
