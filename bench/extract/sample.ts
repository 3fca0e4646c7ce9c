import { unitsIn } from '../../src/text/sentences.ts'
import { chance, shuffled } from '../random.ts'
import type { SampleMessage } from './messages.ts'

interface SampledMessage {
  readonly message: SampleMessage
  /** Why the message was chosen: at random, or because it contains a word that suggests a rare kind. */
  readonly drawn: 'blind' | 'topped-up'
}

const SEED = 20_261
/** Longer messages are excluded, because every unit is labeled by hand. */
export const MOST_UNITS = 45
/** The number of messages per series: mostly final answers and prompts, which hooks report. */
const BLIND = { final: 14, mid: 4, prompt: 9 } as const
/** The number of additional messages per series and kind. */
const TOPPED_UP = 6
const CUES = [
  /\b(?:decid\w+|instead|rather than|chose|opted|go with|let's|prefer\w*|kept|on purpose|don't)\b/i,
  /\b(?:block(?:ed|er|ing)|fail(?:s|ed|ing|ure)|broken|can't|cannot|unable|doesn't work|known issue|error)\b/i,
  /\b(?:next steps?|todo|remaining|follow-?up|still needs?|later|left to do|you'll need)\b/i,
] as const

const strata = {
  final: (message: SampleMessage) => message.isFinal,
  mid: (message: SampleMessage) => message.speaker === 'assistant' && !message.isFinal,
  prompt: (message: SampleMessage) => message.speaker === 'user',
}

/**
 * The number of messages per series from sessions that nobody has labeled yet. Labeled before the rules were
 * fitted.
 */
const FRESH = { seed: 77_001, final: 6, mid: 1, prompt: 3, toppedUp: 2 } as const
const TRAINING = { seed: 51_409, final: 14, mid: 2, prompt: 10, toppedUp: 11 } as const
/** The largest sample: shows whether the results generalize and whether more data would help. */
const MORE = { seed: 90_217, final: 80, mid: 6, prompt: 40, toppedUp: 50 } as const
const FIRST = { seed: SEED, ...BLIND, toppedUp: TOPPED_UP } as const

/** Returns the messages to label for one series. */
export const sampleOf = (sessions: readonly (readonly SampleMessage[])[]): readonly SampledMessage[] =>
  drawnFrom(sessions, FIRST)

/** Like `sampleOf`, but from sessions that nobody has labeled yet. */
export const freshOf = (
  sessions: readonly (readonly SampleMessage[])[],
  read: ReadonlySet<string>,
): readonly SampledMessage[] =>
  drawnFrom(
    sessions.filter(([first]) => first && !read.has(first.session)),
    FRESH,
  )

/** Additional messages for fitting, from sessions outside the held-out sets. */
export const trainingOf = (
  sessions: readonly (readonly SampleMessage[])[],
  heldOut: ReadonlySet<string>,
): readonly SampledMessage[] =>
  drawnFrom(
    sessions.filter(([first]) => first && !heldOut.has(first.session)),
    TRAINING,
  )

/** Drawn after fitting, from the same sessions as `trainingOf`. Skips labeled text, which a resumed session repeats. */
export const moreOf = (
  sessions: readonly (readonly SampleMessage[])[],
  heldOut: ReadonlySet<string>,
  isKnown: (message: SampleMessage) => boolean,
): readonly SampledMessage[] =>
  drawnFrom(
    sessions
      .filter(([first]) => first && !heldOut.has(first.session))
      .map((session) => session.filter((message) => !isKnown(message))),
    MORE,
  )

type DrawCounts = Readonly<Record<'seed' | 'final' | 'mid' | 'prompt' | 'toppedUp', number>>

function drawnFrom(
  sessions: readonly (readonly SampleMessage[])[],
  share: DrawCounts,
): readonly SampledMessage[] {
  const series = sessions[0]?.[0]?.series ?? ''
  const dice = chance([...series].reduce((sum, char) => sum * 31 + char.charCodeAt(0), share.seed))
  const pool = shuffled(sessions.flat(), dice).filter(isLabelled)
  const taken = new Set<SampleMessage>()
  const take = (
    drawn: SampledMessage['drawn'],
    most: number,
    fits: (message: SampleMessage) => boolean,
  ): SampledMessage[] => {
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

const isLabelled = ({ text }: SampleMessage): boolean => {
  const { length } = unitsIn(text)
  return length > 0 && length <= MOST_UNITS
}
