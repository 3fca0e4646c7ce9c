import { plain } from '../text/plain.ts'
import { type Unit, unitsIn } from '../text/sentences.ts'
import { chosenIn } from './answer-choice.ts'
import { weighed } from './classifier.ts'
import { CUES } from './cues.ts'
import { type Features, featuresIn } from './features.ts'
import { goalIn } from './goal.ts'
import { condensed, reasonOf } from './shorten.ts'
import type { Message, Statement } from './statement.ts'

type Found = Pick<Statement, 'kind' | 'weight'>

/** What a message states, in order: at most one thing a unit, but for an answer that chose several. */
export function statementsIn(message: Message): readonly Statement[] {
  const units = unitsIn(message.text)
  const features = featuresIn(message, units)
  const goal = message.isFirst && message.speaker === 'user' ? goalIn(message.text) : undefined
  const chosen = message.speaker === 'user' && message.before ? chosenIn(message.text, message.before) : []
  return units.flatMap((unit, index): readonly Statement[] => {
    if (unit.at === goal?.at) return [{ kind: 'goal', ...goal, speaker: 'user', weight: 1 }]
    const known = { speaker: message.speaker, at: unit.at }
    if (chosen.length > 0)
      return index > 0
        ? []
        : chosen.map((text) => ({ kind: 'decision', weight: CHOSEN, ...known, ...condensed(text) }))
    const found = kindOf(message, unit, features[index] ?? NONE)
    return found ? said({ ...found, ...known }, unit, units[index + 1]) : []
  })
}
const NONE: Features = new Set()
/** Whoever names an option decides, in whatever words. */
const CHOSEN = 0.8

function kindOf(message: Message, unit: Unit, features: Features): Found | undefined {
  const heavy = weighed(features)
  if (heavy) return heavy
  if (unit.box === 'done') return { kind: 'done', weight: 1 }
  const text = plain(unit.text)
  const cue = CUES[message.speaker].find(
    ({ near, says, unless }) =>
      near.some((name) => features.has(name)) && says.test(text) && !unless.test(text),
  )
  // In the middle of a turn nobody is asked: the agent goes on.
  if (!cue || (cue.kind === 'question' && features.has('mid-turn'))) return undefined
  return { kind: cue.kind, weight: cue.weight }
}

function said(
  known: Omit<Statement, 'text' | 'why'>,
  unit: Unit,
  next: Unit | undefined,
): readonly Statement[] {
  const { text, why = next?.block === unit.block ? reasonIn(next.text) : undefined } = condensed(
    plain(unit.text),
  )
  return text === '' ? [] : [{ ...known, text, ...(why && { why }) }]
}

/** The next sentence, where it gives the reason for the one before. */
function reasonIn(next: string): string | undefined {
  const text = plain(next)
  return GIVES_REASON.test(text) ? reasonOf(text) : undefined
}

const GIVES_REASON =
  /^(?:because|reason|the reason|otherwise|that way|it'?s (?:simpler|safer|cheaper)|(?:this|that|it) (?:\w{1,12} )?(?:keeps|avoids|ensures|prevents|means|makes|lets|would|leaves))\b/i
