import { unitsIn } from '../../src/meaning/sentences.ts'
import { type Chance, chance } from '../chance.ts'
import type { Message } from './messages.ts'

export interface Sampled {
  readonly message: Message
  /** Why it was read: drawn blindly, or because it holds a word that goes with a rare kind. */
  readonly drawn: 'blind' | 'topped-up'
}

const SEED = 20_261
/** Longer messages are left out, because every unit of a message is labelled by reading. */
export const MOST_UNITS = 45
/** From every series: what hooks hear most of all. */
const BLIND = { final: 14, mid: 4, prompt: 9 } as const
/** From every series and for every kind. */
const TOPPED_UP = 6
const CUES = [
  /\b(?:decid\w+|instead|rather than|chose|opted|go with|let's|prefer\w*|kept|on purpose|don't)\b/i,
  /\b(?:block(?:ed|er|ing)|fail(?:s|ed|ing|ure)|broken|can't|cannot|unable|doesn't work|known issue|error)\b/i,
  /\b(?:next steps?|todo|remaining|follow-?up|still needs?|later|left to do|you'll need)\b/i,
] as const

const strata = {
  final: (message: Message) => message.isFinal,
  mid: (message: Message) => message.speaker === 'assistant' && !message.isFinal,
  prompt: (message: Message) => message.speaker === 'user',
}

/** The messages of one series that are labelled; the same ones every time. */
export function sampleOf(sessions: readonly (readonly Message[])[]): readonly Sampled[] {
  const series = sessions[0]?.[0]?.series ?? ''
  const dice = chance([...series].reduce((sum, char) => sum * 31 + char.charCodeAt(0), SEED))
  const pool = shuffled(sessions.flat(), dice).filter(isLabelled)
  const taken = new Set<Message>()
  const take = (drawn: Sampled['drawn'], most: number, fits: (message: Message) => boolean): Sampled[] => {
    const found = pool.filter((message) => !taken.has(message) && fits(message)).slice(0, most)
    for (const message of found) taken.add(message)
    return found.map((message) => ({ message, drawn }))
  }
  return [
    ...take('blind', BLIND.final, strata.final),
    ...take('blind', BLIND.mid, strata.mid),
    ...take('blind', BLIND.prompt, strata.prompt),
    ...CUES.flatMap((cue) =>
      take(
        'topped-up',
        TOPPED_UP,
        (message) => (message.isFinal || message.speaker === 'user') && cue.test(message.text),
      ),
    ),
  ]
}

const isLabelled = ({ text }: Message): boolean => {
  const { length } = unitsIn(text)
  return length > 0 && length <= MOST_UNITS
}

function shuffled<T>(list: readonly T[], dice: Chance): readonly T[] {
  const order = [...list]
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = dice.below(at + 1)
    const moved = order[at] as T
    order[at] = order[other] as T
    order[other] = moved
  }
  return order
}
