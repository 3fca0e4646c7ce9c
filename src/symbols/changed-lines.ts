/**
 * The lines of the new text that are not in the old one. Lines that were moved are no news; where something was only
 * taken out, it is the line behind it.
 */
export function changedLines(before: string, after: string): readonly number[] {
  const old = before.split('\n')
  const lines = after.split('\n')
  let head = 0
  while (head < lines.length && head < old.length && lines[head] === old[head]) head += 1
  let tail = 0
  const shorter = Math.min(lines.length, old.length) - head
  while (tail < shorter && lines[lines.length - 1 - tail] === old[old.length - 1 - tail]) tail += 1
  const known = counted(old.slice(head, old.length - tail))
  const changed: number[] = []
  for (let at = head; at < lines.length - tail; at += 1)
    if (!isTaken(known, lines[at] ?? '')) changed.push(at)
  if (changed.length > 0 || before === after) return changed
  return [Math.min(head, lines.length - 1)]
}

export const allLines = (text: string): readonly number[] => text.split('\n').map((_, index) => index)

function counted(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return counts
}

function isTaken(counts: Map<string, number>, line: string): boolean {
  const left = counts.get(line) ?? 0
  if (left > 0) counts.set(line, left - 1)
  return left > 0
}

const MOST_LINES = 2000

/**
 * Where the lines of a piece stand in a whole text: as one, else in runs, for a patch touches a file in several places.
 * Undefined where most of them are not there.
 */
export function placedIn(
  whole: string,
  piece: string,
  lines: readonly number[],
): readonly number[] | undefined {
  const at = piece.trim() === '' ? -1 : whole.indexOf(piece)
  if (at >= 0) {
    const first = linesBefore(whole, at)
    return lines.map((line) => first + line)
  }
  return inRuns(whole.split('\n'), piece.split('\n').slice(0, MOST_LINES), new Set(lines))
}

export const linesBefore = (text: string, at: number): number => text.slice(0, at).split('\n').length - 1

function inRuns(
  whole: readonly string[],
  piece: readonly string[],
  wanted: ReadonlySet<number>,
): readonly number[] | undefined {
  const places = new Map<string, number[]>()
  for (const [index, line] of whole.entries())
    places.set(line, [...(places.get(line) ?? []).slice(-MOST_PLACES), index])
  const found: number[] = []
  let telling = 0
  let next = 0
  for (const [index, line] of piece.entries()) {
    if (!wanted.has(index) || !isTelling(line)) continue
    telling += 1
    const all = places.get(line) ?? []
    const place = all.find((one) => one >= next) ?? all[0]
    if (place === undefined) continue
    found.push(place)
    next = place
  }
  return found.length > 0 && found.length * 2 >= telling ? found : undefined
}

const MOST_PLACES = 20

/** Brackets, comments and decorations belong to what follows, and say nothing by themselves. */
export const isTelling = (line: string): boolean =>
  /\w/.test(line) && !/^\s*(?:\/\/|\/\*|\*|#(?!include|define)|--|"""|'''|@|end\s*$|<\/)/.test(line)
