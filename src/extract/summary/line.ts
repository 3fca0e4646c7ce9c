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
export const written = ({ tag, text }: Line): string => (tag === 'found' ? `- ${text}` : `- ${tag}: ${text}`)

/** On one line, without what nobody sees, cut between two words with a sign that it was cut. */
export function short(text: string, most: number): string {
  return truncateAtWord(oneLine(text.slice(0, 4 * most).replaceAll(UNSEEN, ' ')), most)
}
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu
