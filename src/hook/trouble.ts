import { appendFileSync, statSync, truncateSync } from 'node:fs'
import { below } from '../host/below.ts'
import { type Environment, pathsIn } from '../host/paths.ts'
import { Problem } from '../problem.ts'

/** More than this nobody reads; the next trouble begins the file anew. */
const MOST_BYTES = 64 * 1024

/** A hook fails silently for its agent, not for its user: `leftoff doctor` reads this. Never what was told. */
export function noteTrouble(env: Environment, agent: string, error: unknown): void {
  try {
    const file = below(pathsIn(env).home, 'trouble.jsonl')
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MOST_BYTES) truncateSync(file, 0)
    const code = error instanceof Problem ? error.code : 'unexpected'
    const message = messageOf(error).slice(0, 400)
    appendFileSync(file, `${JSON.stringify({ at: Date.now(), agent, code, message })}\n`, { mode: 0o600 })
  } catch {
    // No home to write to: then the missing events are what the doctor sees.
  }
}

/** Our own words say nothing of what was told. Those of others may quote it: of them only the kind and the place. */
function messageOf(error: unknown): string {
  if (error instanceof Problem) return error.message
  if (!(error instanceof Error)) return 'something was thrown'
  const kind = 'code' in error ? `${error.name} ${String(error.code)}` : error.name
  const place = /^ {4}at .+$/m.exec(error.stack ?? '')?.[0].trim() ?? ''
  return `${kind} ${place}`.trim()
}
