import { writeSync } from 'node:fs'
import { safeText } from '../text/safe-text.ts'

const STDERR = 2

/** For whoever reads the client's log of its servers. stdout belongs to the protocol. */
export function talk(text: string): void {
  try {
    writeSync(STDERR, `leftoff: ${safeText(text)}\n`)
  } catch {
    // closed or full: talk is not worth stumbling over
  }
}
