import { withoutWeb } from '../text/paths.ts'
import { isStopWord } from '../text/stop-words.ts'
import { entitiesIn } from '../text/words.ts'

/**
 * What a prompt names: files, symbols, packages, issues and products, in the order in which they occur. Pasted code
 * and logs between fences do not count.
 */
export function promptEntities(prompt: string): readonly string[] {
  const text = withoutWeb(withoutCode(prompt.slice(0, MAX_READ)))
  const found = new Map<string, number>()
  const all = [...codeNames(text), ...packages(text), ...issues(text), ...products(text)]
  for (const [name, at] of all) if (name.length <= MAX_NAME && !found.has(name)) found.set(name, at)
  return [...found].sort(([, a], [, b]) => a - b).map(([name]) => name)
}

/** A name, and its position in the text. */
type Found = readonly [name: string, at: number]

const codeNames = (text: string): readonly Found[] =>
  entitiesIn(text)
    .filter((name) => !/\s|^-/.test(name) && !COMMON.test(name))
    .map((name) => [name, text.indexOf(name)])

const packages = (text: string): readonly Found[] => [
  ...[...text.matchAll(SCOPED)].map(({ 1: name = '', index }): Found => [name, index]),
  ...[...text.matchAll(INSTALLED)].flatMap(({ 1: names = '', index }) =>
    names
      .split(/\s+/)
      .filter((name) => PACKAGE.test(name) && !isStopWord(name))
      .map((name): Found => [name, text.indexOf(name, index)]),
  ),
  ...[...text.matchAll(CALLED_PACKAGE)]
    .map(({ 1: name = '', index }): Found => [name, index])
    .filter(([name]) => !isStopWord(name) && !COMMON.test(name)),
]

const issues = (text: string): readonly Found[] =>
  [...text.matchAll(ISSUE)].map(({ 1: number, index }) => [`#${number}`, index])

const products = (text: string): readonly Found[] =>
  [...text.matchAll(PRODUCT)]
    .filter(({ 0: name, index }) => !isSentenceStart(text, index) && !NOT_PRODUCTS.has(name))
    .map(({ 0: name, index }) => [name, index])

const MAX_READ = 8000
const MAX_NAME = 80

const withoutCode = (text: string): string =>
  text.replaceAll(/^\s{0,3}```[\s\S]*?(?:^\s{0,3}```|$(?![\s\S]))/gm, ' ')

/** Words that appear before "package" or in backticks but are not names. */
const COMMON =
  /^(?:a|an|any|new|npm|this|that|whole|entire|main|same|other|each|every|root|shared|single|ok|id)$/i

const SCOPED = /(?<![\w./@])(@[a-z][\w.-]{0,40}\/[a-z][\w.-]{0,60})(?![\w/])/g
const INSTALLED =
  /\b(?:npm (?:i|install|add)|(?:yarn|pnpm|bun|cargo|uv) add|pip3? install|go get|gem install|composer require)((?: +[@\w./~^-]{2,80}){1,6})/g
const PACKAGE = /^[@a-z][\w./-]{1,79}$/
const CALLED_PACKAGE = /\b([a-z][\w-]{1,40})(?: npm| python)? (?:package|library|crate|gem|dependency)\b/g
const ISSUE = /\b(?:issue|ticket|bug|PR|pull request) #?(\d{1,6})\b/gi
/** One to three capitalized words, as in "Google Cloud Run". */
const PRODUCT =
  /(?<![\w./#@`'-])(?:[A-Z][a-z]|[A-Z]{2,5}[a-z]{2})[A-Za-z]{1,30}\d?(?: [A-Z][a-z][A-Za-z]{1,30}\d?){0,2}(?![\w`(/]|\.\w)/g

const isSentenceStart = (text: string, at: number): boolean =>
  /(?:^|[.!?:;)\]>]|\n[\s>*+\d.)#-]*)[\s"'(*_-]*$/.test(text.slice(Math.max(0, at - 12), at)) ||
  text.slice(0, at).trim() === ''

const NOT_PRODUCTS: ReadonlySet<string> = new Set(
  'Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October November December English German French Spanish Thanks Thank Please Yes The This That Then And But Also Now Let Make Use Add Fix Run Not You Your Can Could Should'.split(
    ' ',
  ),
)
