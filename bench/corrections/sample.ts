import type { Turn } from '../../src/memory/turn.ts'
import { unitsIn } from '../../src/text/sentences.ts'
import { chance, shuffled } from '../random.ts'
import type { RecordedConversation } from './conversations.ts'

interface SampledTurn {
  readonly conversation: RecordedConversation
  readonly turn: Turn
  readonly before: Turn | undefined
  /**
   * How the prompt was chosen: at random, or because it contains a word that suggests a correction, from a
   * wide or a narrow list.
   */
  readonly drawn: 'blind' | 'wide' | 'narrow'
}

const SEED = 40_961
/** Number of prompts per half, spread evenly over its projects. */
const BLIND = 90
const WIDE = 190
const NARROW = 140
/** This pattern is deliberately broad, because only the random sample covers what it misses. */
const WIDE_NET =
  /\b(?:no|nope|not|don['’]?t|do not|never|always|stop|instead|shouldn['’]?t|should|wrong|why (?:did|are|is|do|would)|undo|revert|roll back|again|actually|prefer|rather|only|must|make sure|remember|wait|from now|going forward|i (?:said|told|asked|meant|want|thought|think)|didn['’]?t|isn['’]?t|we (?:use|don['’]?t|never|always)|keep|avoid|without|use)\b/i
const NARROW_NET =
  /\b(?:never|always|don['’]?t|do not|shouldn['’]?t|should(?: not| be| have)|no,|nope|nah|wrong|why (?:did|didn['’]?t|are|would) (?:you|we)|why didnt|instead|rather|stop|undo|revert|from now on|you(?:['’]re| are| should| need| did)|i (?:said|meant|asked|told|prefer|don['’]?t)|we (?:don['’]?t|want|should|never|always|use)|prefer|not (?:what|how|like|the))\b/i
/** Longer prompts are skipped: they are plans and pasted text, which the random sample covers. */
const MOST_UNITS = 14

/** Returns the prompts to label for one half of the data set. */
export function sampleOf(conversations: readonly RecordedConversation[]): readonly SampledTurn[] {
  const dice = chance(SEED)
  const texts = new Set<string>()
  const pool = shuffled(
    conversations.flatMap((conversation) =>
      conversation.turns.flatMap((turn, at) =>
        turn.role === 'user' ? [{ conversation, turn, before: conversation.turns[at - 1] }] : [],
      ),
    ),
    dice,
  ).filter(({ turn }) => {
    const isNew = !texts.has(turn.text) && unitsIn(turn.text).length > 0
    texts.add(turn.text)
    return isNew
  })
  const byProject = interleaved(pool)
  const blind = byProject.slice(0, BLIND)
  const rest = byProject.slice(BLIND).filter(({ turn }) => WIDE_NET.test(turn.text))
  const narrow = rest
    .slice(WIDE)
    .filter(({ turn }) => NARROW_NET.test(turn.text) && unitsIn(turn.text).length <= MOST_UNITS)
  return [
    ...blind.map((one) => ({ ...one, drawn: 'blind' as const })),
    ...rest.slice(0, WIDE).map((one) => ({ ...one, drawn: 'wide' as const })),
    ...narrow.slice(0, NARROW).map((one) => ({ ...one, drawn: 'narrow' as const })),
  ]
}

/** Round-robin over projects, so that the longest history does not dominate. */
function interleaved<T extends { readonly conversation: RecordedConversation }>(
  pool: readonly T[],
): readonly T[] {
  const queues = new Map<string, T[]>()
  for (const one of pool) {
    const queue = queues.get(one.conversation.series) ?? []
    queue.push(one)
    queues.set(one.conversation.series, queue)
  }
  const found: T[] = []
  for (let at = 0; found.length < pool.length; at += 1)
    for (const queue of queues.values()) {
      const one = queue[at]
      if (one) found.push(one)
    }
  return found
}
