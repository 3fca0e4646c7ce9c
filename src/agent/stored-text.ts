/** The limit in UTF-16 units. Longer text loses its middle, because the beginning and the end matter most. */
export const MAX_STORED_LENGTH = 64 * 1024
const HEAD = 48 * 1024
/** Leaves room for the note that says how much was omitted. */
const TAIL = MAX_STORED_LENGTH - HEAD - 100

/** Shortens text to its first 48 KiB and last 16 KiB, with a note that says how much was omitted. */
export function shorten(text: string): string {
  if (text.length <= MAX_STORED_LENGTH) return text
  const head = headOf(text)
  const tail = tailOf(text)
  const missing = text.length - head.length - tail.length
  return `${head}\n[... ${missing} characters left out ...]\n${tail}`
}

/** Cuts at the end of a line if one is near, and never inside a character. */
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

export const countLines = (text: string): number =>
  text === '' ? 0 : text.replace(/\n$/, '').split('\n').length

const MAX_LABEL_LENGTH = 4096

/** Turns a name, path or id into a valid label: not empty, not too long, not cut inside a character. */
export function toLabel(text: string): string {
  if (text === '') return 'unnamed'
  if (text.length <= MAX_LABEL_LENGTH) return text
  return text.slice(
    0,
    isHigh(text.charCodeAt(MAX_LABEL_LENGTH - 1)) ? MAX_LABEL_LENGTH - 1 : MAX_LABEL_LENGTH,
  )
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
