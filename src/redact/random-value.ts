import { once } from '../once.ts'
import type { SecretSpan } from './detector.ts'
import { wordsOf } from './secret-name.ts'
import { isPlaceholder, isRandomLetters, shareOfWords } from './secret-value.ts'

/** A random value whose name and surroundings do not say that it is public. */
const RULE = 'random-value'

/** Shorter random values are too similar to the names in code. */
const MIN_RUN = 12
/** Shorter values must not contain signs, because slugs contain them. */
const MIN_SIGNS = 16
/** Shorter values need a digit. */
const MIN_LETTERS = 20
/** With letters of only one case, more characters are needed to tell a value from a name. */
const MIN_ONE_CASE = 24
/** Longer values are data, such as images and signatures. */
const MAX_RUN = 160

/** Probes every 12th character, so that no value is missed. `spend` is called before each expensive check. */
export function findRandomValues(text: string, spend: () => void): readonly SecretSpan[] {
  const spans: SecretSpan[] = []
  let floor = 0
  for (let probe = MIN_RUN - 1; probe < text.length; ) {
    if (classAt(text, probe) === OTHER) {
      probe += MIN_RUN
      continue
    }
    let start = probe
    while (start > floor && classAt(text, start - 1) !== OTHER) start -= 1
    let end = probe + 1
    while (end < text.length && classAt(text, end) !== OTHER) end += 1
    floor = end
    probe = end + MIN_RUN
    const run = { start: start + escapeBefore(text, start), end }
    if (!mayBeRandom(text, run)) continue
    spend()
    const span = spanOf(text, run)
    if (span) spans.push(span)
  }
  return spans
}

const [OTHER, SIGN, DIGIT, LOWER, UPPER] = [0, 1, 2, 3, 4]
const CLASSES = new Uint8Array(128)
for (const [kind, characters] of [
  [SIGN, '+/_-'],
  [DIGIT, '0123456789'],
  [LOWER, 'abcdefghijklmnopqrstuvwxyz'],
  [UPPER, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
] as const)
  for (const character of characters) CLASSES[character.charCodeAt(0)] = kind

const classAt = (text: string, at: number): number => CLASSES[text.charCodeAt(at)] ?? OTHER

/** In `\nvalue`, the n is not part of the value. */
const escapeBefore = (text: string, start: number): number =>
  text.charAt(start - 1) === '\\' && /[nrt]/.test(text.charAt(start)) ? 1 : 0

interface CharacterRun {
  readonly start: number
  readonly end: number
}

/**
 * Random text changes between lower case, upper case and digits every 1.6 characters on average; names do so
 * every three to five.
 */
function mayBeRandom(text: string, { start, end }: CharacterRun): boolean {
  const length = end - start
  if (length < MIN_RUN || length > MAX_RUN) return false
  const counts = countClasses(text, { start, end })
  return counts.lower > 0 && counts.upper > 0
    ? isMixed(length, counts)
    : length >= MIN_ONE_CASE && counts.digits >= 3 && counts.changes >= 0.25 && hasOneCase(length, counts)
}

const isMixed = (length: number, { signs, digits, changes }: ClassCounts): boolean => {
  if (length < MIN_SIGNS && signs > 0) return false
  return length < MIN_LETTERS && digits < 2
    ? digits === 1 && changes >= 0.5
    : changes >= (digits > 0 ? 0.36 : 0.4)
}

/** Rejects signs, because slugs contain them, except the four in a UUID. */
const hasOneCase = (length: number, { signs }: ClassCounts): boolean =>
  signs === 0 || (signs === 4 && length === 36)

interface ClassCounts {
  readonly signs: number
  readonly digits: number
  readonly lower: number
  readonly upper: number
  /**
   * The share of adjacent letters and digits that belong to different classes, such as a lower-case letter
   * and a digit.
   */
  readonly changes: number
}

function countClasses(text: string, { start, end }: CharacterRun): ClassCounts {
  const counts = new Uint16Array(5)
  let pairs = 0
  let changes = 0
  let before = OTHER
  for (let at = start; at < end; at += 1) {
    const kind = classAt(text, at)
    counts[kind] = (counts[kind] ?? 0) + 1
    if (before > SIGN && kind > SIGN) {
      pairs += 1
      changes += Number(kind !== before)
    }
    before = kind
  }
  const [, signs = 0, digits = 0, lower = 0, upper = 0] = counts
  return { signs, digits, lower, upper, changes: changes / Math.max(1, pairs) }
}

function spanOf(text: string, { start, end }: CharacterRun): SecretSpan | undefined {
  const padding = PADDING.exec(text.slice(end, end + 3))?.[0].length ?? 0
  const value = text.slice(start, end)
  if (isHexadecimal(value))
    return isVariable(text, start, value) ? { start, end, rule: RULE, isGuess: true } : undefined
  if (!isRandom(value) || isText(value) || isPublic(text, { start, end: end + padding })) return undefined
  return { start, end: end + padding, rule: RULE, isGuess: true }
}
const PADDING = /^={1,2}(?!=)/

const isRandom = (value: string): boolean =>
  !isPath(value) &&
  !isPlaceholder(value) &&
  !PUBLIC_SHAPE.test(value) &&
  shareOfWords(value) < MAX_WORDS &&
  (/\d/.test(value) || isRandomLetters(value.replace(/[+/_-]/g, '')))

/** Commit hashes, checksums and uuids. */
const isHexadecimal = (value: string): boolean =>
  /^(?:0x)?[0-9a-fA-F-]{1,200}$|(?:^|[/_])[0-9a-f]{16,64}(?![0-9A-Za-z])/.test(value)

/** `ACME_LIVE=` before a long hexadecimal number or a UUID, if no word of the name says that it is public. */
function isVariable(text: string, start: number, value: string): boolean {
  if (!/^(?:[0-9a-f]{32,128}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(value)) return false
  const name = VARIABLE.exec(text.slice(Math.max(0, start - 64), start))?.[1]
  return (
    name !== undefined && !wordsOf(name).some((word) => OF_A_COMMIT.test(word) || PUBLIC_WORDS().has(word))
  )
}
const OF_A_COMMIT = /^(?:git|head|from|to|base|old|new|release|target|source)$/
const VARIABLE = /(?<![\w.$-])([A-Z][A-Z\d_]{2,60})=["']?$/

/** Random text contains few pronounceable words by chance. */
const MAX_WORDS = 0.4

/** Base64 can contain slashes too, but no words between them. */
const isPath = (value: string): boolean =>
  value.startsWith('/') ||
  (value.includes('/') && /(?:^|\/)(?:[a-z]{3,30}|[A-Za-z]?[a-z]{4,30}|[a-z-]{4,60})(?:\/|$)/.test(value))

/** Ids and hashes with a prefix of their own. */
const PUBLIC_SHAPE =
  /^(?:[\da-z]{8}(?:-[\da-z]{4}){3}-|sha\d{1,3}-|GHSA-|h1-|toolu_|msg_|req_|call_|resp_|chatcmpl-|run_|thread_|asst_|file-|srvtoolu_|[A-Z]{1,5}_(?:kw|lA)|Qm[1-9A-Za-z]{44}$|bafy|bafk|k51|z6Mk|AAAA[BC]|(?:[a-z]{1,16}_)?0[0-9A-Za-z]{25}$|c[jklm][a-z0-9]{23}$|20\d\d-?\d\d-?\d\d)/

/** Encoded text is decoded and examined separately. */
const isText = (value: string): boolean =>
  /^[\x20-\x7e\s]{12,200}$/.test(Buffer.from(value, 'base64').toString('latin1'))

function isPublic(text: string, { start, end }: CharacterRun): boolean {
  const before = text.slice(Math.max(0, start - 60), start)
  const after = text.slice(end, end + 12)
  if (after.startsWith('@')) return !before.endsWith(':')
  if (
    /^(?:\.[A-Za-z]{1,8}\b|[(/]|:\/\/)/.test(after) ||
    /[/@#%\\]$|(?<![A-Za-z0-9_-]{16})\.$|base64,$|:\/\/\S{0,60}$/.test(before)
  )
    return !IS_PARAMETER.test(before)
  if (IN_TABLE.test(before) || isWrapped(text, { start, end })) return true
  const name = NAME.exec(before)?.[1]
  if (name !== undefined) {
    const words = wordsOf(name)
    return PUBLIC_WORDS().has(words.at(-1) ?? '') || words.includes('public')
  }
  const word = WORD.exec(before)?.[1]?.toLowerCase() ?? ''
  return word.length > 1 && PUBLIC_WORDS().has(word)
}

/** Columns with secrets are found by their headings (columns.ts). Hexdumps have text in the last column. */
const IN_TABLE = /(?:^|\n)[^\n"'[({]{0,60}\S,$|VALUES ?\([^)]{0,50}$|(?:[0-9a-f]{2,4} ){4} $/i

/** A parameter in the query of a URL. */
const IS_PARAMETER = /[?&][\w.-]{1,40}=$/
const NAME = /([A-Za-z][\w.-]{0,50})[\\"'`\]]{0,6}\s{0,4}(?:[:=]|=>|:=)\s{0,2}(?:W\/)?[\\"'`[(]{0,6}$/
const WORD = /([A-Za-z][A-Za-z\d-]{0,30})[\\"'`:#]{0,4}\s{1,3}[\\"'`(]{0,4}$/

const PUBLIC_WORDS = once(
  () =>
    new Set(
      'boundary challenge id ids h sha hash hashes h1 md5 checksum checksums integrity digest signature sig fingerprint thumbprint etag nonce iv commit commits rev revision ref refs cid cids uuid guid cursor cert certificate crt ca version build chunk trace span request kid slug node bundle image src href mappings public pub pubkey address x y n x5t resolved file path dir folder url uri branch tag tree parent object blob index rsa ed25519 nistp256 sha1 sha256 sha384 sha512 mod amz ray sum buildid seed'.split(
        ' ',
      ),
    ),
)

/** Certificates, wrapped checksums and other data continue on the line above or below. */
function isWrapped(text: string, { start, end }: CharacterRun): boolean {
  const isStart = /(?:^|\n[ \t+-]{0,20})$/.test(text.slice(Math.max(0, start - 24), start))
  return (
    (isStart && /^"\]/.test(text.slice(end, end + 2))) ||
    /[A-Za-z0-9+/]{60}\s{1,20}$/.test(text.slice(Math.max(0, start - 90), start)) ||
    (end - start >= 60 && /^\s{1,20}[A-Za-z0-9+/]{30}/.test(text.slice(end, end + 60)))
  )
}
