import { type Unit, unitsIn } from '../text/sentences.ts'

/** A sentence that a person said in a message of their own. */
export interface UserSentence {
  /** As written. */
  readonly text: string
  /** The same in lower case, where what stands in quotes or in code marks is a word of `q`s. */
  readonly plain: string
  /** Where it begins in the message. */
  readonly at: number
  readonly isItem: boolean
  readonly heading?: string
}

/** The sentences of a message that its user wrote: no code, no quotation, nothing that a program put there. */
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

/** What is longer was pasted, and its beginning says what for. */
const MOST = 60_000

const placeOf = ({ at, isItem, heading }: Unit): Pick<UserSentence, 'at' | 'isItem' | 'heading'> => ({
  at,
  isItem,
  ...(heading !== undefined && { heading }),
})

/** One space between words, one kind of apostrophe, no marks of Markdown. */
const plainOf = ({ text }: Unit): string =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[*~]/g, '')
    .replaceAll(/\s{1,1000}/g, ' ')
    .trim()

/** Messages that begin so were written by a client, whatever follows. */
const BY_A_CLIENT = [
  'Caveat: The messages below were generated',
  'This session is being continued from a previous conversation',
  'Operation stopped by hook',
  'Stop hook feedback',
  '[Request interrupted',
  'Base directory for this skill',
  'API Error',
] as const

/** The message, of the same length, without what clients, hooks and tools put between tags of their own. */
function withoutMachineText(message: string): string {
  const start = message.slice(0, 200).trimStart()
  if (BY_A_CLIENT.some((words) => start.startsWith(words))) return ''
  return message.includes('</') ? outsideTags(message) : message
}

const OPENING = /<([a-zA-Z][\w-]{1,60})(?:\s[^<>]{0,300})?>/g

/** Looks at every character a few times at most: a tag without an end costs one search, once. */
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
/** Beyond so many tags that never end it is not a message any more. */
const MOST_NAMES = 50

const PAIRS: Readonly<Record<string, string>> = { '"': '"', '“': '”', '«': '»', '‘': '’', "'": "'", '`': '`' }

const FENCE = '```'

/** The same text, of the same length, in which what is quoted says nothing. */
function withoutQuotations(text: string): string {
  const kept: string[] = []
  let from = 0
  const next = new Next(text)
  let at = 0
  while (at < text.length) {
    const end = endOfQuotation(text, at, next)
    if (end === undefined) {
      // Fences are left to who splits the message.
      at += text.startsWith(FENCE, at) ? FENCE.length : 1
      continue
    }
    kept.push(text.slice(from, at), filled(text.slice(at, end)))
    from = end
    at = end
  }
  return kept.join('') + text.slice(from)
}

/** Where a quotation that begins here ends, if one does. */
function endOfQuotation(text: string, at: number, next: Next): number | undefined {
  const char = text[at] ?? ''
  const closing = PAIRS[char]
  if (closing === undefined || text.startsWith(FENCE, at)) return undefined
  if (text.startsWith(TRIPLE, at)) return next.after(TRIPLE, at + TRIPLE.length) ?? at + TRIPLE.length
  if (char === "'") return endOfSingle(text, at)
  const end = next.after(closing, at + 1)
  if (end === undefined || end - at > FAR) return undefined
  // No quotation goes on beyond an empty line, and code not beyond its own.
  return text.slice(at, end).includes(char === '`' ? '\n' : '\n\n') ? undefined : end
}
const FAR = 800
const TRIPLE = '"""'

/** An apostrophe looks the same, but has a letter beside it. */
function endOfSingle(text: string, at: number): number | undefined {
  if (isLetter(text[at - 1])) return undefined
  for (let end = at + 1; end < at + NEAR && text[end] !== '\n'; end += 1)
    if (text[end] === "'" && !isLetter(text[end + 1])) return end + 1
  return undefined
}
const NEAR = 200

/** Finds the next of a sign and remembers it, so that what is asked in order is searched once. */
class Next {
  readonly #text: string
  readonly #found = new Map<string, number>()

  constructor(text: string) {
    this.#text = text
  }

  /** Where it ends; undefined if there is none any more. */
  after(sign: string, from: number): number | undefined {
    let at = this.#found.get(sign) ?? 0
    if (at < from) at = this.#text.indexOf(sign, from)
    this.#found.set(sign, at < 0 ? Number.POSITIVE_INFINITY : at)
    return at < 0 || at === Number.POSITIVE_INFINITY ? undefined : at + sign.length
  }
}

const isLetter = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char)

/** Marks and line ends stay, so that sentences end where they ended. */
const filled = (quotation: string): string =>
  quotation.replaceAll(/[^\n]/g, (_, at: number) => (at === 0 || at === quotation.length - 1 ? ' ' : 'q'))
