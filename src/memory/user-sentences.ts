import { type Unit, unitsIn } from '../text/sentences.ts'

/** A sentence that the user wrote. */
export interface UserSentence {
  /** As written. */
  readonly text: string
  /** Lower case, with quotations and code replaced by `q`s. */
  readonly plain: string
  /** Start position in the message. */
  readonly at: number
  readonly isItem: boolean
  readonly heading?: string
}

/** The sentences that the user wrote: no code, no quotations, nothing inserted by a program. */
export function userSentencesIn(message: string): readonly UserSentence[] {
  const own = withoutMachineText(message.length > MOST ? message.slice(0, MOST) : message)
  const masked = withoutQuotations(own)
  return unitsIn(masked).flatMap((unit) => {
    const plain = plainOf(unit)
    return plain === ''
      ? []
      : [{ ...placeOf(unit), text: own.slice(unit.at, unit.at + unit.text.length), plain }]
  })
}

/** Longer text was pasted; its beginning states why. */
const MOST = 60_000

const placeOf = ({ at, isItem, heading }: Unit): Pick<UserSentence, 'at' | 'isItem' | 'heading'> => ({
  at,
  isItem,
  ...(heading !== undefined && { heading }),
})

/** Normalizes whitespace and apostrophes and removes Markdown. */
const plainOf = ({ text }: Unit): string =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[*~]/g, '')
    .replaceAll(/\s{1,1000}/g, ' ')
    .trim()

/** Messages with these beginnings were written by a client. */
const BY_A_CLIENT = [
  'Caveat: The messages below were generated',
  'This session is being continued from a previous conversation',
  'Operation stopped by hook',
  'Stop hook feedback',
  '[Request interrupted',
  'Base directory for this skill',
  'API Error',
] as const

/** Blanks out tagged text from clients, hooks and tools. The length stays the same. */
function withoutMachineText(message: string): string {
  const start = message.slice(0, 200).trimStart()
  if (BY_A_CLIENT.some((words) => start.startsWith(words))) return ''
  return message.includes('</') ? outsideTags(message) : message
}

const OPENING = /<([a-zA-Z][\w-]{1,60})(?:\s[^<>]{0,300})?>/g

/** Linear time: an unclosed tag costs one search, once. */
function outsideTags(text: string): string {
  const kept: string[] = []
  const endless = new Set<string>()
  let from = 0
  OPENING.lastIndex = 0
  for (let tag = OPENING.exec(text); tag && endless.size < MOST_NAMES; tag = OPENING.exec(text)) {
    const name = tag[1] ?? ''
    const end = endless.has(name) ? -1 : text.indexOf(`</${name}>`, OPENING.lastIndex)
    if (end < 0) {
      endless.add(name)
      continue
    }
    kept.push(text.slice(from, tag.index))
    from = end + name.length + 3
    kept.push(`\n${' '.repeat(from - tag.index - 2)}\n`)
    OPENING.lastIndex = from
  }
  return kept.join('') + text.slice(from)
}
/** Text with more unclosed tags than this is not a message. */
const MOST_NAMES = 50

const PAIRS: Readonly<Record<string, string>> = { '"': '"', '“': '”', '«': '»', '‘': '’', "'": "'", '`': '`' }

const FENCE = '```'

/** Masks quotations. The length stays the same. */
function withoutQuotations(text: string): string {
  const kept: string[] = []
  let from = 0
  const next = new Next(text)
  let at = 0
  while (at < text.length) {
    const end = endOfQuotation(text, at, next)
    if (end === undefined) {
      // Code fences are handled by the sentence splitter.
      at += text.startsWith(FENCE, at) ? FENCE.length : 1
      continue
    }
    kept.push(text.slice(from, at), filled(text.slice(at, end)))
    from = end
    at = end
  }
  return kept.join('') + text.slice(from)
}

/** The end of a quotation that begins here. */
function endOfQuotation(text: string, at: number, next: Next): number | undefined {
  const char = text[at] ?? ''
  const closing = PAIRS[char]
  if (closing === undefined || text.startsWith(FENCE, at)) return undefined
  if (text.startsWith(TRIPLE, at)) return next.after(TRIPLE, at + TRIPLE.length) ?? at + TRIPLE.length
  if (char === "'") return endOfSingle(text, at)
  const end = next.after(closing, at + 1)
  if (end === undefined || end - at > FAR) return undefined
  // Quotations end at an empty line, inline code at the end of its line.
  return text.slice(at, end).includes(char === '`' ? '\n' : '\n\n') ? undefined : end
}
const FAR = 800
const TRIPLE = '"""'

/** An apostrophe has a letter on each side. */
function endOfSingle(text: string, at: number): number | undefined {
  if (isLetter(text[at - 1])) return undefined
  for (let end = at + 1; end < at + NEAR && text[end] !== '\n'; end += 1)
    if (text[end] === "'" && !isLetter(text[end + 1])) return end + 1
  return undefined
}
const NEAR = 200

/** Finds the next occurrence and caches it, so that ordered queries search once. */
class Next {
  readonly #text: string
  readonly #found = new Map<string, number>()

  constructor(text: string) {
    this.#text = text
  }

  /** Its end; undefined if there is no further occurrence. */
  after(sign: string, from: number): number | undefined {
    let at = this.#found.get(sign) ?? 0
    if (at < from) at = this.#text.indexOf(sign, from)
    this.#found.set(sign, at < 0 ? Number.POSITIVE_INFINITY : at)
    return at < 0 || at === Number.POSITIVE_INFINITY ? undefined : at + sign.length
  }
}

const isLetter = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char)

/** Keeps punctuation and line ends, so that sentence boundaries stay. */
const filled = (quotation: string): string =>
  quotation.replaceAll(/[^\n]/g, (_, at: number) => (at === 0 || at === quotation.length - 1 ? ' ' : 'q'))
