/** Whether a value looks random: it contains letters and digits, and no character dominates. */
export const looksRandom = (value: string): boolean =>
  /\d/.test(value) && /[A-Za-z]/.test(value) && !isPlaceholder(value) && entropy(value) >= minEntropy(value)

/** Whether a value looks random, consists of letters that form no words, or is padded base64. */
export const looksSecret = (value: string): boolean =>
  looksRandom(value) || isRandomLetters(value) || isPaddedBase64(value)

/** Only base64 ends with equals signs. In base64, the shortest password has eight characters. */
export const isPaddedBase64 = (value: string): boolean =>
  value.length >= 8 &&
  /^[A-Za-z0-9+/_-]{6,4000}={1,2}$/.test(value) &&
  value.length % 4 === 0 &&
  !isPlaceholder(value)

/**
 * For tokens with a known prefix. About 2% of them have no digit. These are accepted if they have capitals in
 * places where words have none.
 */
export const looksGenerated = (token: string): boolean =>
  looksRandom(token) ||
  (/[a-z][A-Z].{0,200}[a-z][A-Z]/.test(token) && !isMadeOfWords(token) && !isPlaceholder(token))

/** The minimum entropy in bits per character. Sixteen random hex digits have about 3.2; natural words have less. */
export function entropy(value: string): number {
  const counts = new Map<string, number>()
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}

const minEntropy = (value: string): number => (value.length < 12 ? 2.3 : value.length < 20 ? 2.6 : 2.9)

/** A password of letters and symbols, such as `correct-Horse!battery`. */
export const hasSymbols = (value: string): boolean =>
  /[!@#$%^&*?~+]/.test(value) && /[A-Za-z]{3}/.test(value) && entropy(value) >= 2.8

/** `SilverTiger1988`: words that a person chose, unlike the names in code. */
export const isChosenWords = (value: string): boolean =>
  /^(?:[A-Z][a-z]{2,12}){2,4}\d{3,6}[!?.$%&*#]?$/.test(value)

/**
 * Words with a number that people choose as a password: `dragon553`, `SilverTiger19!`, `silver-dragon-copper1`.
 * Names in code look the same, so only the value of a password is checked.
 */
export const isWordWithNumber = (value: string): boolean =>
  value.length >= 8 &&
  /^(?:[A-Za-z][a-z]{2,14}[-_.@!#]?){1,5}\d{2,8}[!?.$%&*#@]{0,3}$|^[a-z]{3,12}(?:[-.][a-z]{3,12}){2,5}[-.]?\d{1,8}[!?.]{0,2}$/.test(
    value,
  ) &&
  !isPlaceholder(value)

/**
 * Whether a value is certainly not an ordinary word, name or path: a long hexadecimal number, chosen words
 * with a number, or mixed-case letters with digits.
 */
export const isChosenValue = (value: string): boolean =>
  value.length >= 10 &&
  (isChosenWords(value) ||
    /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/.test(value) ||
    (/^(?=.{0,60}[a-z])(?=.{0,60}[A-Z])[^/]{1,200}$/.test(value) &&
      (value.match(/\d/g) ?? []).length >= (value.length < 12 ? 2 : 1) &&
      !isMadeOfWords(value)))

/** Text that people write instead of a secret. */
export const isPlaceholder = (value: string): boolean =>
  PLACEHOLDER.test(value) || TEMPLATE.test(value) || SEQUENCE.test(value) || /^(.)\1{0,400}$/.test(value)

const PLACEHOLDER =
  /^["'<[({*_.-]{0,4}(?:(?:my|your|the|some|an?|test|dummy|fake|sample|example|new|old|user|db|admin|super|default|real|actual|valid|invalid|wrong|correct|bad|bot|api|access|client|auth|app|service)[-_ ]?){0,4}(?:pass(?:word|wd|phrase)?|pwd|pw|secrets?|tokens?|(?:api|access|private|secret|public)?[-_ ]?keys?|credentials?|here|value|change[-_ ]?(?:me|this|it)|replace[-_ ]?(?:me|this|it)|placeholder|redacted|masked|hidden|removed|omitted|none|null|undefined|nil|true|false|todo|tbd|example|dummy|test|foo|bar|string|optional|required|unset|empty|postgres)[-_ ]?(?:here|goes[-_ ]here|value|example|\d{1,4})?["'>\])}*_.-]{0,4}$/i

/** A placeholder for a shell, a template engine or a formatter. */
const TEMPLATE =
  /^[$%@#]|\$\{|\{\{|\$\(|<[A-Za-z][\w -]{0,40}>|^\{|^<|%[sdv]$|\{\w{1,40}\}|x{6}|X{4}|\*{3}|\.{3}|…|EXAMPLE|^\[redacted:/

const SEQUENCE = /0123456789|123456789|abcdefghij|ABCDEFGHIJ|deadbeef/

/** Numbers, sentences, URLs, files, versions, dates and patterns are never secrets, even after a secret name. */
export const isOrdinaryValue = (text: string): boolean => ORDINARY.some((shape) => shape.test(text))

const ORDINARY: readonly RegExp[] = [
  /^[\d.,:_+-]{1,2000}$/,
  /\s/,
  /^(?:[a-z][a-z0-9+.-]{1,15}:)?\/\//i,
  // A path has names between slashes. A long run without slashes is base64 that begins with a slash.
  /^(?:~|\.{1,2}|[A-Za-z]:)?[/\\](?!.{0,2000}[A-Za-z0-9+]{25})[\w.@ -]{1,80}[/\\.]/,
  /^[\w./@\\-]{1,200}\.(?:[cm]?[jt]sx?|json|ya?ml|toml|md|txt|pem|key|crt|html?|css|py|go|rs|java|rb|sh|env|lock|log)(?::\d{1,6}){0,2}$/i,
  /^v?\d{1,6}\.\d{1,6}(?:\.\d{1,6})?(?:[-+][\w.+-]{0,40})?$/,
  /^\d{4}-\d\d-\d\d(?:T|$)/,
  /\[\^?(?:A-Z|a-z|0-9|\\[wd])/,
]

/** Names joined by punctuation: `refresh_token`, `auth.json`. A long lower-case word may be a password. */
export const isNamePath = (text: string): boolean =>
  /^[A-Za-z_$][A-Za-z_$.:/-]{0,2000}$/.test(text) && !/^[a-z]{12,2000}$/.test(text)

/** An expression: names joined by dots, with a few digits, as in `config.oauth2.token` or `ed25519Seed`. */
export const isCode = (text: string, next: string): boolean =>
  '([{'.includes(next || ' ') ||
  /^[!&*]{0,2}[A-Za-z_$][\w$]{0,80}(?:[?!]?\.|::|->)[A-Za-z_$]/.test(text) ||
  // At the end of the text, `==` is base64 padding.
  /[=!]=(?!$)|=>|\$\{/.test(text) ||
  (isIdentifier(text) && (/[,;)]/.test(next) || /[a-z][A-Z]|[_$!?&*;:]|^[A-Za-z]{1,2000}$/.test(text)))

/**
 * Whether the text consists of words. A token may have the characters of an identifier, but not its words.
 */
const isIdentifier = (text: string): boolean =>
  /^[!&*]{0,2}[A-Za-z_$][\w$]{0,80}[!?;:]?$/.test(text) &&
  !/\d[!?]$/.test(text) &&
  numbersIn(text).length <= 2 &&
  !isRandomLetters(text) &&
  shareOfWords(text) >= (/\d/.test(text) ? 0.6 : 0.45)

/** Words with few digits, as in tests and examples: `mock-token-1`. */
export const isMadeOfWords = (text: string): boolean =>
  /^[A-Za-z0-9_.:/-]{1,80}$/.test(text) &&
  numbersIn(text).length <= 2 &&
  numbersIn(text).every(({ length }) => length <= 4) &&
  shareOfWords(text) >= 0.6

const numbersIn = (text: string): readonly string[] => text.match(/\d{1,80}/g) ?? []

/** The share of letters that belong to pronounceable words. */
export function shareOfWords(text: string): number {
  const chunks = text.match(/[A-Z]?[a-z]{1,80}|[A-Z]{1,80}/g) ?? []
  const words = chunks.filter(
    (chunk) =>
      /^[A-Za-z]{3,20}$/.test(chunk) && /[aeiouy]/i.test(chunk) && wordScore(chunk) >= MIN_WORD_SCORE,
  )
  return lengthOf(words) / Math.max(1, lengthOf(chunks))
}

/** 90% of random chunks of four letters score lower, and 99% of words score higher. */
const MIN_WORD_SCORE = 5

const lengthOf = (chunks: readonly string[]): number => chunks.reduce((sum, { length }) => sum + length, 0)

/**
 * Distinguishes words from random letters by their pairs of letters. One row for each first letter, one digit for
 * each second letter: 9 is common in words and identifiers, 0 is very rare. Counted in public documentation.
 */
const PAIRS: readonly string[] = [
  '07870360704969070989553150',
  '61106000510700500551500020',
  '80408008607600900638600030',
  '61049120800400600450500020',
  '84996651420879374998364730',
  '50006500700400600413400040',
  '40007035500415400640400000',
  '70008000600120600414300010',
  '75877670002779960689060306',
  '20003000000000200040100000',
  '20017000500001010050100000',
  '82259200901810820055520070',
  '84008000700150670040400010',
  '71888591715325620199440030',
  '45672450424789670976756210',
  '80028004500700760846500010',
  '00000000000000000000600000',
  '93559340905465830687641060',
  '60719307803422660079702040',
  '80519227900410820886602060',
  '55535240500668050777000000',
  '60008000600000300000000000',
  '50005003500104400430000000',
  '10303000300000050005000000',
  '11102000300223250032000000',
  '20005000200000000000000000',
]

const SEGMENT = /[A-Z]?[a-z]{1,80}|[A-Z]{1,80}(?![a-z])|[A-Z]/g
const A = 0x61

/** How common the pairs of letters are on average, from 0 to 9. Pairs across a change of case do not count. */
function wordScore(text: string): number {
  let sum = 0
  let pairs = 0
  for (const segment of text.match(SEGMENT) ?? []) {
    const lower = segment.toLowerCase()
    for (let at = 1; at < lower.length; at += 1) {
      sum += Number(PAIRS[lower.charCodeAt(at - 1) - A]?.charAt(lower.charCodeAt(at) - A) ?? 0)
      pairs += 1
    }
  }
  return pairs === 0 ? MEDIUM : sum / pairs
}

const MEDIUM = 5

/** Random letters have rare pairs, or capitals where words have none. They score about 2.5, and words 7.4. */
export const isRandomLetters = (text: string, { tolerance = 0 } = {}): boolean =>
  text.length >= MIN_LENGTH &&
  /^[A-Za-z]{1,400}$/.test(text) &&
  (wordScore(text) < maxRandomScore(text.length) + tolerance || hasOddCapitals(text))

const MIN_LENGTH = 8
/** The maximum score of random letters. The longer a text is, the closer its mean score is to the typical value. */
const maxRandomScore = (length: number): number =>
  length < 10 ? 4.8 : length < 12 ? 5.3 : length < 16 ? 5.6 : 5.9

/** Many short segments, as in `xKqLmNzRt`. Identifiers consist of words. */
const hasOddCapitals = (text: string): boolean => {
  const segments = text.match(SEGMENT) ?? []
  return segments.length >= 4 && text.length / segments.length <= 3 && wordScore(text) < 6.5
}
