/** What stands between two commands of a line. */
export type Joint = '' | '&&' | '||' | ';' | '|' | '&'

/** One command of a line for the shell. */
export interface Step {
  /** Without quotes, redirections and what opens a group. */
  readonly words: readonly string[]
  /** What joins it to the one before. */
  readonly joint: Joint
}

/** A longer line is read no further: what is looked for stands at its beginning. */
const MOST = 4000

/**
 * The commands of a line, in order. Not a shell: quotes, groups and here-documents are passed over so that words in
 * them are not taken for commands, and nothing is expanded.
 */
export function stepsIn(line: string): readonly Step[] {
  const reading = new Reading(line.slice(0, MOST))
  reading.run()
  return reading.steps
}

class Reading {
  readonly steps: Step[] = []
  readonly #text: string
  #at = 0
  #words: string[] = []
  #word: string | undefined
  #joint: Joint = ''
  /** The next word is where something is read from or written to. */
  #isTarget = false
  #documents: string[] = []

  constructor(text: string) {
    this.#text = text
  }

  run(): void {
    while (this.#at < this.#text.length) this.#next()
    this.#endStep('')
  }

  #next(): void {
    const rest = this.#text.slice(this.#at, this.#at + 40)
    const [joint] = JOINT.exec(rest) ?? []
    const [redirection, mark] = REDIRECTION.exec(rest) ?? []
    const isRedirection = redirection && (this.#word === undefined || /^[<>&]/.test(redirection))
    if (isRedirection) this.#redirect(redirection, mark)
    else if (joint) this.#join(joint)
    else this.#character(rest)
  }

  #character(rest: string): void {
    const character = rest[0] ?? ''
    if (character === '\n') this.#endLine()
    else if (QUOTES.has(character)) this.#quoted(character)
    else if (BLANKS.has(character)) this.#endWord(1)
    else if (rest.startsWith('$(')) this.#nested()
    else if (character === '\\') this.#escaped(rest[1] ?? '')
    else if (character === '#' && this.#word === undefined) this.#at = endOfLine(this.#text, this.#at)
    else this.#take(character, 1)
  }

  /** A line may go on below. */
  #escaped(character: string): void {
    if (character === '\n') this.#at += 2
    else this.#take(character, 2)
  }

  #take(text: string, length: number): void {
    this.#word = (this.#word ?? '') + text
    this.#at += length
  }

  #quoted(mark: string): void {
    let end = this.#at + 1
    while (end < this.#text.length && this.#text[end] !== mark)
      end += this.#text[end] === '\\' && mark !== "'" ? 2 : 1
    this.#take(this.#text.slice(this.#at + 1, end), end + 1 - this.#at)
  }

  /** What another command would print. */
  #nested(): void {
    let depth = 1
    let end = this.#at + 2
    for (; end < this.#text.length && depth > 0; end += 1) {
      if (this.#text[end] === '(') depth += 1
      if (this.#text[end] === ')') depth -= 1
    }
    this.#take(this.#text.slice(this.#at, end), end - this.#at)
  }

  #redirect(text: string, mark: string | undefined): void {
    this.#endWord(text.length)
    if (mark === undefined) this.#isTarget = !/&[\d-]$/.test(text)
    else this.#documents.push(mark)
  }

  #join(joint: string): void {
    this.#endStep(joint === '|&' ? '|' : (joint as Joint))
    this.#at += joint.length
  }

  #endLine(): void {
    this.#endStep(';')
    this.#at += 1
    for (const mark of this.#documents) this.#at = endOfDocument(this.#text, this.#at, mark)
    this.#documents = []
  }

  #endWord(length: number): void {
    if (this.#word !== undefined && !this.#isTarget) this.#words.push(this.#word)
    if (this.#word !== undefined) this.#isTarget = false
    this.#word = undefined
    this.#at += length
  }

  #endStep(next: Joint): void {
    this.#endWord(0)
    const words = this.#words.filter((word, index) => index > 0 || !OPENING.has(word))
    this.#words = []
    this.#isTarget = false
    if (words.length === 0) return
    this.steps.push({ words, joint: this.#joint })
    this.#joint = next
  }
}

const JOINT = /^(?:&&|\|\||\|&|;|\||&(?!>))/
/** With the mark at which a here-document ends. */
const REDIRECTION = /^(?:<<-?\s{0,4}['"]?([A-Za-z_]\w{0,30})['"]?|&>{1,2}|\d?>&[\d-]|\d?>{1,2}\|?|\d?<(?!<))/
const QUOTES: ReadonlySet<string> = new Set(["'", '"', '`'])
/** Groups are of no interest: what stands in them is a command like any other. */
const BLANKS: ReadonlySet<string> = new Set([' ', '\t', '\r', '(', ')'])
const OPENING: ReadonlySet<string> = new Set(['{', '}', '!', 'do', 'then', 'else', 'if', 'while'])

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

function endOfDocument(text: string, from: number, mark: string): number {
  for (let start = from; start < text.length; ) {
    const end = endOfLine(text, start)
    if (text.slice(start, end).trim() === mark) return end
    start = end + 1
  }
  return text.length
}
