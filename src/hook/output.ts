import { writeSync } from 'node:fs'
import { elapsedMs } from '../host/clock.ts'
import { hasCode } from '../host/private-file.ts'
import { pause } from '../host/standard-input.ts'

/** A client that does not read while it waits for us must not wait for ever. */
const OUTPUT_MS = 200

/** To standard output, all of it. A client that has gone reads no answer. */
export function print(text: string): void {
  let rest = Buffer.from(text)
  const deadline = elapsedMs() + OUTPUT_MS
  while (rest.length > 0 && elapsedMs() < deadline) {
    try {
      rest = rest.subarray(writeSync(1, rest))
    } catch (error) {
      if (!hasCode(error, 'EAGAIN')) return
      pause()
    }
  }
}
