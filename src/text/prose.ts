import { once } from '../once.ts'

/** A paragraph, list item or sentence of a message, with its position. */
export interface Prose {
  /** The text as written, without the list marker. */
  readonly text: string
  /** Where it begins in the message. */
  readonly at: number
  /** Whether it is the first sentence of a list item. Later sentences only explain the item. */
  readonly isItem: boolean
  /** Nesting depth in lists, from 0. */
  readonly depth: number
  /** The checkbox or symbol in front of an item. */
  readonly box?: 'open' | 'done' | 'failed'
  /** The nearest heading above. */
  readonly heading?: string
  /** The parent item, or the line that ends with a colon and introduces the list or paragraph. */
  readonly lead?: string
  /** Sentences of one paragraph or of one item share a number. */
  readonly block: number
}

const FENCE = /^\s{0,12}(```|~~~)/
const HEADING = /^\s{0,3}#{1,6}\s+(.{1,300})$/
/** A line that is completely bold counts as a heading, with or without a colon. */
const BOLD_LINE = once(
  () =>
    /^\s{0,3}(?:\p{Extended_Pictographic}\ufe0f?\s{0,2})?(?:\*\*|__)([^*_]{1,120})(?:\*\*|__)\s{0,3}:?\s{0,3}$/u,
)
const ITEM = /^([ \t]{0,40})(?:[-*+•●○▪◦]|\(?\d{1,3}[.)]|\(?[a-hA-H][.)])[ \t]{1,8}(?:[-*] (?=\[))?(\S.*)$/
const BOX = /^(?:\[([ xX~-])\]|(✅|✓|✔️?|☑️?|❌|✗|✘|☐|⬜|⏳|🔲))\s{0,4}/u
const SKIPPED = /^\s{0,12}(?:[|>+]|={3}|-{3}|_{3}|\*{3}|├|└|│|┌|[<{}[\]]|\$ |❯ |⎿|⏺)/
/** Lines that are program output rather than prose. */
const OUTPUT =
  /^\s{0,40}(?:at \S{1,200} ?\(|File "|Traceback |(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:|\[?\d\d:\d\d:\d\d)|\[?(?:INFO|WARN|WARNING|ERROR|DEBUG|FATAL|TRACE)\b[\]:]|npm (?:ERR|warn)|--- |\+\+\+ |@@ |diff --git|=== RUN|--- FAIL|--- PASS|PASS\b|ok {2}|FAIL\t|panic:|goroutine \d|\d{1,5} \||\^(?: |$)|\S{1,200}:\d{1,6}:\d{1,6}:? )/
/** The fast path: most lines begin with a plain word that program output never begins with. */
function mayBeOutput(line: string): boolean {
  const word = /^\s{0,40}([A-Za-z']{1,40})(?= |$)/.exec(line)?.[1]
  return word === undefined || OUTPUT_OPENINGS.has(word)
}
const OUTPUT_OPENINGS: ReadonlySet<string> = new Set(
  'at File Traceback INFO WARN WARNING ERROR DEBUG FATAL TRACE npm diff PASS ok FAIL goroutine'.split(' '),
)
const DONE: ReadonlySet<string> = new Set(['x', 'X', '✅', '✓', '✔', '✔️', '☑', '☑️'])
const FAILED: ReadonlySet<string> = new Set(['❌', '✗', '✘'])

/** The prose of a message in blocks. Takes linear time, because the patterns are bounded. */
export function proseIn(message: string): readonly Prose[] {
  const reading = new ProseReader()
  let at = 0
  for (const line of message.split('\n', MOST_LINES)) {
    reading.see(line.endsWith('\r') ? line.slice(0, -1) : line, at)
    at += line.length + 1
  }
  return reading.end()
}

interface MarkedLine {
  readonly indent: number
  readonly text: string
}

/** State while reading the lines of a message. */
class ProseReader {
  readonly #found: Prose[] = []
  #fence: string | undefined
  #heading: string | undefined
  /** A bold heading applies until the end of its list, a Markdown heading until the next one. */
  #isBold = false
  /** A line that ends with a colon. It introduces what follows, up to the next unrelated paragraph. */
  #lead: string | undefined
  #items: MarkedLine[] = []
  #open: { text: string; at: number; place: Omit<Prose, 'text' | 'at' | 'block'> } | undefined
  #isAfterBlank = true

  see(line: string, at: number): void {
    const fence = FENCE.exec(line)?.[1]
    if (this.#fence !== undefined) {
      if (fence === this.#fence) this.#fence = undefined
      return
    }
    if (fence !== undefined) {
      this.#close()
      this.#fence = fence
      return
    }
    if (line.trim() === '') {
      this.#close()
      this.#isAfterBlank = true
      return
    }
    this.#words(line, at)
    this.#isAfterBlank = false
  }

  end(): readonly Prose[] {
    this.#close()
    return this.#found
  }

  #words(line: string, at: number): void {
    const short = line.length > MOST_LINE ? line.slice(0, MOST_LINE) : line
    const heading = headingOf(short)
    const bold = boldOf(short)
    const item = ITEM.exec(short)
    if (heading ?? bold) this.#head(heading ?? bold ?? '', { isBold: heading === undefined })
    else if (item) this.#item(item, short, at)
    else if (SKIPPED.test(short) || (mayBeOutput(short) && OUTPUT.test(short)) || isCode(short)) this.#close()
    else this.#paragraph(short, at)
  }

  #head(heading: string, { isBold }: { readonly isBold: boolean }): void {
    this.#close()
    this.#heading = heading.trim()
    this.#isBold = isBold
    this.#lead = undefined
    this.#items = []
  }

  #item([, space = '', body = '']: readonly string[], line: string, at: number): void {
    this.#close()
    const indent = space.replaceAll('\t', '    ').length
    this.#items = this.#items.filter((above) => above.indent < indent)
    const above = this.#items.at(-1)
    const box = boxAt(body)
    const text = body.slice(box?.[0].length ?? 0)
    const state = boxOf(box)
    this.#open = {
      text,
      at: at + line.length - text.length,
      place: {
        isItem: true,
        depth: this.#items.length,
        ...(state && { box: state }),
        ...this.#above(above?.text ?? this.#lead),
      },
    }
    this.#items.push({ indent, text })
  }

  #paragraph(line: string, at: number): void {
    const text = line.trimStart()
    const isGoingOn = !this.#isAfterBlank && goesOn(text)
    if (this.#open && isGoingOn && this.#open.text.length < MOST_LINE) {
      // Keeps positions, so that each sentence can be found in the message.
      this.#open.text += `\n${line}`
      return
    }
    this.#close()
    const indent = line.length - text.length
    const isInItem = indent > 1 && this.#items.length > 0
    if (!isInItem) {
      if (this.#isBold && this.#items.length > 0) this.#heading = undefined
      this.#items = []
      if (this.#isAfterBlank && !text.endsWith(':')) this.#lead = undefined
    }
    const box = boxAt(text)
    const body = text.slice(box?.[0].length ?? 0)
    const state = boxOf(box)
    this.#open = {
      text: body,
      at: at + line.length - body.length,
      place: {
        isItem: false,
        depth: isInItem ? this.#items.length : 0,
        ...(state && { box: state }),
        ...this.#above(isInItem ? this.#items.at(-1)?.text : this.#lead),
      },
    }
  }

  #above(lead: string | undefined): Pick<Prose, 'heading' | 'lead'> {
    return {
      ...(this.#heading !== undefined && { heading: this.#heading }),
      ...(lead !== undefined && { lead }),
    }
  }

  #close(): void {
    if (!this.#open) return
    const { text, at, place } = this.#open
    this.#open = undefined
    const body = text.trimEnd()
    this.#found.push({ text: body, at, ...place, block: this.#found.length })
    if (!place.isItem && place.depth === 0 && /:[*_]{0,3}$/.test(body)) this.#lead = body
  }
}

/** Whether a line continues the previous one. */
const goesOn = (line: string): boolean => line.startsWith('(') || isLower(line[0] ?? '')

/** Does the cheap checks first, because most lines never need the patterns. */
const headingOf = (line: string): string | undefined =>
  line.includes('#') ? HEADING.exec(line)?.[1] : undefined
const boldOf = (line: string): string | undefined =>
  line.includes('**') || line.includes('__') ? BOLD_LINE().exec(line)?.[1] : undefined

const MOST_LINE = 4000
/** Later lines are not read. The limit is ten times the length of a long answer. */
const MOST_LINES = 5000

/** Most lines begin with a letter, and patterns with symbols are slow to build. */
const boxAt = (line: string): RegExpExecArray | null =>
  /^[[\u0080-\uffff]/.test(line) ? BOX.exec(line) : null

function boxOf(box: RegExpExecArray | null): Prose['box'] | undefined {
  if (!box) return undefined
  const sign = box[1] ?? box[2] ?? ''
  if (DONE.has(sign)) return 'done'
  return FAILED.has(sign) ? 'failed' : 'open'
}

/** Whether a line has few letters and many symbols, as in unfenced code or output. */
function isCode(line: string): boolean {
  if (/^(?: {4}|\t)/.test(line) && /[;{}=]\s{0,2}$/.test(line.slice(-3))) return true
  const most = Math.min(line.length, SEEN)
  let words = 0
  for (let at = 0; at < most; at += 1) if (isWord(line.charCodeAt(at))) words += 1
  return most > 12 && words < most * 0.6
}
const SEEN = 300

/** A letter of any script, or a space. */
const isWord = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || code === 0x20 || (code >= 0x41 && code <= 0x5a) || code >= 0xc0

/** The following checks avoid Unicode patterns, which are slow to compile. */

/** A lower-case letter. */
export const isLower = (char: string): boolean => char !== char.toUpperCase() && char === char.toLowerCase()

/** Whether the text contains a letter or digit in any script. */
export function hasWord(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (isWordCode(text.charCodeAt(at))) return true
  return false
}

const isWordCode = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0xc0 && code < 0x2000 && code !== 0xd7 && code !== 0xf7) ||
  (code >= 0x3040 && code < 0xd800) ||
  (code >= 0xf900 && code < 0xfb00)

/** Removes Markdown, leading symbols and repeated spaces from a unit. */
export function withoutMarkdown(text: string): string {
  if (!MARKED.test(text)) return text
  return withoutSigns(text.replaceAll(LINK, '$1').replaceAll(MARKS, ''))
    .replaceAll(/\s{1,1000}/g, ' ')
    .trim()
}

const withoutSigns = (text: string): string =>
  /^[^\w\s"'([{<#/@$.&%+\\]/.test(text) ? text.replace(SIGNS(), '') : text

/** The fast path, because most sentences contain no Markdown. */
const MARKED = /[*_`~[\n\t]| {2}|^[^\w"'(]|\s$/
const LINK = /!?\[([^\][\n]{1,300})\]\([^()\s]{0,600}\)/g
const MARKS = /\*{1,3}|`{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)|~~/g
/** Emoji, arrows and dashes at the beginning of a line. */
const SIGNS = once(() => /^(?:[^\p{L}\p{N}\s"'([{<#/@$.&%+\\-]\s{0,4}|-{1,3}\s{1,4}){1,8}(?=\S)/u)
