/** Values that stand beside the name of a secret and are none. All of them are at most 2000 characters long. */

/** Numbers, sentences, addresses, files, versions, dates and patterns. */
export const isOrdinary = (text: string): boolean => ORDINARY.some((shape) => shape.test(text))

const ORDINARY: readonly RegExp[] = [
  /^[\d.,:_+-]{1,2000}$/,
  /\s/,
  /^(?:[a-z][a-z0-9+.-]{1,15}:)?\/\//i,
  // A path has names between its slashes; a long run without any is base64 that begins with a slash.
  /^(?:~|\.{1,2}|[A-Za-z]:)?[/\\](?!.{0,2000}[A-Za-z0-9+]{25})[\w.@ -]{1,80}[/\\.]/,
  /^[\w./@\\-]{1,200}\.(?:[cm]?[jt]sx?|json|ya?ml|toml|md|txt|pem|key|crt|html?|css|py|go|rs|java|rb|sh|env|lock|log)(?::\d{1,6}){0,2}$/i,
  /^v?\d{1,6}\.\d{1,6}(?:\.\d{1,6})?(?:[-+][\w.+-]{0,40})?$/,
  /^\d{4}-\d\d-\d\d(?:T|$)/,
  /\[\^?(?:A-Z|a-z|0-9|\\[wd])/,
]

/** Names of things, joined by signs: `refresh_token`, `auth.json`. A long word of small letters may be a password. */
export const isNames = (text: string): boolean =>
  /^[A-Za-z_$][A-Za-z_$.:/-]{0,2000}$/.test(text) && !/^[a-z]{12,2000}$/.test(text)

/** An expression: names joined by dots, with a few digits, as in `config.oauth2.token` or `ed25519Seed`. */
export const isCode = (text: string, next: string): boolean =>
  '([{'.includes(next || ' ') ||
  /^[!&*]{0,2}[A-Za-z_$][\w$]{0,80}(?:[?!]?\.|::|->)[A-Za-z_$]/.test(text) ||
  /[=!]=|=>|\$\{/.test(text) ||
  (isIdentifier(text) && (/[,;)]/.test(next) || /[a-z][A-Z]|[_$!?&*;:]|^[A-Za-z]{1,2000}$/.test(text)))

/** Made of words: a token has the characters of a name, but not its words. */
const isIdentifier = (text: string): boolean =>
  /^[!&*]{0,2}[A-Za-z_$][\w$]{0,80}[!?;:]?$/.test(text) &&
  numbersIn(text).length <= 2 &&
  shareOfWords(text) >= 0.45

/** Words with few digits, as tests and examples have them: `mock-token-1`. */
export const isWordy = (text: string): boolean =>
  /^[A-Za-z0-9_.:/-]{1,80}$/.test(text) &&
  numbersIn(text).length <= 2 &&
  numbersIn(text).every(({ length }) => length <= 4) &&
  shareOfWords(text) >= 0.6

const numbersIn = (text: string): readonly string[] => text.match(/\d{1,80}/g) ?? []

/** How many of the letters belong to something that can be spoken. */
function shareOfWords(text: string): number {
  const chunks = text.match(/[A-Z]?[a-z]{1,80}|[A-Z]{1,80}/g) ?? []
  const words = chunks.filter((chunk) => /^[A-Za-z]{3,20}$/.test(chunk) && /[aeiouy]/i.test(chunk))
  return lengthOf(words) / Math.max(1, lengthOf(chunks))
}

const lengthOf = (chunks: readonly string[]): number => chunks.reduce((sum, { length }) => sum + length, 0)
