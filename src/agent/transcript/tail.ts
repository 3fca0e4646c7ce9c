import { fieldOf } from '../field.ts'

/** The whole lines at the end of a transcript, the last first, as far as they are JSON. Each is parsed when it is asked for. */
export function* linesFromEnd(tail: string): Iterable<object> {
  const lines = tail.split('\n')
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const value = parsed(lines[at] ?? '')
    if (typeof value === 'object' && value !== null) yield value
  }
}

/** The first line is mostly cut, the last one perhaps not finished. */
function parsed(line: string): unknown {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** A number of tokens, or none. */
export function tokensIn(value: unknown, key: string): number {
  const found = fieldOf(value, key)
  return typeof found === 'number' && Number.isSafeInteger(found) && found > 0 ? found : 0
}
