/** Stands for a new line within a prompt: the editor knows only one line. */
export const NEW_LINE = '\u240a'

const PASTE = { begin: '\x1b[200~', end: '\x1b[201~' }

export interface Typed {
  /** For the editor: at most one line, pasted text on it as one. */
  readonly given: string
  /** Not yet: another line, or the half of a paste. */
  readonly left: string
}

/** How much of what was typed belongs to the line that is being edited. */
export function ofOneLine(typed: string): Typed {
  const paste = typed.indexOf(PASTE.begin)
  const before = paste < 0 ? typed : typed.slice(0, paste)
  const enter = before.search(/[\r\n]/)
  if (enter >= 0) return { given: typed.slice(0, enter + 1), left: typed.slice(enter + 1) }
  if (paste < 0) return halfMarked(typed)
  const end = typed.indexOf(PASTE.end, paste)
  if (end < 0) return { given: before, left: typed.slice(paste) }
  const rest = ofOneLine(typed.slice(end + PASTE.end.length))
  const pasted = typed.slice(paste + PASTE.begin.length, end)
  return { given: before + onOneLine(pasted) + rest.given, left: rest.left }
}

/** A mark that has come half is waited for; a bare escape is a key. */
function halfMarked(typed: string): Typed {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a mark begins with the escape character
  const half = typed.search(/\x1b\[(?:2(?:0{1,2})?)?$/)
  return half < 0 ? { given: typed, left: '' } : { given: typed.slice(0, half), left: typed.slice(half) }
}

export const onOneLine = (text: string): string =>
  text
    .replace(/[\r\n]+$/, '')
    .replace(/\r\n?|\n/g, NEW_LINE)
    .replace(/(?!\t)\p{Cc}/gu, '')

export const inLines = (line: string): string => line.replaceAll(NEW_LINE, '\n')
