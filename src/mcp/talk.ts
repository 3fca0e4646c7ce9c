import { writeSync } from 'node:fs'
import { clean } from './clean.ts'

const STDERR = 2

/** For whoever reads the client's log of its servers. stdout belongs to the protocol. */
export function talk(text: string): void {
  try {
    writeSync(STDERR, `leftoff: ${clean(text)}\n`)
  } catch {
    // closed or full: talk is not worth stumbling over
  }
}
