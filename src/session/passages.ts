import { plain } from '../text/plain.ts'
import { unitsIn } from '../text/sentences.ts'
import { truncate } from '../text/truncate.ts'

/** What one of the last messages of a session said, sentence by sentence, as far as it may be told again. */
export interface Passage {
  /** The last answer of a turn, one on the way to it, what a command told people, or what was asked. */
  readonly from: 'answered' | 'aside' | 'written' | 'asked'
  readonly event: string
  readonly at: number
  readonly texts: readonly string[]
}

interface Message {
  readonly id: string
  readonly at: number
  readonly text: string
}

/** Of all messages together; what is older has mostly been overtaken. */
const MOST_CHARACTERS = 9000
/** Of one message, its end: what remains to be done mostly stands there. */
const MOST_TEXTS = 40
const LONGEST = 300

/** With what one more message said; as much of the older ones as there is room for. */
export function withPassage<T extends { readonly passages?: readonly Passage[] }>(
  gist: T,
  { id, at, text }: Message,
  from: Passage['from'],
): T {
  const texts = tellingIn(text)
  if (texts.length === 0) return gist
  const all = [...(gist.passages ?? []), { from, event: id, at, texts }]
  return { ...gist, passages: all.slice(firstKept(all)) }
}

function firstKept(passages: readonly Passage[]): number {
  let room = MOST_CHARACTERS
  for (let at = passages.length - 1; at >= 0; at -= 1) {
    room -= passages[at]?.texts.reduce((sum, { length }) => sum + length, 0) ?? 0
    if (room < 0) return Math.min(at + 1, passages.length - 1)
  }
  return 0
}

function tellingIn(text: string): readonly string[] {
  const units = unitsIn(text.replaceAll(REFERENCE, spelled))
  let above: string | undefined
  return units
    .flatMap(({ text: own, heading }, index) => {
      const isNew = heading !== undefined && heading !== above
      above = heading
      const said = plain(own).trim()
      const telling = LEAD.test(said) && index < units.length - 1 ? [] : [said]
      return isNew && isTelling(heading) ? [plain(heading), ...telling] : telling
    })
    .filter(({ length }) => length >= LEAST)
    .slice(-MOST_TEXTS)
    .map((one) => truncate(one, LONGEST))
}
/** A number alone says nothing; often the address of what it refers to does. */
const REFERENCE =
  /\[([^\][\n]{1,24})\]\(https?:\/\/[^()\s]{1,300}\/([a-z\d]{1,40}(?:-[a-z\d]{1,40}){2,30})\)/g
const spelled = (_: string, name: string, slug: string): string => `${name} (${slug.replaceAll('-', ' ')})`
/** Of fewer words a heading says only what kind of thing follows. */
const isTelling = (heading: string): boolean => heading.split(' ', 4).length > 3
const LEAST = 20
/** It introduces what follows, and says nothing without it; at the end of a message, what was done then. */
const LEAD = /:$/
