import { createInterface, type Interface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { ReadStream } from 'node:tty'

type UserInput = { readonly kind: 'line'; readonly text: string } | { readonly kind: 'leave' }

const STOP = '\x03'
const BRACKETED = { on: '\x1b[?2004h', off: '\x1b[?2004l' }

/**
 * Reads keys from a terminal. While a line is being read, they go to Node's line editor. Otherwise they are
 * buffered, and only Ctrl-C takes effect immediately.
 */
export class Keyboard {
  readonly #input: ReadStream
  readonly #output: NodeJS.WriteStream
  readonly #decoder = new StringDecoder('utf8')
  #waiting = ''
  #editor: PassThrough | undefined
  #pastes = new Pastes()
  /** Called on Ctrl-C while no line is being read. */
  onStop: () => void = () => {}
  #isClosed = false

  constructor(input: ReadStream, output: NodeJS.WriteStream) {
    this.#input = input
    this.#output = output
    input.setRawMode(true)
    input.on('data', this.#onData)
    input.on('end', this.#onClose)
    input.on('error', this.#onClose) // the terminal window was closed
    output.write(BRACKETED.on)
  }

  /** Reads a line, which may contain pasted lines. Ctrl-C clears it; on an empty line it quits. */
  async line(prompt: string, history: readonly string[] = []): Promise<UserInput> {
    if (this.#isClosed) return { kind: 'leave' }
    const input = new PassThrough()
    const editor = createInterface({
      input,
      output: this.#output,
      terminal: true,
      prompt,
      history: history.map(toOneLine),
      historySize: 1000,
      removeHistoryDuplicates: true,
    })
    this.#pastes = new Pastes()
    const entered = readInput(editor, this.#pastes)
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
    this.#input.off('data', this.#onData).pause()
  }

  readonly #onData = (bytes: Buffer): void => {
    const text = this.#decoder.write(bytes)
    if (!this.#editor && text.includes(STOP)) {
      this.#waiting = '' // discards keys that were typed during the stopped answer
      this.onStop()
      return
    }
    this.#waiting += text
    this.#feed()
  }

  readonly #onClose = (): void => {
    this.#isClosed = true
    this.onStop()
    this.#editor?.end()
  }

  #feed(): void {
    if (!this.#editor || this.#waiting === '') return
    const { ready, rest } = splitInput(this.#waiting, this.#pastes.display)
    this.#waiting = rest
    if (ready !== '') this.#editor.write(ready)
  }
}

function readInput(editor: Interface, pastes: Pastes): Promise<UserInput> {
  return new Promise((done) => {
    editor.on('line', (text) => done({ kind: 'line', text: pastes.expand(text) }))
    editor.on('close', () => done({ kind: 'leave' }))
    editor.on('SIGTSTP', () => {}) // after a suspension, nothing would restore raw mode
    editor.on('SIGINT', () => {
      if (editor.line === '') return editor.close()
      for (const name of ['e', 'u']) editor.write(null, { ctrl: true, name }) // move to the end, delete everything before
    })
  })
}

/** Replaces line breaks in a prompt, because the editor supports only one line. */
export const NEW_LINE = '\u240a'

const PASTE = { begin: '\x1b[200~', end: '\x1b[201~' }

interface SplitInput {
  /** Input for the line editor: at most one line, with pasted lines joined. */
  readonly ready: string
  /** Input to keep for later: further lines, or an incomplete paste. */
  readonly rest: string
}

/** Splits off the input for the line being edited. `display` formats pasted text. */
export function splitInput(typed: string, display: (pasted: string) => string = toOneLine): SplitInput {
  const paste = typed.indexOf(PASTE.begin)
  const before = paste < 0 ? typed : typed.slice(0, paste)
  const enter = before.search(/[\r\n]/)
  if (enter >= 0) return { ready: typed.slice(0, enter + 1), rest: typed.slice(enter + 1) }
  if (paste < 0) return splitAtPartialMark(typed)
  const end = typed.indexOf(PASTE.end, paste)
  if (end < 0) return { ready: before, rest: typed.slice(paste) }
  const pasted = display(typed.slice(paste + PASTE.begin.length, end))
  const remaining = splitInput(typed.slice(end + PASTE.end.length), display)
  return { ready: before + pasted + remaining.ready, rest: remaining.rest }
}

/** An incomplete paste mark waits for the rest; a single escape is a key. */
function splitAtPartialMark(typed: string): SplitInput {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a mark begins with the escape character
  const half = typed.search(/\x1b\[(?:2(?:0{1,2})?)?$/)
  return half < 0 ? { ready: typed, rest: '' } : { ready: typed.slice(0, half), rest: typed.slice(half) }
}

export const toOneLine = (text: string): string =>
  text
    .replace(/[\r\n]+$/, '')
    .replace(/\r\n?|\n/g, NEW_LINE)
    .replace(/(?!\t)\p{Cc}/gu, '')

/** Longer pastes are shown as a placeholder, because the editor measures the complete line at every keystroke. */
const MAX_DISPLAYED = 400

/** Pasted text by placeholder. */
export class Pastes {
  readonly #texts = new Map<string, string>()

  readonly display = (pasted: string): string => {
    const line = toOneLine(pasted)
    if (line.length <= MAX_DISPLAYED) return line
    const name = `[pasted ${this.#texts.size + 1}: ${line.split(NEW_LINE).length} lines]`
    this.#texts.set(name, line)
    return name
  }

  /** Replaces placeholders with the pasted text. */
  expand(line: string): string {
    return toLines(line.replaceAll(/\[pasted \d+: \d+ lines\]/g, (name) => this.#texts.get(name) ?? name))
  }
}

export const toLines = (line: string): string => line.replaceAll(NEW_LINE, '\n')
