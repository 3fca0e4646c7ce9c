import { createInterface, type Interface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { ReadStream } from 'node:tty'
import { ofOneLine, onOneLine, Pastes } from './typed.ts'

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
    const { given, left } = ofOneLine(this.#waiting, this.#pastes.shown)
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
