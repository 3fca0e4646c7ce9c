import { once } from '../once.ts'
import { LEXICON } from './lexicon.ts'
import { PHRASES } from './phrases.ts'

/** The words of a unit in lower case, in order, with placeholders for code, numbers and URLs. */
export type Words = readonly string[]

const MOST_WORDS = 120
const CODE = '<code>'
const NUMBER = '<number>'
const ADDRESS = '<address>'
/** Punctuation that is kept as a word; everything else only separates words. */
const SIGNS: ReadonlySet<string> = new Set(':,?!()—–→/+=')

/** Linear time. */
export function wordsIn(text: string): Words {
  const found: string[] = []
  let at = 0
  while (at < text.length && found.length < MOST_WORDS) {
    const { end, word } = pieceAt(text, at)
    if (word !== undefined) found.push(word)
    at = end
  }
  return found
}

/** The word at a position, and where it ends. */
function pieceAt(text: string, at: number): { readonly end: number; readonly word?: string } {
  const char = text[at] ?? ''
  if (char === '`') return { end: afterCode(text, at), word: CODE }
  if (!isLetter(text.charCodeAt(at)))
    return SIGNS.has(char) ? { end: at + 1, word: char === '–' ? '—' : char } : { end: at + 1 }
  const end = afterWord(text, at)
  return text.startsWith('://', end)
    ? { end: afterAddress(text, end), word: ADDRESS }
    : { end, word: wordOf(text.slice(at, end)) }
}

function afterCode(text: string, at: number): number {
  const end = text.indexOf('`', at + 1)
  return end < 0 ? at + 1 : end + 1
}

function afterAddress(text: string, at: number): number {
  let end = at
  while (end < text.length && text[end] !== ' ' && text[end] !== '\n') end += 1
  return end
}

function afterWord(text: string, at: number): number {
  let end = at + 1
  while (end < text.length && (isLetter(text.charCodeAt(end)) || isJoint(text, end))) end += 1
  return end
}

/** An apostrophe, a hyphen, a dot or a slash between two letters: `don't`, `follow-up`, `main.go`, `src/main`. */
function isJoint(text: string, at: number): boolean {
  return JOINTS.has(text[at] ?? '') && isLetter(text.charCodeAt(at + 1)) && isLetter(text.charCodeAt(at - 1))
}
const JOINTS: ReadonlySet<string> = new Set("'’-./:@\\")

/** Identifiers become the placeholder for code. */
function wordOf(word: string): string {
  if (word.length > 40 || /[_./:@\\]|[a-z][A-Z]/.test(word)) return CODE
  if (/^\d/.test(word)) return NUMBER
  return word.toLowerCase().replace('’', "'")
}

/** Letters of any script, digits and the underscore. */
const isLetter = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x30 && code <= 0x39) ||
  code === 0x5f ||
  (code >= 0xc0 && code < 0x2000) ||
  (code >= 0x3040 && code < 0xfb00)

/** A phrase and its words, split on first use. */
interface Phrase {
  readonly phrase: string
  readonly name: string
  words?: Words
}

/** Indexed by first word. Built lazily: a short process reads few of the phrases. */
const INDEX = once((): ReadonlyMap<string, readonly Phrase[]> => {
  const known = new Map<string, Phrase[]>()
  for (const [name, phrases] of [...Object.entries(LEXICON), ...Object.entries(PHRASES)]) {
    for (const phrase of phrases.split(', ')) {
      const first = phrase.split(' ', 1)[0] ?? ''
      const there = known.get(first)
      if (there) there.push({ phrase, name })
      else known.set(first, [{ phrase, name }])
    }
  }
  return known
})

/** The classes of the words from a position on. */
export function classesAt(words: Words, at: number, found: (name: string) => void): void {
  const known = INDEX().get(words[at] ?? '')
  if (!known) return
  for (const one of known) {
    one.words ??= one.phrase.split(' ')
    if (one.words.every((word, index) => words[at + index] === word)) found(one.name)
  }
}

/** All classes of the words. Some phrases count only for one speaker, or only in titles. */
export function classesOf(words: Words, whose: 'agent.' | 'user.' | 'title.'): ReadonlySet<string> {
  const found = new Set<string>()
  const note = (name: string): void => {
    if (!OWNED.test(name) || name.startsWith(whose)) found.add(name)
  }
  for (let at = 0; at < words.length; at += 1) classesAt(words, at, note)
  return found
}
const OWNED = /^(?:agent|user|title)\./
