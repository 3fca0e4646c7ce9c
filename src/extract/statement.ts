import { truncateAtWord } from '../text/truncate.ts'
import { type Beginning, beginning, withoutBeginnings } from '../text/words.ts'

export type StatementKind = 'decision' | 'next' | 'blocker' | 'resolved' | 'question' | 'goal' | 'done'
export type Speaker = 'user' | 'assistant'

export interface SpokenMessage {
  readonly speaker: Speaker
  readonly text: string
  /** Whether the message is the last answer of a turn. True by default, because hooks receive no other answers. */
  readonly isFinal?: boolean
  /** Whether the message is the first prompt of its session, which sets the goal. */
  readonly isFirst?: boolean
  /** The previous message by the other speaker. A short answer refers to it. */
  readonly before?: string
}

/** A statement that can be understood without the message. */
export interface Statement {
  readonly kind: StatementKind
  readonly text: string
  readonly why?: string
  readonly speaker: Speaker
  /** Start of the statement's sentence or list item in the message. */
  readonly at: number
}

/** A statement without its filler words and its reason, truncated if it is long. */
interface ConciseStatement {
  readonly text: string
  readonly why?: string
}

const MOST_TEXT = 240
const MOST_WHY = 200

/** Filler words at the beginning. The patterns are applied in this order. */
const FILLER: readonly Beginning[] = [
  beginning(
    'also so and but then ok okay yes yeah yep sure hmm well great good perfect note btw actually basically honestly ah alright',
    /^(?:(?:also|so|and|but|then|ok|okay|yes|yeah|yep|sure|hmm|well|great|good|perfect|note|btw|actually|basically|honestly|ah|alright)\b[\s,.:;!—–-]{1,4}){1,3}/i,
  ),
  beginning(
    "i i've we we've",
    /^(?:i|we)(?:'ve| have)? (?:decided|chosen|opted|agreed) (?:to|on|that|for) /i,
  ),
  beginning(
    'one next remaining todo blocker decision my recommendation caveat the',
    /^(?:one )?(?:next steps?|next up|next|remaining(?: work)?|todo|blocker|decision|my recommendation|recommendation|caveat|the issue|the problem|the bug)(?: is| are)?: /i,
  ),
  beginning(
    "you you'll we we'll i i'll",
    /^(?:you(?:'ll| will)?|we|i)(?:'ll| will)?(?: still| now| also)? (?:need|have|want) to (?=\w)/i,
  ),
  beginning('i perhaps maybe we you', /^(?:i think |perhaps |maybe )?(?:we|you) should (?=\w)/i),
  beginning("i i'd please let's lets let", /^(?:i think|i'd say|please|let's|lets|let us) (?=\w)/i),
]

/** Words that introduce a reason. Not matched at the start of the statement. */
const REASON =
  /(?:\s[—–-]|[,;(])?\s\(?(?:because|since(?! \d)|so that|to avoid|to prevent|in order to|otherwise|as that's|due to)\s/i
const LEAST_BEFORE = 6

function mayReason(text: string): boolean {
  const plain = text.toLowerCase()
  return REASON_WORDS.some((words) => plain.includes(words))
}
const REASON_WORDS: readonly string[] =
  "because,since,so that,to avoid,to prevent,in order to,otherwise,as that's,due to".split(',')

export function conciseStatement(text: string): ConciseStatement {
  const said = withoutBeginnings(text, FILLER)
  const reason = mayReason(said) ? REASON.exec(said.slice(LEAST_BEFORE)) : null
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
