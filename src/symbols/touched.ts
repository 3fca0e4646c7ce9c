import { isTelling } from './changed-lines.ts'
import type { Definition, Kind } from './definitions.ts'

export interface Touched {
  readonly name: string
  readonly kind: Kind
  /** Counted from 1. */
  readonly line: number
}

/** The innermost definition around each of these lines, each once, in the order of the file. */
export function touchedBy(
  definitions: readonly Definition[],
  text: string,
  lines: readonly number[],
): readonly Touched[] {
  const texts = text.split('\n')
  const innermost = new Int32Array(texts.length).fill(-1)
  for (const [index, { start, end }] of definitions.entries())
    innermost.fill(index, Math.max(0, start), Math.max(0, end + 1))
  const hit = new Set<number>()
  for (const line of lines) if (isTelling(texts[line] ?? '')) hit.add(innermost[line] ?? -1)
  return definitions.flatMap(({ name, kind, start }, index) =>
    hit.has(index) && kind ? [{ name, kind, line: start + 1 }] : [],
  )
}
