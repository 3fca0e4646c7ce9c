import { isRuleStopWord } from '../text/stop-words.ts'
import { stemOf } from '../text/words.ts'
import { canonicalStem } from './words.ts'

/**
 * Whether two rules follow the same pattern but have different subjects: `use the alpha client in package
 * one` and `use the beta client in package two`. However many words they share, neither repeats or replaces
 * the other.
 */
export function haveOtherSubjects(one: string, other: string): boolean {
  const [mine, its] = [subjectWords(one), subjectWords(other)]
  return areNamedApart(mine, its) || isSamePattern(mine, its)
}

/** The words in order. Unlike `ruleWords`, keeps words that distinguish two subjects: numbers, letters, "first". */
export function subjectWords(text: string): readonly string[] {
  return [...text.slice(0, FAR).replaceAll('’', "'").matchAll(WORD)].flatMap(([word]) => {
    const bare = word.replace(/^[-.]{1,9}|[-.']{1,9}$/g, '')
    const lower = bare.toLowerCase()
    if (isName(bare)) return [lower]
    return bare.length < 2 || isRuleStopWord(lower) ? [] : [canonicalStem(stemOf(lower))]
  })
}

const FAR = 2000
const WORD = /[\p{L}\p{N}_@#][\p{L}\p{N}_.+#'/-]{0,40}/gu

const NUMBERS = new Set(
  `one two three four five six seven eight nine ten eleven twelve first second third fourth fifth sixth seventh eighth
  ninth tenth last left right`.split(/\s+/),
)
/** A number, a letter, a path or an identifier. */
const isName = (word: string): boolean =>
  /\d|[a-z][A-Z]|[/_]|\.[a-z]/.test(word) || NUMBERS.has(word.toLowerCase()) || /^[B-HJ-Zb-hj-z]$/.test(word)

/** Whether each rule contains a name that the other lacks. */
function areNamedApart(one: readonly string[], other: readonly string[]): boolean {
  const names = (words: readonly string[], others: readonly string[]): boolean =>
    words.some((word) => isName(word) && !others.includes(word))
  return names(one, other) && names(other, one)
}

/** Verbs that rules use interchangeably. */
const DEEDS = new Set(
  'add put write make keep leav delet edit run check follow show return call set need creat format tell explain'.split(
    ' ',
  ),
)

/** Whether the two rules have the same number of words at each place where they differ. */
function isSamePattern(one: readonly string[], other: readonly string[]): boolean {
  const common = commonOf(one, other)
  if (common.length === 0 || common.length === Math.min(one.length, other.length)) return false
  const [gaps, others] = [gapsOf(one, common), gapsOf(other, common)]
  if (gaps.some((gap, at) => gap.length !== others[at]?.length)) return false
  return gaps.some((gap, at) =>
    gap.some((word, place) => !(DEEDS.has(word) && DEEDS.has(others[at]?.[place] ?? ''))),
  )
}

/** The longest sequence of words that both rules contain in the same order. */
function commonOf(one: readonly string[], other: readonly string[]): readonly string[] {
  const [mine, its] = [one.slice(0, MOST), other.slice(0, MOST)]
  let row: (readonly string[])[] = its.map(() => [])
  for (const word of mine) {
    const next: (readonly string[])[] = []
    for (const [at, theirs] of its.entries()) {
      const [up, left] = [row[at] ?? [], next[at - 1] ?? []]
      next.push(word === theirs ? [...(row[at - 1] ?? []), word] : up.length >= left.length ? up : left)
    }
    row = next
  }
  return row.at(-1) ?? []
}
const MOST = 40

/** The words before, between and after the common words. */
function gapsOf(words: readonly string[], common: readonly string[]): readonly (readonly string[])[] {
  const gaps: string[][] = [[]]
  for (const word of words.slice(0, MOST)) {
    if (word === common[gaps.length - 1]) gaps.push([])
    else gaps.at(-1)?.push(word)
  }
  return gaps
}
