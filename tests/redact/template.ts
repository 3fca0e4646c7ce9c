import { pick, type RandomNumber } from './chance.ts'

/** An example template of a rule, filled with random text. */
export interface Filled {
  readonly text: string
  /** The text from the first random character to the last. */
  readonly secret: string
  /** The random pieces. */
  readonly pieces: readonly string[]
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const DIGITS = '0123456789'
const ALPHABETS: Readonly<Record<string, string>> = {
  hex: '0123456789abcdef',
  digit: DIGITS,
  upper: UPPER + DIGITS,
  lower: LOWER + DIGITS,
  alpha: LOWER + UPPER,
  alphalower: LOWER,
  base32: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  b64: `${LOWER}${UPPER}${DIGITS}+/`,
  url: `${LOWER}${UPPER}${DIGITS}_-`,
}
const PLACE = /<(?:(uuid)|(?:(\w+):)?(\d+))>/g

/** Fills a template with random text, so that the repository contains no secret that looks real. */
export function fillTemplate(template: string, chance: RandomNumber): Filled {
  const pieces: string[] = []
  let first = -1
  let last = 0
  let text = ''
  let from = 0
  for (const match of template.matchAll(PLACE)) {
    const [whole, uuid, alphabet, length] = match
    const piece = uuid
      ? [8, 4, 4, 4, 12].map((n) => random('hex', n, chance)).join('-')
      : random(alphabet, Number(length), chance)
    text += template.slice(from, match.index)
    if (first < 0) first = text.length
    text += piece
    last = text.length
    pieces.push(piece)
    from = match.index + whole.length
  }
  text += template.slice(from)
  return { text, secret: text.slice(Math.max(0, first), last), pieces }
}

function random(name: string | undefined, length: number, chance: RandomNumber): string {
  const alphabet = name === undefined ? LOWER + UPPER + DIGITS : (ALPHABETS[name] ?? '')
  if (alphabet === '') throw new Error(`no alphabet is called ${name}`)
  const characters = Array.from({ length }, () => pick(alphabet, chance))
  // Symbols at either end of a token are rare and would look like punctuation.
  for (const at of [0, length - 1]) if (/[^A-Za-z0-9]/.test(characters[at] ?? 'a')) characters[at] = 'k'
  // Long random strings practically always contain a digit and a lower-case letter. Short ones get both here.
  if (length >= 3 && alphabet.includes('7')) characters[1] = '7'
  if (length >= 3 && alphabet.includes('q')) characters[2] = 'q'
  return characters.join('')
}
