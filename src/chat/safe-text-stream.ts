import { plain } from '../cli/terminal-safe.ts'

/** The start of an escape sequence or surrogate pair that may continue in the next chunk. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches the escape character
const UNFINISHED = /(?:\x1b(?:\[[0-?]{0,32}[ -/]{0,8}|[\]PX^_][^\x07\x1b]{0,512}\x1b?)?|[\ud800-\udbff])$/

/** Makes streamed text safe for a terminal, including escape sequences that are split between chunks. */
export class SafeTextStream {
  #pending = ''

  write(chunk: string): string {
    const text = this.#pending + chunk
    const from = text.search(UNFINISHED)
    this.#pending = from < 0 ? '' : text.slice(from)
    return plain(from < 0 ? text : text.slice(0, from))
  }

  flush(): string {
    const text = plain(this.#pending)
    this.#pending = ''
    return text
  }
}
