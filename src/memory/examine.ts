import { featuresOf, type Standing } from './features.ts'
import { isEnglish } from './is-english.ts'
import { withReverts } from './reverted.ts'
import { type Said, saidIn } from './said.ts'
import { SIGNALS } from './signals.ts'
import type { Turn } from './turn.ts'
import { tellingWords } from './words.ts'

/** A sentence of a user with all that is known about it. */
export interface Examined {
  readonly turn: Turn
  readonly said: Said
  readonly features: readonly string[]
}

/** Every sentence of a session that may be a correction: English, in the user's own words. */
export function examined(said: readonly Turn[]): readonly Examined[] {
  const turns = withReverts(said)
  return turns.flatMap((turn, at) =>
    turn.role === 'user' ? sentencesOf(turn, { before: turns[at - 1], after: turns[at + 1] }) : [],
  )
}

function sentencesOf(turn: Turn, around: Pick<Standing, 'before' | 'after'>): readonly Examined[] {
  const all = saidIn(turn.text)
  if (all.length === 0) return []
  const isHandedOver = handsOver(turn.text, all)
  const isBesideReview = all.some(({ plain }) => SIGNALS['review speech']?.test(plain))
  const known = new Set(around.before ? tellingWords(doneIn(around.before)) : [])
  return all.flatMap((said, index) => {
    if (said.plain.length < SHORTEST || !isEnglish(said.plain)) return []
    return [
      {
        turn,
        said,
        features: featuresOf(said, {
          ...around,
          index,
          count: all.length,
          known,
          isHandedOver,
          isBesideReview,
        }),
      },
    ]
  })
}

const SHORTEST = 4
/** So many sentences are a document, whoever wrote it. */
const MANY = 25

const handsOver = (text: string, all: readonly Said[]): boolean =>
  all.length > MANY || HANDED_OVER.test(text) || all[0]?.heading !== undefined
const HANDED_OVER =
  /^\s{0,9}(?:implement (?:the|this) (?:following )?plan|here(?:'|’)?s? (?:is |are )?(?:the|a|my) (?:log|output|error|plan|issue|transcript))/i

/** The end of what was said, which is what a user answers, and what was done. */
const doneIn = ({ text, actions = [] }: Turn): string =>
  `${text.slice(-1500)} ${actions
    .slice(-20)
    .map(({ target }) => target.slice(0, 100))
    .join(' ')
    .slice(-480)}`
