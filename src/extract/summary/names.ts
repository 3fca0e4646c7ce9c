/** What a text names and what can be found again in another: a file, a name of code, a quantity. */
export interface Name {
  readonly kind: 'file' | 'name' | 'quantity'
  /** By which it is the same as another; of a file its own name, whatever folder it lies in. */
  readonly key: string
  /** As it was written. */
  readonly text: string
}

/** Every name of a text, each once, in order. Every character is looked at a bounded number of times. */
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

/** What is longer is no name: a key, a line of base64. */
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
/** The marks around a name do not belong to it. */
function trimmed(token: string): string {
  let [from, to] = [0, token.length]
  while (from < to && AROUND.has(token[from] ?? '') && !STARTS.test(token.slice(from, from + 2))) from += 1
  while (to > from && AROUND.has(token[to - 1] ?? '')) to -= 1
  return token.slice(from, to)
}
const AROUND: ReadonlySet<string> = new Set('.-/\\$@~')
/** A path from the root, of this folder or of the home, and a file that begins with a dot. */
const STARTS = /^(?:\/\w|\.\w|\.\/|\.\.|~\/)/
const FILE =
  /\w\.(?:[cm]?[jt]sx?|go|rs|py|rb|java|kts?|[ch]|cpp|hpp|cs|php|swift|sql|sh|mdx?|jsonl?|jsonc|ya?ml|toml|s?css|html|vue|svelte|txt|xml|lock|proto|ini|cfg|conf|csv|svg|png|mod|sum|tf|gradle|ipynb|db)$|(?:^|\/)\.env$/
/** Only the end of a name, as people speak of kinds of files. */
const ENDING = /^(?:\.?_?(?:test|spec)\.\w{1,5}|\.\w{1,5}\.\w{1,3})$/

/** Cannot be mistaken for a word: `main` and `load` stand in many texts that do not speak of them. */
const isDistinct = (name: string): boolean =>
  name.length <= 60 && /[a-z][A-Z]|[A-Za-z\d]_[A-Za-z\d]|[A-Z]{2}[a-z]/.test(name) && !HEX.test(name)
const HEX = /^[\da-f_-]{8,}$/i
