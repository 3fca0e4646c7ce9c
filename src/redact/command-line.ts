import { type Program, programs, type SecretPart } from './command-table.ts'
import type { SecretSpan } from './detector.ts'
import { isInsideWord } from './rule-match.ts'
import { isPlaceholder, looksSecret } from './secret-value.ts'

export const COMMAND_KEYWORDS: readonly string[] = [...new Set(programs.flatMap(({ names }) => names))]
const COMMAND_RULE = 'command-password'

/** Returns a function that finds the secrets in the arguments of the program at `at`. */
export function detectCommands(
  text: string,
): (at: number, name: string) => readonly SecretSpan[] | undefined {
  let readUntil = 0
  let nested = 0
  return (at, name) => {
    const end = at + programLength(name)
    if (/[\w-]/.test(text.charAt(end)) || /[_-]/.test(text.charAt(at - 1)) || isInsideWord(text, at))
      return undefined
    nested = at < readUntil ? nested + 1 : 0
    if (nested > MAX_NESTED) return undefined
    const words = readWords(text, end)
    readUntil = Math.max(readUntil, words.at(-1)?.end ?? end)
    const spans = programs
      .filter(({ names }) => names.includes(name))
      .flatMap((program) => secretsIn(program, words))
    return spans.filter((span) => isValue(text.slice(span.start, span.end)))
  }
}

/**
 * The length of a program's name. Excludes the hyphen at the end of `http -`, because it starts an option,
 * which is read as a word.
 */
const programLength = (name: string): number => (name.endsWith(' -') ? name.length - 2 : name.length)

/** `docker exec db mysql -psecret` contains one command inside another; hostile text may contain thousands. */
const MAX_NESTED = 3
const MAX_WORDS = 40

interface ShellWord {
  readonly start: number
  readonly end: number
  /** The text, without quotes around the word or its last part. */
  readonly text: string
  /** Maps an offset in `text` to a position in the original text. */
  readonly positionOf: (offset: number) => number
}

const GAP = /(?:[ \t]|\\{1,2}\r?\n){1,80}/y
/** A bare part, a quoted part (the quotes may be escaped), and the rest. */
const WORD =
  /((?:[^\s"'`\\|;&<>()]|\\[^nrtu"'\s\\]){0,300})(?:(\\{0,3}["'])(?![,:}\]\s])((?:(?!\2)[^\n]){1,300})\2)?([^\s"'`\\|;&<>()]{0,100})/y

/** The words up to the end of the command. */
function readWords(text: string, from: number): readonly ShellWord[] {
  const words: ShellWord[] = []
  let at = from
  while (words.length < MAX_WORDS) {
    GAP.lastIndex = at
    if (!GAP.test(text)) break
    WORD.lastIndex = GAP.lastIndex
    const start = GAP.lastIndex
    const [whole = '', bare = '', quote = '', quoted = ''] = WORD.exec(text) ?? []
    if (whole === '') break
    at = start + whole.length
    const positionOf = (offset: number): number => start + offset + (offset >= bare.length ? quote.length : 0)
    words.push({ start, end: at, text: quote ? bare + quoted : whole, positionOf })
  }
  return words
}

function secretsIn(program: Program, words: readonly ShellWord[]): readonly SecretSpan[] {
  const { needs, pairs, after = {}, positions = [] } = program
  if (needs && !words.some(({ text }) => needs.test(text))) return []
  const plain: ShellWord[] = []
  const found = words.map(({ text }) => optionIn(program, text))
  const fromOptions = words.flatMap((word, at) => {
    const option = found[at]
    const pair = pairs?.exec(word.text)?.[0]
    if (pair !== undefined) return partOf(word, { part: 'all', from: pair.length })
    const count = after[word.text] ?? 0
    if (count > 0) return words.slice(at + 1, at + 1 + count).flatMap((one) => partOf(one, WHOLE))
    if (option) return partOf(option.isSeparate ? words[at + 1] : word, option)
    if (!found[at - 1]?.isSeparate && !/^[-/]/.test(word.text)) plain.push(word)
    return []
  })
  return [
    ...fromOptions,
    ...positions.flatMap(({ at, part = 'all' }) => partOf(plain.at(at), { part, from: 0 })),
  ]
}

const WHOLE: ValuePlace = { part: 'all', from: 0 }

interface ValuePlace {
  readonly part: SecretPart
  /** Where the value starts in its word. */
  readonly from: number
}

/** An option such as `-p`, `-psecret`, `--user=…` or `pass:…`. */
function optionIn(
  program: Program,
  text: string,
): (ValuePlace & { readonly isSeparate: boolean }) | undefined {
  const { options = {}, attached = [], prefixes = [], isExact } = program
  for (const [name, part] of Object.entries(options)) {
    if (text === name) return { part, from: 0, isSeparate: true }
    if (text.startsWith(`${name}=`)) return { part, from: name.length + 1, isSeparate: false }
    if (!isExact && /^-[A-Za-z]$/.test(name) && text.startsWith(name))
      return { part, from: name.length, isSeparate: false }
  }
  const prefix = [...attached, ...prefixes].find((one) => text.startsWith(one) && text !== one)
  return prefix === undefined ? undefined : { part: 'all', from: prefix.length, isSeparate: false }
}

const SEPARATORS: Readonly<Record<SecretPart, string>> = {
  all: '',
  'after colon': ':',
  'after percent': '%',
  'after comma': ',',
  'after slash': '/',
}

function partOf(word: ShellWord | undefined, { part, from }: ValuePlace): readonly SecretSpan[] {
  if (!word) return []
  const { text, positionOf } = word
  const separator = SEPARATORS[part]
  if (part === 'after colon' && isTokenAsUser(text.slice(from)))
    return [{ start: positionOf(from), end: positionOf(text.length - 1) + 1, rule: COMMAND_RULE }]
  const found = text.indexOf(separator, from)
  const start = found + separator.length
  const host = part === 'after slash' ? text.lastIndexOf('@') : -1
  const end = host > start ? host : text.length
  if (found < 0 || end - start < MIN_LENGTH) return []
  return [{ start: positionOf(start), end: positionOf(end - 1) + 1, rule: COMMAND_RULE }]
}

/** Some services take a token as the user name, and anything as the password. */
const isTokenAsUser = (login: string): boolean =>
  /^[A-Za-z0-9_.-]{16,200}:(?:[xX_]{1,3}|api_token|x-oauth-basic)?$/.test(login) &&
  looksSecret(login.replace(/:.*$/, ''))

const MIN_LENGTH = 4

/**
 * Whether a word may be a secret, unlike a variable, a placeholder, an option, a path, a URL, a short word or
 * a short number.
 */
const isValue = (value: string): boolean =>
  !isPlaceholder(value) &&
  !value.includes('[redacted:') &&
  !/^[-/.~]|:\/\/|^[a-z]{1,8}$|^\d{1,5}$/.test(value)
