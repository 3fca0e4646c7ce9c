/** Stands for a new line within a prompt: the editor knows only one line. */
export const NEW_LINE = '\u240a'

const PASTE = { begin: '\x1b[200~', end: '\x1b[201~' }

export interface Typed {
  /** For the editor: at most one line, pasted text on it as one. */
  readonly given: string
  /** Not yet: another line, or the half of a paste. */
  readonly left: string
}

/** How much of what was typed belongs to the line that is being edited, and how a paste is shown there. */
export function ofOneLine(typed: string, shown: (pasted: string) => string = onOneLine): Typed {
  const paste = typed.indexOf(PASTE.begin)
  const before = paste < 0 ? typed : typed.slice(0, paste)
  const enter = before.search(/[\r\n]/)
  if (enter >= 0) return { given: typed.slice(0, enter + 1), left: typed.slice(enter + 1) }
  if (paste < 0) return halfMarked(typed)
  const end = typed.indexOf(PASTE.end, paste)
  if (end < 0) return { given: before, left: typed.slice(paste) }
  const pasted = shown(typed.slice(paste + PASTE.begin.length, end))
  const rest = ofOneLine(typed.slice(end + PASTE.end.length), shown)
  return { given: before + pasted + rest.given, left: rest.left }
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

/** More than this is not edited but named: the editor measures the whole line at every key. */
const MOST_SHOWN = 400

/** What was pasted in one line of an editor, by the name that stands for it there. */
export class Pastes {
  readonly #texts = new Map<string, string>()

  readonly shown = (pasted: string): string => {
    const line = onOneLine(pasted)
    if (line.length <= MOST_SHOWN) return line
    const name = `[pasted ${this.#texts.size + 1}: ${line.split(NEW_LINE).length} lines]`
    this.#texts.set(name, line)
    return name
  }

  /** The line as it was meant. */
  whole(line: string): string {
    return inLines(line.replaceAll(/\[pasted \d+: \d+ lines\]/g, (name) => this.#texts.get(name) ?? name))
  }
}

export const inLines = (line: string): string => line.replaceAll(NEW_LINE, '\n')
