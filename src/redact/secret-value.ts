/** Looks random: contains letters and digits, and no character dominates. */
export const looksRandom = (value: string): boolean =>
  /\d/.test(value) && /[A-Za-z]/.test(value) && !isPlaceholder(value) && entropy(value) >= minEntropy(value)

/** For tokens with a known prefix: also accepts the 2 % without a digit if they have capitals where words have none. */
export const looksGenerated = (token: string): boolean =>
  looksRandom(token) ||
  (/[a-z][A-Z].{0,200}[a-z][A-Z]/.test(token) && !isMadeOfWords(token) && !isPlaceholder(token))

/** Bits per character. Sixteen random hex digits have about 3.2; natural words have fewer. */
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

/** Text that people write in place of a secret. */
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
  // A path has names between slashes; a long run without slashes is base64 that begins with one.
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
  /[=!]=|=>|\$\{/.test(text) ||
  (isIdentifier(text) && (/[,;)]/.test(next) || /[a-z][A-Z]|[_$!?&*;:]|^[A-Za-z]{1,2000}$/.test(text)))

/** Consists of words. A token has the characters of an identifier, but not the words. */
const isIdentifier = (text: string): boolean =>
  /^[!&*]{0,2}[A-Za-z_$][\w$]{0,80}[!?;:]?$/.test(text) &&
  numbersIn(text).length <= 2 &&
  shareOfWords(text) >= 0.45

/** Words with few digits, as in tests and examples: `mock-token-1`. */
export const isMadeOfWords = (text: string): boolean =>
  /^[A-Za-z0-9_.:/-]{1,80}$/.test(text) &&
  numbersIn(text).length <= 2 &&
  numbersIn(text).every(({ length }) => length <= 4) &&
  shareOfWords(text) >= 0.6

const numbersIn = (text: string): readonly string[] => text.match(/\d{1,80}/g) ?? []

/** The share of letters that belong to pronounceable words. */
function shareOfWords(text: string): number {
  const chunks = text.match(/[A-Z]?[a-z]{1,80}|[A-Z]{1,80}/g) ?? []
  const words = chunks.filter((chunk) => /^[A-Za-z]{3,20}$/.test(chunk) && /[aeiouy]/i.test(chunk))
  return lengthOf(words) / Math.max(1, lengthOf(chunks))
}

const lengthOf = (chunks: readonly string[]): number => chunks.reduce((sum, { length }) => sum + length, 0)
