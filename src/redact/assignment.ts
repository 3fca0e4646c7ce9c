import type { SecretSpan } from './detector.ts'
import { classifyName, endOfName, IS_PAIR, operatorAt, startOfName } from './secret-name.ts'
import {
  entropy,
  hasSymbols,
  isChosenValue,
  isChosenWords,
  isCode,
  isMadeOfWords,
  isNamePath,
  isOrdinaryValue,
  isPaddedBase64,
  isPlaceholder,
  isRandomLetters,
  isWordWithNumber,
  looksRandom,
  looksSecret,
} from './secret-value.ts'

/**
 * Detects `name = value`, `"name": "value"`, `--name value` and `<name>value</name>` if the name suggests a
 * secret.
 */
const ASSIGNMENT_RULE = 'secret-value'

/** Returns a function that finds the value assigned to the name around the keyword at `at`. */
export function detectAssignments(text: string): (at: number) => SecretSpan | undefined {
  const nesting = nestingLimit()
  return (at) => {
    const nameEnd = endOfName(text, at)
    const operator = operatorAt(text, nameEnd)
    if (!operator) return undefined
    const nameStart = startOfName(text, at, nameEnd)
    const name = text.slice(nameStart, nameEnd)
    const separation = separationOf(text, { operator, nameStart, nameEnd })
    const nameClass =
      separation === 'none'
        ? 'nothing'
        : isLoneKey(text, { operator, nameStart, nameEnd })
          ? 'key'
          : classifyName(name)
    if (nameClass === 'nothing' || !nesting.has(nameEnd + operator.length)) return undefined
    const value = readValue(text, nameEnd + operator.length, { name, operator })
    if (!value) return undefined
    nesting.spend(value)
    return isSecret(
      value,
      contextOf(text, { name, nameClass, separation, operator, nameStart, nameEnd, next: value.next }),
    )
      ? { start: value.start, end: endOfValue(text, value), rule: ASSIGNMENT_RULE, isGuess: true }
      : undefined
  }
}

/** Whether a field with this name and value is a secret. */
export function isSecretField(name: string, value: string): boolean {
  const nameClass = classifyName(name)
  if (nameClass === 'nothing') return false
  const isPassword = IS_PASSWORD.test(name)
  const context = {
    isShell: false,
    isData: true,
    evidence: nameClass === 'key' ? 'strict' : 'usual',
    isPassword,
    mayBeWord: isPassword,
  } as const
  return isSecret({ start: 0, end: value.length, text: value, isQuoted: true, next: '' }, context)
}

/**
 * Limits the nesting of names in values. Ordinary text has two or three levels, hostile text may have thousands.
 */
function nestingLimit(): { has(at: number): boolean; spend(value: AssignedValue): void } {
  let until = 0
  let looks = 0
  return {
    has: (at) => at >= until || looks < MAX_NESTED_VALUES,
    spend: ({ start, end }) => {
      looks = start < until ? looks + 1 : 1
      if (looks === 1) until = end
    },
  }
}

const MAX_NESTED_VALUES = 4
/** Only this many characters of a value are examined. If they are a secret, the rest of the value is redacted too. */
const MAX_VALUE_LENGTH = 300

/** Calls, lists and comparisons rarely contain a secret, so they need stronger evidence. */
const AMBIGUOUS_OPERATOR = /[(,]|==/

/** `PASS: TheTest`, `pwd: src/a` and `f(key, 12)` do not assign secrets. */
const needsQuotes = (name: string, operator: string): boolean =>
  !IS_PAIR.test(operator) &&
  (AMBIGUOUS_OPERATOR.test(operator) ||
    (/^(?:pass|pwd)$/i.test(name) && operator !== '=' && !/[ \t](?:is|to|ist)[ \t:]/.test(operator)))

/** In `pass: x`, x is a password or a path. In `PASS: x`, x is the name of a test. */
const isAfterPass = (
  text: string,
  at: number,
  { name, operator }: { readonly name: string; readonly operator: string },
): boolean => name !== 'PASS' && /^[ \t]{0,8}[:=][ \t]{1,8}$/.test(operator) && isChosen(text, at)

/** `key=…` as a setting on its own line. */
const isLoneKey = (text: string, { operator, nameStart, nameEnd }: NamePlace): boolean =>
  nameEnd - nameStart === 3 &&
  /^[ \t]{0,2}=[ \t]{0,2}$/.test(operator) &&
  SETTING_START.test(text.slice(Math.max(0, nameStart - 80), nameStart)) &&
  text.slice(nameStart, nameEnd) === 'key' &&
  isChosen(text, nameEnd + operator.length)

/** How certain it is that the value belongs to the name. */
type Separation = 'sure' | 'list' | 'loose' | 'none'

interface NamePlace {
  readonly operator: string
  readonly nameStart: number
  readonly nameEnd: number
}

/** A space separates name and value only in some places, a comma only after a quoted name, and so on. */
function separationOf(text: string, place: NamePlace): Separation {
  const { operator, nameStart } = place
  if (IS_PAIR.test(operator)) return isNameField(text, nameStart) ? 'sure' : 'none'
  const mark = operator.replace(/[\s\\"'`\]*]/g, '')
  if (mark === '') return blankSeparation(text, place)
  if (mark.startsWith('==') || /^[a-z]/.test(mark)) return 'loose'
  const isMeant = IS_MEANT[mark]
  if (!isMeant) return 'sure'
  if (!isMeant(text, place)) return 'none'
  return mark === '>' ? 'sure' : '|-–—'.includes(mark) ? 'loose' : 'list'
}

/** Marks that separate a name and its value only in some places. */
const IS_MEANT: Readonly<Record<string, (text: string, place: NamePlace) => boolean>> = {
  '>': isElement,
  '(': (_, { operator }) => operator.startsWith('('),
  ',': isQuotedName,
  '|': isBeforeChosen,
  '-': isBeforeChosen,
  '–': isBeforeChosen,
  '—': isBeforeChosen,
}

function isBeforeChosen(text: string, { operator, nameStart, nameEnd }: NamePlace): boolean {
  return isChosen(text, nameEnd + operator.length, text.slice(nameStart, nameEnd))
}

/** `<password>` or `<string name="password">`. */
function isElement(text: string, { operator, nameStart }: NamePlace): boolean {
  const isNamed = /^\\{0,3}["']>/.test(operator) && isNameField(text, nameStart)
  return isNamed || text.charAt(nameStart - 1) === '<'
}

/** The name is in quotes or follows `define(`. `PASS` in quotes is the result of a test. */
function isQuotedName(text: string, { operator, nameStart, nameEnd }: NamePlace): boolean {
  const isDefined = /define\([ ]?$/.test(text.slice(Math.max(0, nameStart - 8), nameStart))
  return (isDefined || /^\]?\\{0,3}["']/.test(operator)) && !/^pass$/i.test(text.slice(nameStart, nameEnd))
}

/** Whether the name is itself the value of a field, as in `"name": "DB_PASSWORD"`. */
const isNameField = (text: string, nameStart: number): boolean =>
  /(?:name|key|field|variable|property)[\\"'`]{0,6}[ \t]{0,3}[:=][ \t]{0,4}[\\"'`]{0,6}$/i.test(
    text.slice(Math.max(0, nameStart - 40), nameStart),
  )

const BEFORE_NAME =
  /(?:^|[\s"'+-]|\\[nrt])(?:ENV|ARG|#define|setx|set|SET)[ \t]{1,4}[\\"']{0,4}(?:[\w.-]{1,60}:)?$/
/** The space between two columns of a table. */
const COLUMN = /[ \t]{3}|\t/
/** The start of a line, with or without the prefix that a tool prints before each line. */
const LINE_START = /(?:^|\n|\\n)[^\n\\A-Za-z]{0,40}$/
/** Like `LINE_START`, but also allows the time, level and source that a logger prints. */
const SETTING_START = /(?:^|\n|\\n)(?:[^\n\\A-Za-z]{0,40}|[^\n\\]{0,70}[\]:] )$/

/**
 * `--token abc`, `-storepass abc`, `ENV TOKEN abc`, `password "abc"`, and tables with a name in the first column.
 */
function blankSeparation(text: string, { operator, nameStart, nameEnd }: NamePlace): Separation {
  const before = text.slice(Math.max(0, nameStart - 90), nameStart)
  if (/^-{1,2}[A-Za-z]/.test(text.slice(nameStart, nameEnd))) return /[\w-]$/.test(before) ? 'none' : 'sure'
  if (BEFORE_NAME.test(before)) return 'sure'
  if (/["']/.test(operator)) return 'none'
  if (
    /passw|passphrase|secret|token|api[_-]?key|^pw$/i.test(text.slice(nameStart, nameEnd)) &&
    isChosen(text, nameEnd + operator.length, text.slice(nameStart, nameEnd))
  )
    return 'loose'
  // Backticks are markup in prose.
  if (/[\\"']/.test(text.charAt(nameEnd + operator.length)))
    return /^pass$/i.test(text.slice(nameStart, nameEnd)) ? 'none' : 'sure'
  return COLUMN.test(operator) || LINE_START.test(before) ? 'loose' : 'none'
}

const QUOTES = /[\\"'`]{0,4}/y

/** Whether the value at `at` was chosen by a person or generated, rather than being a word in a sentence. */
function isChosen(text: string, at: number, name = ''): boolean {
  QUOTES.lastIndex = at
  QUOTES.test(text)
  BARE.lastIndex = QUOTES.lastIndex
  const value = BARE.exec(text)?.[0] ?? ''
  return isChosenValue(value) || (/passw|^pw$/i.test(name) && isWordWithNumber(value))
}

interface AssignedValue {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly isQuoted: boolean
  /** The character after the value. */
  readonly next: string
}

const QUOTED = /((?:b|r|f|u|rb|br|@|\$|N)?(\\{0,3}["'`]))((?:(?!\2)(?:\\{3}["'`]|\\.|[^\n\r\\])){1,300})/y
/** Ends at a space or at a character that ends a value in code, a shell or a URL (there also percent-encoded). */
const BARE = /(?:(?!%(?:2[0267C]|0[AD]|3[BCE]))[^\s"'`,;&<>(){}[\]|\\]){1,300}/y
const SCHEME = /(?:Bearer|Basic|Token|Bot|ApiKey)(?: |%20){1,4}/iy

function readValue(
  text: string,
  at: number,
  { name, operator }: { readonly name: string; readonly operator: string },
): AssignedValue | undefined {
  QUOTED.lastIndex = afterConversion(text, at)
  const quoted = QUOTED.exec(text)
  if (quoted) {
    const [, opening = '', , content = ''] = quoted
    return createValue(text, { start: quoted.index + opening.length, content, isQuoted: true })
  }
  if (needsQuotes(name, operator) && !isAfterPass(text, at, { name, operator })) return undefined
  const start = afterScheme(text, at)
  BARE.lastIndex = start
  const content = BARE.exec(text)?.[0]
  return content === undefined ? undefined : createValue(text, { start, content, isQuoted: false })
}

/** `Buffer.from("value")` and `[]byte("value")`: a value that is converted. */
const CONVERSION =
  /\$\((?:echo|printf) (?:-n )?(?=\\{0,3}["'])|(?:new )?(?:[\w.]{0,24}(?:from|bytes?|Some|crypt|decode|SecretStr|String|str|hash|digest|md5|sha\d{1,3}|encode|unhexlify|sensitive)|\[\]byte)\((?=\\{0,3}["'`])/iy

function afterConversion(text: string, at: number): number {
  CONVERSION.lastIndex = at
  return CONVERSION.test(text) ? CONVERSION.lastIndex : at
}

function afterScheme(text: string, at: number): number {
  SCHEME.lastIndex = at
  return SCHEME.test(text) ? SCHEME.lastIndex : at
}

function createValue(
  text: string,
  {
    start,
    content,
    isQuoted,
  }: { readonly start: number; readonly content: string; readonly isQuoted: boolean },
): AssignedValue {
  const scheme = afterScheme(content, 0)
  const end = start + content.length
  return { start: start + scheme, end, text: content.slice(scheme), isQuoted, next: text.charAt(end) }
}

/** Extends a value that reached the limit to the next space, quote or bracket. */
function endOfValue(text: string, { end, text: { length } }: AssignedValue): number {
  if (length < MAX_VALUE_LENGTH - 20) return end
  REST.lastIndex = end
  return end + (REST.exec(text)?.[0].length ?? 0)
}

const REST = /[^\s"'`<>()\\]{0,20000}/y

interface ValueContext {
  /** Whether it is `NAME=value` in a shell or an environment file. The value is then never code. */
  readonly isShell: boolean
  /** Whether it is an option, a form field or a header. The value is then never code, but may be a word. */
  readonly isData: boolean
  /**
   * What the value must look like. `strict`: long random text. `list`: the same, or mixed-case letters with
   * digits. `loose`: random text. `usual`: what the name suggests.
   */
  readonly evidence: 'strict' | 'list' | 'loose' | 'usual'
  /** Whether the name suggests a password. People choose words as passwords; other secrets are generated. */
  readonly isPassword: boolean
  /** Whether a single word in quotes also counts as a password. */
  readonly mayBeWord: boolean
}

interface NamedPlace extends NamePlace {
  readonly name: string
  readonly nameClass: 'secret' | 'key'
  readonly separation: Separation
  /** The character after the value. */
  readonly next: string
}

function contextOf(text: string, place: NamedPlace): ValueContext {
  const { name, separation, operator, nameStart, next } = place
  const isPassword = IS_PASSWORD.test(name)
  const isCapital = /^[A-Z][A-Z0-9_]{0,64}$/.test(name)
  return {
    isShell: isCapital && (operator === '=' || IS_PAIR.test(operator)),
    isData:
      operator === '>' ||
      /^-|^X-/.test(name) ||
      '&?;'.includes(text.charAt(nameStart - 1) || ' ') ||
      (operator === '=' && /^[\s"'\\]?$/.test(next)) ||
      (isPassword && isLine(text, place)),
    evidence: evidenceFor(place, isPassword),
    isPassword,
    mayBeWord:
      separation === 'sure' &&
      /passw|passphrase|[_-]pwd/i.test(name) &&
      (operator.trim() !== '' || (isCapital && name.length >= 8)),
  }
}

const evidenceFor = (
  { nameClass, separation }: NamedPlace,
  isPassword: boolean,
): ValueContext['evidence'] => {
  if (nameClass === 'key') return 'strict'
  if (separation === 'list') return isPassword ? 'usual' : 'list'
  return separation === 'loose' ? 'loose' : 'usual'
}

/** Whether `password: value` is the whole line, as in YAML. */
const isLine = (text: string, { operator, nameStart, nameEnd, next }: NamedPlace): boolean =>
  /^: {1,4}$/.test(operator) &&
  /^[\r\n]?$/.test(next) &&
  /\d/.test(text.slice(nameEnd, nameEnd + 60).split('\n', 1)[0] ?? '') &&
  LINE_START.test(text.slice(Math.max(0, nameStart - 42), nameStart))

const IS_PASSWORD = /pass|pwd|pw$|kennwort|senha|wachtwoord|contrase|haslo|parola/i
const MIN_LENGTH = 8
const MIN_STRICT_LENGTH = 16
/** For passwords in quotes or in a shell, because people choose short passwords. */
const MIN_PASSWORD_LENGTH = 6

function minLength({ isQuoted }: AssignedValue, { isShell, evidence, isPassword }: ValueContext): number {
  if (evidence !== 'usual')
    return evidence === 'strict' ? MIN_STRICT_LENGTH : evidence === 'list' ? 12 : MIN_LENGTH
  return isPassword && (isQuoted || isShell) ? MIN_PASSWORD_LENGTH : MIN_LENGTH
}

function isSecret(value: AssignedValue, context: ValueContext): boolean {
  const { text, isQuoted, next } = value
  if (!mayBeSecret(value, context)) return false
  if (context.evidence !== 'usual') return hasEvidence(text, context)
  if (isPaddedBase64(text) || isChosenWord(value, context)) return true
  if (context.isShell && next !== '(') return !isNamePath(text) || isRandomLetters(text)
  const isCertainlyValue = isQuoted || context.isData
  if (!isCertainlyValue && isCode(text, next)) return false
  if (isCertainlyValue && isRandomLetters(text, QUOTED_LETTERS)) return true
  if (!context.isPassword && isMadeOfWords(text)) return false
  return looksSecret(text) || isChosenPassword(value, context)
}

/** Whether the value consists of words that a person chose. Names in code rarely end with three digits. */
const isChosenWord = ({ text, isQuoted }: AssignedValue, { isPassword }: ValueContext): boolean =>
  (isChosenWords(text) && (isPassword || isQuoted)) ||
  (isPassword && text.length >= 12 && isChosenValue(text)) ||
  (isPassword && ENDS_AS_PASSWORD.test(text) && isWordWithNumber(text))
const ENDS_AS_PASSWORD = /(?:\d{3}|[A-Z][a-z]{1,20}[A-Z][a-z]{1,20}\d\d)[!?.$%&*#@]{0,3}$/

const mayBeSecret = (value: AssignedValue, context: ValueContext): boolean =>
  value.text.length >= minLength(value, context) &&
  !isPlaceholder(value.text) &&
  (isPaddedBase64(value.text) || !isOrdinaryValue(value.text)) &&
  !value.text.includes('[redacted:')

/** A quoted value after a secret's name is rarely a word, so even letters that might form a word count as random. */
const QUOTED_LETTERS = { tolerance: 0.6 }

const hasEvidence = (text: string, { evidence, isPassword }: ValueContext): boolean =>
  (isPassword && (isWordWithNumber(text) || (text.length >= 12 && isRandomLetters(text)))) ||
  (!isMadeOfWords(text) &&
    (evidence !== 'loose'
      ? (looksSecret(text) && entropy(text) >= 3.2 && text.length >= MIN_STRICT_LENGTH) ||
        (evidence === 'list' && isChosenValue(text))
      : looksRandom(text) && entropy(text) >= 2.7))

/** People choose words as passwords. A quoted word is a value; an unquoted word may be code or prose. */
const isChosenPassword = (
  { text, isQuoted }: AssignedValue,
  { isPassword, mayBeWord }: ValueContext,
): boolean =>
  isPassword &&
  (isWordWithNumber(text) ||
    (hasSymbols(text) && (isQuoted || !/[!?]$/.test(text))) ||
    (isQuoted && mayBeWord && isLoneWord(text)))

/** A single word, unless it is a form label: those begin with the word for password in some language. */
const isLoneWord = (text: string): boolean =>
  /^[A-Za-z]{8,40}$/.test(text) && !/^(?:pass|kennw|contra|senha)/i.test(text)
