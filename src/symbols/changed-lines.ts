/**
 * The lines of the new text that are not in the old one. Moved lines do not count. For a pure deletion, returns
 * the line after it.
 */
export function changedLines(before: string, after: string): readonly number[] {
  const old = before.split('\n')
  const lines = after.split('\n')
  let head = 0
  while (head < lines.length && head < old.length && lines[head] === old[head]) head += 1
  let tail = 0
  const shorter = Math.min(lines.length, old.length) - head
  while (tail < shorter && lines[lines.length - 1 - tail] === old[old.length - 1 - tail]) tail += 1
  const remaining = countLines(old.slice(head, old.length - tail))
  const changed: number[] = []
  for (let at = head; at < lines.length - tail; at += 1)
    if (!takeOne(remaining, lines[at] ?? '')) changed.push(at)
  if (changed.length > 0 || before === after) return changed
  return [Math.min(head, lines.length - 1)]
}

export const allLines = (text: string): readonly number[] => text.split('\n').map((_, index) => index)

function countLines(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return counts
}

function takeOne(counts: Map<string, number>, line: string): boolean {
  const left = counts.get(line) ?? 0
  if (left > 0) counts.set(line, left - 1)
  return left > 0
}

const MAX_LINES = 2000

/**
 * Finds the lines of a snippet in the full text: as one block, or as runs, because a patch may touch several
 * places. Undefined if most lines are missing.
 */
export function locateLines(
  whole: string,
  piece: string,
  lines: readonly number[],
): readonly number[] | undefined {
  const at = piece.trim() === '' ? -1 : whole.indexOf(piece)
  if (at >= 0) {
    const first = lineNumberAt(whole, at)
    return lines.map((line) => first + line)
  }
  return locateRuns(whole.split('\n'), piece.split('\n').slice(0, MAX_LINES), new Set(lines))
}

export const lineNumberAt = (text: string, at: number): number => text.slice(0, at).split('\n').length - 1

function locateRuns(
  whole: readonly string[],
  piece: readonly string[],
  wanted: ReadonlySet<number>,
): readonly number[] | undefined {
  const places = new Map<string, number[]>()
  for (const [index, line] of whole.entries())
    places.set(line, [...(places.get(line) ?? []).slice(-MAX_PLACES), index])
  const found: number[] = []
  let significant = 0
  let next = 0
  for (const [index, line] of piece.entries()) {
    if (!wanted.has(index) || !isSignificant(line)) continue
    significant += 1
    const all = places.get(line) ?? []
    const place = all.find((one) => one >= next) ?? all[0]
    if (place === undefined) continue
    found.push(place)
    next = place
  }
  return found.length > 0 && found.length * 2 >= significant ? found : undefined
}

const MAX_PLACES = 20

/**
 * Whether a line identifies its place. False for brackets, comments and decorators, which belong to the code
 * around them.
 */
export const isSignificant = (line: string): boolean =>
  /\w/.test(line) && !/^\s*(?:\/\/|\/\*|\*|#(?!include|define)|--|"""|'''|@|end\s*$|<\/)/.test(line)
