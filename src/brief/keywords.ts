import { once } from '../once.ts'

export type Keywords = ReadonlySet<string>

/** Of a longer text its beginning says what it is about. */
const MOST_CHARACTERS = 4000

/** The words that say what a text is about, in no particular form: short ones and those that stand everywhere do not. */
export function keywordsOf(text: string): Keywords {
  const words =
    text
      .slice(0, MOST_CHARACTERS)
      .toLowerCase()
      .match(/[\p{L}\p{N}]{3,40}/gu) ?? []
  return new Set(words.filter((word) => !everywhere().has(word)).map(stem))
}

/** `caching`, `cached` and `caches` are one word here; that some other words meet too does no harm. */
const stem = (word: string): string =>
  word.length > 5 ? word.replace(/(?:ings?|ed|es|s|e)$/, '') : word.replace(/s$/, '')

export function shareOf(words: Keywords, others: Keywords): number {
  if (words.size === 0) return 0
  return [...words].filter((word) => others.has(word)).length / words.size
}

const everywhere = once(
  (): ReadonlySet<string> =>
    new Set(
      `the and for with from into that this then than not but are was were has have had all any can will would should
  please make made use using used add adds added fix fixes fixed write wrote change changed update updated when where
  what which there here also just more most some such only over after before under about its our your their them
  you out now new old one two get got set run runs let see`
        .split(/\s+/)
        .filter(Boolean),
    ),
)
