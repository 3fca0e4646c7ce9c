/** In UTF-16 units. What is longer loses its middle: how it began and how it ended is what is looked for later. */
export const MOST_KEPT = 64 * 1024
const HEAD = 48 * 1024
/** The line that says what is missing has its place in the last part. */
const TAIL = MOST_KEPT - HEAD - 100

/** The text, or its first 48 KiB and its last 16 KiB and how much was left out between them. */
export function shortened(text: string): string {
  if (text.length <= MOST_KEPT) return text
  const head = headOf(text)
  const tail = tailOf(text)
  const missing = text.length - head.length - tail.length
  return `${head}\n[... ${missing} characters left out ...]\n${tail}`
}

/** Whole lines, where lines are not longer than half of it; never half a character. */
function headOf(text: string): string {
  const line = text.lastIndexOf('\n', HEAD - 1)
  const end = line >= HEAD / 2 ? line : HEAD
  return text.slice(0, isLow(text.charCodeAt(end)) ? end - 1 : end)
}

function tailOf(text: string): string {
  const start = text.length - TAIL
  const line = text.indexOf('\n', start)
  const from = line >= 0 && line < text.length - TAIL / 2 ? line + 1 : start
  return text.slice(isLow(text.charCodeAt(from)) ? from + 1 : from)
}

const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

export const linesIn = (text: string): number =>
  text === '' ? 0 : text.replace(/\n$/, '').split('\n').length

const MOST = 4096

/** A name, a path, an id as a label: never empty, never longer than a label may be, no half character at its end. */
export function label(text: string): string {
  if (text === '') return 'unnamed'
  if (text.length <= MOST) return text
  return text.slice(0, isHigh(text.charCodeAt(MOST - 1)) ? MOST - 1 : MOST)
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
