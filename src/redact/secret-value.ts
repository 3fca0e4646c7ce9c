import { isWordy } from './ordinary-value.ts'

/** Looks like chance, not like words: letters and digits, and no character much more often than the others. */
export const isVaried = (value: string): boolean =>
  /\d/.test(value) && /[A-Za-z]/.test(value) && !isPlaceholder(value) && entropy(value) >= leastEntropy(value)

/** The same of a token that begins like one: one in fifty has no digit, but then capitals where no word has them. */
export const isMade = (token: string): boolean =>
  isVaried(token) || (/[a-z][A-Z].{0,200}[a-z][A-Z]/.test(token) && !isWordy(token) && !isPlaceholder(token))

/** Bits a character. Sixteen random hexadecimal digits have about 3.2; a word of a language has fewer. */
export function entropy(value: string): number {
  const counts = new Map<string, number>()
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}

const leastEntropy = (value: string): number => (value.length < 12 ? 2.3 : value.length < 20 ? 2.6 : 2.9)

/** A password of letters and signs, such as `correct-Horse!battery`. */
export const hasSymbols = (value: string): boolean =>
  /[!@#$%^&*?~+]/.test(value) && /[A-Za-z]{3}/.test(value) && entropy(value) >= 2.8

/** What people write where a secret would stand. */
export const isPlaceholder = (value: string): boolean =>
  PLACEHOLDER.test(value) || TEMPLATE.test(value) || SEQUENCE.test(value) || /^(.)\1{0,400}$/.test(value)

const PLACEHOLDER =
  /^["'<[({*_.-]{0,4}(?:(?:my|your|the|some|an?|test|dummy|fake|sample|example|new|old|user|db|admin|super|default|real|actual|valid|invalid|wrong|correct|bad|bot|api|access|client|auth|app|service)[-_ ]?){0,4}(?:pass(?:word|wd|phrase)?|pwd|pw|secrets?|tokens?|(?:api|access|private|secret|public)?[-_ ]?keys?|credentials?|here|value|change[-_ ]?(?:me|this|it)|replace[-_ ]?(?:me|this|it)|placeholder|redacted|masked|hidden|removed|omitted|none|null|undefined|nil|true|false|todo|tbd|example|dummy|test|foo|bar|string|optional|required|unset|empty|postgres)[-_ ]?(?:here|goes[-_ ]here|value|example|\d{1,4})?["'>\])}*_.-]{0,4}$/i

/** Filled in by somebody else: a shell, a template, a formatter. */
const TEMPLATE =
  /^[$%@#]|\$\{|\{\{|\$\(|<[A-Za-z][\w -]{0,40}>|^\{|^<|%[sdv]$|\{\w{1,40}\}|x{6}|X{4}|\*{3}|\.{3}|…|EXAMPLE|^\[redacted:/

const SEQUENCE = /0123456789|123456789|abcdefghij|ABCDEFGHIJ|deadbeef/
