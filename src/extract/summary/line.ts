import { termsIn } from '../../text/terms.ts'
import { oneLine, truncateAtWord } from '../../text/truncate.ts'
import { namesIn } from './names.ts'

/** What a line of a summary is. */
export const TAGS = ['asked', 'decided', 'done', 'found', 'problem', 'next', 'failed', 'ran'] as const
export type Tag = (typeof TAGS)[number]

/** One line that a summary may have. */
export interface Line {
  readonly tag: Tag
  readonly text: string
  /** Where it stands among the others: lines are told in the order in which things happened. */
  readonly at: number
  /** What it is worth besides the names that it has. */
  readonly value: number
  readonly names: readonly string[]
  readonly terms: readonly string[]
}

export function line(tag: Tag, text: string, place: { readonly at: number; readonly value: number }): Line {
  return {
    tag,
    text,
    ...place,
    names: namesIn(text).map(({ key }) => key),
    terms: [...termsIn(text).keys()],
  }
}

/** What was found is what most lines tell, so it needs no tag. */
export const renderLine = ({ tag, text }: Line): string =>
  tag === 'found' ? `- ${text}` : `- ${tag}: ${text}`

/** On one line, without what nobody sees, cut between two words with a sign that it was cut. */
export function shortLine(text: string, most: number): string {
  return truncateAtWord(oneLine(text.slice(0, 4 * most).replaceAll(UNSEEN, ' ')), most)
}
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** So many of its words, and it was said. */
const ENOUGH = 0.7

/** What was said, to be compared with what is said again. */
export class SimilarTexts {
  readonly #said: ReadonlySet<string>[] = []

  constructor(texts: Iterable<string> = []) {
    for (const text of texts) this.add(text)
  }

  add(text: string): void {
    this.#said.push(new Set(termsIn(text).keys()))
  }

  has(text: string): boolean {
    return this.hasTerms([...termsIn(text).keys()])
  }

  /** What has no words at all cannot be known again. */
  hasTerms(terms: readonly string[]): boolean {
    if (terms.length === 0) return false
    const least = terms.length * ENOUGH
    const shared = (said: ReadonlySet<string>): number => terms.filter((term) => said.has(term)).length
    return this.#said.some((said) => said.size >= least && shared(said) >= least)
  }
}

/** Each thing once, as it was said first, without what was noted elsewhere. */
export function distinctTexts(texts: readonly string[], noted: readonly string[] = []): readonly string[] {
  const kept = new SimilarTexts(noted)
  return texts.filter((text) => {
    if (kept.has(text)) return false
    kept.add(text)
    return true
  })
}
