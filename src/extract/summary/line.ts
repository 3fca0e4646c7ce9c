import { termsIn } from '../../text/terms.ts'
import { oneLine, truncateAtWord } from '../../text/truncate.ts'
import { namesIn } from './names.ts'

export const TAGS = ['asked', 'decided', 'done', 'found', 'problem', 'next', 'failed', 'ran'] as const
export type Tag = (typeof TAGS)[number]

/** A candidate line of a summary. */
export interface Line {
  readonly tag: Tag
  readonly text: string
  /** The position, because a summary keeps the order of events. */
  readonly at: number
  /** The value of the line, not counting its names. */
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

/** Findings have no tag, because most lines are findings. */
export const renderLine = ({ tag, text }: Line): string =>
  tag === 'found' ? `- ${text}` : `- ${tag}: ${text}`

/** Joins lines, replaces invisible characters with spaces, and truncates at a word. */
export function shortLine(text: string, most: number): string {
  return truncateAtWord(oneLine(text.slice(0, 4 * most).replaceAll(UNSEEN, ' ')), most)
}
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** The minimum share of repeated words for text to count as a repetition. */
const ENOUGH = 0.7

/** Detects text that repeats an earlier text. */
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

  /** False for a text without words, because a repetition of it cannot be detected. */
  hasTerms(terms: readonly string[]): boolean {
    if (terms.length === 0) return false
    const least = terms.length * ENOUGH
    const shared = (said: ReadonlySet<string>): number => terms.filter((term) => said.has(term)).length
    return this.#said.some((said) => said.size >= least && shared(said) >= least)
  }
}

/** Removes repetitions and items noted elsewhere; keeps the first wording. */
export function distinctTexts(texts: readonly string[], noted: readonly string[]): readonly string[] {
  const kept = new SimilarTexts(noted)
  return texts.filter((text) => {
    if (kept.has(text)) return false
    kept.add(text)
    return true
  })
}
