import width from 'fast-string-width'
import { plain } from '../terminal-safe.ts'

interface Column<T> {
  readonly title: string
  readonly of: (row: T) => string
  readonly paint?: (text: string, row: T) => string
  readonly right?: boolean
  /** Whether the column uses the rest of the line. */
  readonly rest?: boolean
}

/** Aligns columns by display width, because some characters are two columns wide and some have no width. */
export function table<T>(rows: readonly T[], columns: readonly Column<T>[], lineWidth: number): string[] {
  const cells = rows.map((row) => columns.map(({ of }) => oneLine(of(row))))
  const widths = columns.map(({ title }, i) =>
    Math.max(width(title), ...cells.map((line) => width(line[i] ?? ''))),
  )
  const fixed = widths.slice(0, -1).reduce((sum, n) => sum + n + 2, 0)
  const limit = (i: number): number => (columns[i]?.rest ? Math.max(8, lineWidth - fixed) : (widths[i] ?? 0))
  const line = (texts: readonly string[], row?: T): string =>
    columns
      .map((column, i) => {
        const text = cut(texts[i] ?? '', limit(i))
        const padding = ' '.repeat(Math.max(0, (column.rest ? 0 : (widths[i] ?? 0)) - width(text)))
        const painted = row && column.paint ? column.paint(text, row) : text
        return column.right ? padding + painted : painted + padding
      })
      .join('  ')
      .trimEnd()
  return [line(columns.map(({ title }) => title)), ...rows.map((row, i) => line(cells[i] ?? [], row))]
}

const oneLine = (text: string): string => plain(text).replace(/\s+/gu, ' ').trim()

export function cut(text: string, most: number): string {
  if (width(text) <= most) return text
  let kept = ''
  for (const character of text) {
    if (width(kept + character) > most - 1) break
    kept += character
  }
  return `${kept}…`
}
