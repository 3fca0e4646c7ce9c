import { withoutMarkdown } from '../text/prose.ts'
import { unitsIn } from '../text/sentences.ts'
import { truncate } from '../text/truncate.ts'

/** The quotable sentences of one of the last messages. */
export interface Passage {
  /** The last answer of a turn, an intermediate one, a text written by a command, or a prompt. */
  readonly from: 'answered' | 'aside' | 'written' | 'asked'
  readonly event: string
  readonly at: number
  readonly texts: readonly string[]
}

interface DigestedMessage {
  readonly id: string
  readonly at: number
  readonly text: string
}

/** Limit for all messages together. Older ones are mostly outdated. */
const MAX_CHARACTERS = 9000
/** Limit for one message. Its end is kept: open work is mostly named there. */
const MAX_TEXTS = 40
const MAX_TEXT = 300

/** Adds a message and drops the oldest beyond the limit. */
export function withPassage<T extends { readonly passages?: readonly Passage[] }>(
  gist: T,
  { id, at, text }: DigestedMessage,
  from: Passage['from'],
): T {
  const texts = quotableTexts(text)
  if (texts.length === 0) return gist
  const all = [...(gist.passages ?? []), { from, event: id, at, texts }]
  return { ...gist, passages: all.slice(firstKept(all)) }
}

function firstKept(passages: readonly Passage[]): number {
  let room = MAX_CHARACTERS
  for (let at = passages.length - 1; at >= 0; at -= 1) {
    room -= passages[at]?.texts.reduce((sum, { length }) => sum + length, 0) ?? 0
    if (room < 0) return Math.min(at + 1, passages.length - 1)
  }
  return 0
}

function quotableTexts(text: string): readonly string[] {
  const units = unitsIn(text.replaceAll(REFERENCE, spellReference))
  let above: string | undefined
  return units
    .flatMap(({ text: own, heading }, index) => {
      const isNew = heading !== undefined && heading !== above
      above = heading
      const said = withoutMarkdown(own).trim()
      const telling = LEAD.test(said) && index < units.length - 1 ? [] : [said]
      return isNew && isInformative(heading) ? [withoutMarkdown(heading), ...telling] : telling
    })
    .filter(({ length }) => length >= MIN_TEXT)
    .slice(-MAX_TEXTS)
    .map((one) => truncate(one, MAX_TEXT))
}
/** A bare number says nothing; its link often does. */
const REFERENCE =
  /\[([^\][\n]{1,24})\]\(https?:\/\/[^()\s]{1,300}\/([a-z\d]{1,40}(?:-[a-z\d]{1,40}){2,30})\)/g
const spellReference = (_: string, name: string, slug: string): string =>
  `${name} (${slug.replaceAll('-', ' ')})`
/** A heading with fewer words only names a kind of content. */
const isInformative = (heading: string): boolean => heading.split(' ', 4).length > 3
const MIN_TEXT = 20
/** Introduces what follows and says nothing alone, except at the end of a message. */
const LEAD = /:$/
