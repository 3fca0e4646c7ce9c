import { truncateAtWord } from '../text/truncate.ts'

/** A statement without filler, with its reason separated, truncated. */
interface ConciseStatement {
  readonly text: string
  readonly why?: string
}

const MOST_TEXT = 240
const MOST_WHY = 200

/** Filler at the beginning, removed one after the other. */
const FILLER: readonly RegExp[] = [
  /^(?:(?:also|so|and|but|then|ok|okay|yes|yeah|yep|sure|hmm|well|great|good|perfect|note|btw|actually|basically|honestly|ah|alright)\b[\s,.:;!—–-]{1,4}){1,3}/i,
  /^(?:i|we)(?:'ve| have)? (?:decided|chosen|opted|agreed) (?:to|on|that|for) /i,
  /^(?:one )?(?:next steps?|next up|next|remaining(?: work)?|todo|blocker|decision|my recommendation|recommendation|caveat|the issue|the problem|the bug)(?: is| are)?: /i,
  /^(?:you(?:'ll| will)?|we|i)(?:'ll| will)?(?: still| now| also)? (?:need|have|want) to (?=\w)/i,
  /^(?:i think |perhaps |maybe )?(?:we|you) should (?=\w)/i,
  /^(?:i think|i'd say|please|let's|lets|let us) (?=\w)/i,
]

/** Beginnings of a reason. Not matched at the start of the statement. */
const REASON =
  /(?:\s[—–-]|[,;(])?\s\(?(?:because|since(?! \d)|so that|to avoid|to prevent|in order to|otherwise|as that's|due to)\s/i
const LEAST_BEFORE = 12

export function conciseStatement(text: string): ConciseStatement {
  const said = FILLER.reduce((left, filler) => left.replace(filler, ''), text)
  const reason = REASON.exec(said.slice(LEAST_BEFORE))
  if (!reason) return { text: shortened(said, MOST_TEXT) }
  const at = reason.index + LEAST_BEFORE
  return { text: shortened(said.slice(0, at), MOST_TEXT), why: reasonOf(said.slice(at)) }
}

/** The reason, as written. */
export const reasonOf = (text: string): string => shortened(text.replace(/^[\s,;(—–-]{1,4}/, ''), MOST_WHY)

/** Removes final punctuation and truncates at a word. */
function shortened(text: string, most: number): string {
  return truncateAtWord(closed(text.trim().replace(/[\s.,;:!]{1,4}$/, '')), most)
}

/** Removes an unmatched closing bracket. */
const closed = (text: string): string =>
  text.endsWith(')') && text.split(')').length > text.split('(').length ? text.slice(0, -1) : text
