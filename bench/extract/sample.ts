import { unitsIn } from '../../src/text/sentences.ts'
import { type Chance, chance } from '../random.ts'
import type { Message } from './messages.ts'

export interface Sampled {
  readonly message: Message
  /** Why it was chosen: at random, or for a word that suggests a rare kind. */
  readonly drawn: 'blind' | 'topped-up'
}

const SEED = 20_261
/** Longer messages are excluded, because every unit is labelled by hand. */
export const MOST_UNITS = 45
/** Per series. Mostly final answers and prompts, which hooks report. */
const BLIND = { final: 14, mid: 4, prompt: 9 } as const
/** Per series and kind. */
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

/** Per series, from unread sessions. Labelled before the rules were fitted. */
const FRESH = { seed: 77_001, final: 6, mid: 1, prompt: 3, toppedUp: 2 } as const
const TRAINING = { seed: 51_409, final: 14, mid: 2, prompt: 10, toppedUp: 11 } as const
/** The largest sample: shows whether the results generalise and whether more data would help. */
const MORE = { seed: 90_217, final: 80, mid: 6, prompt: 40, toppedUp: 50 } as const
const FIRST = { seed: SEED, ...BLIND, toppedUp: TOPPED_UP } as const

/** The messages of one series to label. Deterministic. */
export const sampleOf = (sessions: readonly (readonly Message[])[]): readonly Sampled[] =>
  drawnFrom(sessions, FIRST)

/** Like `sampleOf`, from unread sessions. */
export const freshOf = (
  sessions: readonly (readonly Message[])[],
  read: ReadonlySet<string>,
): readonly Sampled[] =>
  drawnFrom(
    sessions.filter(([first]) => first && !read.has(first.session)),
    FRESH,
  )

/** More messages for fitting, from sessions outside the held-out sets. */
export const trainingOf = (
  sessions: readonly (readonly Message[])[],
  heldOut: ReadonlySet<string>,
): readonly Sampled[] =>
  drawnFrom(
    sessions.filter(([first]) => first && !heldOut.has(first.session)),
    TRAINING,
  )

/** Drawn after fitting, from the same sessions. Skips text that is already labelled: a resumed session repeats it. */
export const moreOf = (
  sessions: readonly (readonly Message[])[],
  heldOut: ReadonlySet<string>,
  isKnown: (message: Message) => boolean,
): readonly Sampled[] =>
  drawnFrom(
    sessions
      .filter(([first]) => first && !heldOut.has(first.session))
      .map((session) => session.filter((message) => !isKnown(message))),
    MORE,
  )

type Share = Readonly<Record<'seed' | 'final' | 'mid' | 'prompt' | 'toppedUp', number>>

function drawnFrom(sessions: readonly (readonly Message[])[], share: Share): readonly Sampled[] {
  const series = sessions[0]?.[0]?.series ?? ''
  const dice = chance([...series].reduce((sum, char) => sum * 31 + char.charCodeAt(0), share.seed))
  const pool = shuffled(sessions.flat(), dice).filter(isLabelled)
  const taken = new Set<Message>()
  const take = (drawn: Sampled['drawn'], most: number, fits: (message: Message) => boolean): Sampled[] => {
    const found = pool.filter((message) => !taken.has(message) && fits(message)).slice(0, most)
    for (const message of found) taken.add(message)
    return found.map((message) => ({ message, drawn }))
  }
  return [
    ...take('blind', share.final, strata.final),
    ...take('blind', share.mid, strata.mid),
    ...take('blind', share.prompt, strata.prompt),
    ...CUES.flatMap((cue) =>
      take(
        'topped-up',
        share.toppedUp,
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
