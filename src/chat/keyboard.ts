import { createInterface, type Interface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { ReadStream } from 'node:tty'
export type Entered = { readonly kind: 'line'; readonly text: string } | { readonly kind: 'leave' }

const STOP = '\x03'
const BRACKETED = { on: '\x1b[?2004h', off: '\x1b[?2004l' }

/**
 * The keys of a terminal. While a line is asked for they go to the editor of Node; at other times they wait, and only
 * Ctrl-C is heard at once.
 */
export class Keyboard {
  readonly #input: ReadStream
  readonly #output: NodeJS.WriteStream
  readonly #decoder = new StringDecoder('utf8')
  #waiting = ''
  #editor: PassThrough | undefined
  #pastes = new Pastes()
  /** What Ctrl-C stops while no line is asked for. */
  onStop: () => void = () => {}
  #isGone = false

  constructor(input: ReadStream, output: NodeJS.WriteStream) {
    this.#input = input
    this.#output = output
    input.setRawMode(true)
    input.on('data', this.#hear)
    input.on('end', this.#gone)
    input.on('error', this.#gone) // the window was closed
    output.write(BRACKETED.on)
  }

  /** A line, which may be several that were pasted. Ctrl-C empties it, and leaves where it is empty. */
  async line(prompt: string, history: readonly string[] = []): Promise<Entered> {
    if (this.#isGone) return { kind: 'leave' }
    const input = new PassThrough()
    const editor = createInterface({
      input,
      output: this.#output,
      terminal: true,
      prompt,
      history: history.map(onOneLine),
      historySize: 1000,
      removeHistoryDuplicates: true,
    })
    this.#pastes = new Pastes()
    const entered = enteredIn(editor, this.#pastes)
    editor.prompt()
    this.#editor = input
    this.#feed()
    const found = await entered
    this.#editor = undefined
    editor.close()
    return found
  }

  close(): void {
    this.#output.write(BRACKETED.off)
    this.#input.setRawMode(false)
    this.#input.off('data', this.#hear).pause()
  }

  readonly #hear = (bytes: Buffer): void => {
    const text = this.#decoder.write(bytes)
    if (!this.#editor && text.includes(STOP)) {
      this.#waiting = '' // whoever stops an answer does not want what he typed meanwhile to be sent
      this.onStop()
      return
    }
    this.#waiting += text
    this.#feed()
  }

  readonly #gone = (): void => {
    this.#isGone = true
    this.onStop()
    this.#editor?.end()
  }

  #feed(): void {
    if (!this.#editor || this.#waiting === '') return
    const { given, left } = takeLine(this.#waiting, this.#pastes.shown)
    this.#waiting = left
    if (given !== '') this.#editor.write(given)
  }
}

function enteredIn(editor: Interface, pastes: Pastes): Promise<Entered> {
  return new Promise((done) => {
    editor.on('line', (text) => done({ kind: 'line', text: pastes.whole(text) }))
    editor.on('close', () => done({ kind: 'leave' }))
    editor.on('SIGTSTP', () => {}) // nobody would bring the terminal back into its mode
    editor.on('SIGINT', () => {
      if (editor.line === '') return editor.close()
      for (const name of ['e', 'u']) editor.write(null, { ctrl: true, name }) // to the end of the line, and all before it
    })
  })
}

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
export function takeLine(typed: string, shown: (pasted: string) => string = onOneLine): Typed {
  const paste = typed.indexOf(PASTE.begin)
  const before = paste < 0 ? typed : typed.slice(0, paste)
  const enter = before.search(/[\r\n]/)
  if (enter >= 0) return { given: typed.slice(0, enter + 1), left: typed.slice(enter + 1) }
  if (paste < 0) return halfMarked(typed)
  const end = typed.indexOf(PASTE.end, paste)
  if (end < 0) return { given: before, left: typed.slice(paste) }
  const pasted = shown(typed.slice(paste + PASTE.begin.length, end))
  const rest = takeLine(typed.slice(end + PASTE.end.length), shown)
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
