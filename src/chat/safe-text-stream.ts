import { plain } from '../cli/terminal-safe.ts'

/** The beginning of an escape sequence that may go on in the next piece, or the first half of a character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what this is about
const UNFINISHED = /(?:\x1b(?:\[[0-?]{0,32}[ -/]{0,8}|[\]PX^_][^\x07\x1b]{0,512}\x1b?)?|[\ud800-\udbff])$/

/** What a model says, piece by piece, as a terminal may show it: a sequence cut in two leaves no remains. */
export class SafeTextStream {
  #held = ''

  take(piece: string): string {
    const text = this.#held + piece
    const from = text.search(UNFINISHED)
    this.#held = from < 0 ? '' : text.slice(from)
    return plain(from < 0 ? text : text.slice(0, from))
  }

  rest(): string {
    const text = plain(this.#held)
    this.#held = ''
    return text
  }
}
