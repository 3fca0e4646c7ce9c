import { fieldOf } from '../field.ts'

/** JSON lines at the end of a transcript, last first. Parsed lazily. */
export function* linesFromEnd(tail: string): Iterable<object> {
  const lines = tail.split('\n')
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const value = parseLine(lines[at] ?? '')
    if (typeof value === 'object' && value !== null) yield value
  }
}

/** The first line is usually cut, and the last one may be incomplete. */
function parseLine(line: string): unknown {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** A token count; 0 if it is missing or invalid. */
export function tokensIn(value: unknown, key: string): number {
  const count = fieldOf(value, key)
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : 0
}
