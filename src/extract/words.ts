/** The words of a unit in lower case, in order, with stand-ins for code, numbers and addresses. */
export type Words = readonly string[]

const MOST_WORDS = 120
const CODE = '<code>'
const NUMBER = '<number>'
const ADDRESS = '<address>'
/** Signs that tell something; all others only part words. */
const SIGNS: ReadonlySet<string> = new Set(':,?!()—–→/+=')

/** Looks at every character once. */
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

/** What stands at a place, and where it ends. */
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

/** What is written like a name in code is not a word. */
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
