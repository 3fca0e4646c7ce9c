import { type Unit, unitsIn } from '../text/sentences.ts'
import { typedText } from './typed-words.ts'

/** A sentence that the user wrote. */
export interface UserSentence {
  /** The text as written. */
  readonly text: string
  /** The text in lower case, with quotations and code replaced by `q`s. */
  readonly plain: string
  /** Start position in the message. */
  readonly at: number
  readonly isItem: boolean
  readonly heading?: string
}

/** The sentences that the user wrote: no code, no quotations, nothing inserted by a program. */
export function userSentencesIn(message: string): readonly UserSentence[] {
  const own = typedText(message.length > MOST ? message.slice(0, MOST) : message)
  const masked = withoutQuotations(own)
  return unitsIn(masked).flatMap((unit) => {
    const plain = plainOf(unit)
    return plain === ''
      ? []
      : [{ ...placeOf(unit), text: own.slice(unit.at, unit.at + unit.text.length), plain }]
  })
}

/** Longer text was pasted. Only its beginning is read, where the user usually says why. */
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

const PAIRS: Readonly<Record<string, string>> = { '"': '"', '“': '”', '«': '»', '‘': '’', "'": "'", '`': '`' }

const FENCE = '```'

/** Masks quotations without changing the length. */
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

/** Finds the next occurrence and caches it, so that queries in ascending order scan the text only once. */
class Next {
  readonly #text: string
  readonly #found = new Map<string, number>()

  constructor(text: string) {
    this.#text = text
  }

  /** The end of the next occurrence; undefined if there is none. */
  after(sign: string, from: number): number | undefined {
    let at = this.#found.get(sign) ?? 0
    if (at < from) at = this.#text.indexOf(sign, from)
    this.#found.set(sign, at < 0 ? Number.POSITIVE_INFINITY : at)
    return at < 0 || at === Number.POSITIVE_INFINITY ? undefined : at + sign.length
  }
}

const isLetter = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char)

/** Keeps punctuation and line ends, so that sentence boundaries do not change. */
const filled = (quotation: string): string =>
  quotation.replaceAll(/[^\n]/g, (_, at: number) => (at === 0 || at === quotation.length - 1 ? ' ' : 'q'))
