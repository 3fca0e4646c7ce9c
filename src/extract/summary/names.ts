import type { Piece } from './message-pieces.ts'

/** A name that can be recognized in other text: a file, an identifier or a quantity. */
export interface Name {
  readonly kind: 'file' | 'name' | 'quantity'
  /** The key by which the name is recognized; for files, the base name. */
  readonly key: string
  /** The name as written. */
  readonly text: string
}

/** All names in a string, without duplicates, in order. Linear time. */
export function namesIn(text: string): readonly Name[] {
  const found = new Map<string, Name>()
  for (const [token] of text.matchAll(TOKEN)) {
    const name = nameOf(token)
    if (name && !found.has(name.key)) found.set(name.key, name)
  }
  for (const [written, number = '', unit = ''] of text.matchAll(QUANTITY)) {
    const key = `${number} ${unit.toLowerCase()}`
    if (!found.has(key)) found.set(key, { kind: 'quantity', key, text: written })
  }
  return [...found.values()]
}

/** A possible name. Longer tokens are keys or base64. */
const TOKEN = /(?<![\w$@~./\\-])[\w$@~./\\-]{4,160}(?![\w$@~./\\-])/g
const QUANTITY =
  /(?<![\w.])(\d{1,7}(?:[.,]\d{1,4})?) ?(%|ms|seconds?|minutes?|hours?|days?|[KMG]i?B|bytes|tokens?|lines?|files?|tests?|rows?|events?|messages?|errors?|warnings?|commits?|times|px|rem|x)(?!\w)/gi

function nameOf(token: string): Name | undefined {
  const text = trimmed(token)
  if (text.length < LEAST || text.startsWith('//')) return undefined
  if (FILE.test(text) && !ENDING.test(text)) return fileOf(text)
  if (text.includes('/') || text.includes('\\')) return undefined
  const last = text.slice(text.lastIndexOf('.') + 1)
  if (!isDistinct(last)) return undefined
  return { kind: 'name', key: last.toLowerCase(), text: last }
}

export function fileOf(path: string): Name {
  const text = path.replaceAll('\\', '/')
  return { kind: 'file', key: `/${text.slice(text.lastIndexOf('/') + 1).toLowerCase()}`, text }
}

const LEAST = 4
/** Strips punctuation around a name. */
function trimmed(token: string): string {
  let [from, to] = [0, token.length]
  while (from < to && AROUND.has(token[from] ?? '') && !STARTS.test(token.slice(from, from + 2))) from += 1
  while (to > from && AROUND.has(token[to - 1] ?? '')) to -= 1
  return token.slice(from, to)
}
const AROUND: ReadonlySet<string> = new Set('.-/\\$@~')
/** An absolute path, a path relative to this folder or to home, or a dotfile. */
const STARTS = /^(?:\/\w|\.\w|\.\/|\.\.|~\/)/
const FILE =
  /\w\.(?:[cm]?[jt]sx?|go|rs|py|rb|java|kts?|[ch]|cpp|hpp|cs|php|swift|sql|sh|mdx?|jsonl?|jsonc|ya?ml|toml|s?css|html|vue|svelte|txt|xml|lock|proto|ini|cfg|conf|csv|svg|png|mod|sum|tf|gradle|ipynb|db)$|(?:^|\/)\.env$/
/** Text that is only a file extension, as in "all .ts files". */
const ENDING = /^(?:\.?_?(?:test|spec)\.\w{1,5}|\.\w{1,5}\.\w{1,3})$/

/** Whether a name cannot be mistaken for an ordinary word, unlike `main` and `load`. */
const isDistinct = (name: string): boolean =>
  name.length <= 60 && /[a-z][A-Z]|[A-Za-z\d]_[A-Za-z\d]|[A-Z]{2}[a-z]/.test(name) && !HEX.test(name)
const HEX = /^[\da-f_-]{8,}$/i

/** How often a name occurred, and who used it. */
interface Entry {
  /** The longest form. For files, the longest path. */
  name: Name
  /** Number of occurrences in prompts, answers and calls. */
  asked: number
  said: number
  called: number
  isChanged: boolean
  /**
   * The first and the last piece that contain the name; names from an earlier summary come before all pieces.
   */
  first: number
  last: number
}

export type Census = ReadonlyMap<string, Entry>

/** All names in the pieces. Ignores tool output, which contains many irrelevant names. */
export function censusOf(
  pieces: readonly Piece[],
  earlier: readonly Name[],
  changed: readonly string[],
): Census {
  const census = new Map<string, Entry>()
  for (const name of earlier) entryOf(census, name, BEFORE).said += SURVIVED
  for (const file of changed) entryOf(census, fileOf(file), BEFORE).isChanged = true
  for (const [at, piece] of pieces.entries()) count(census, piece, at)
  return census
}

const BEFORE = -1
/** The number of occurrences that a name in an earlier summary counts as. */
const SURVIVED = 3

function count(census: Map<string, Entry>, piece: Piece, at: number): void {
  if (piece.kind === 'returned') return
  const field = piece.kind === 'called' ? 'called' : piece.speaker === 'user' ? 'asked' : 'said'
  for (const name of namesIn(piece.text)) entryOf(census, name, at)[field] += 1
  if (piece.kind === 'called' && piece.isChange)
    for (const file of piece.files) entryOf(census, fileOf(file), at).isChanged = true
}

function entryOf(census: Map<string, Entry>, name: Name, at: number): Entry {
  const known = census.get(name.key)
  if (known) {
    known.last = at
    if (name.text.length > known.name.text.length) known.name = name
    return known
  }
  const made = { name, asked: 0, said: 0, called: 0, isChanged: false, first: at, last: at }
  census.set(name.key, made)
  return made
}

/** How likely it is that a name is needed again, estimated from frequency, speaker and recency. */
export function worthOf(entry: Entry, pieces: number): number {
  const often = Math.log2(1 + 3 * entry.asked + 1.5 * entry.said + entry.called)
  const lately = 0.5 ** ((pieces - entry.last) / (HALF_LIFE * Math.max(1, pieces)))
  const kind = KINDS[entry.name.kind] * (entry.isChanged ? CHANGED : 1)
  return kind * often * (EVER + lately)
}

const KINDS: Readonly<Record<Name['kind'], number>> = { file: 1.5, name: 1, quantity: 1.5 }
const CHANGED = 1.5
const EVER = 0.5
/** The half-life of a name, as a share of all pieces. */
const HALF_LIFE = 0.25
