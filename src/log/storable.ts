import type { NewEvent } from '../event/define.ts'
import { Problem } from '../problem.ts'

/**
 * Columns hold what a heading says, and SQLite cuts text at NUL and replaces lone surrogates: such an event would be
 * acknowledged and then never match its hash again. Payloads are JSON, which escapes both, and hold anything.
 */
const NAME = /^[\x20-\x7e]{1,200}$/

export function refuseUnstorable(session: string, { id, type, version, at }: NewEvent): void {
  const isStorable = [session, id, type].every((name) => NAME.test(name))
  if (isStorable && Number.isSafeInteger(version) && Number.isSafeInteger(at)) return
  throw new Problem({
    code: 'event-unstorable',
    message: `an event has a heading that cannot be stored: ${JSON.stringify({ id, type, version, at }).slice(0, 300)}`,
    fix: 'session, id and type are 1 to 200 printable ASCII characters; version and at are whole numbers',
  })
}
