import { chosenIn } from './answer.ts'
import { condensed, reasonOf } from './condense.ts'
import { goalIn } from './goal.ts'
import { type Place, placesIn } from './place.ts'
import { unitsIn } from './sentences.ts'
import type { Message, Statement } from './statement.ts'
import { type Weighed, weighed } from './weigh.ts'

/** What a message states, in order: at most one thing a unit, but for an answer that chose several. */
export function statementsIn(message: Message): readonly Statement[] {
  const places = placesIn(message, unitsIn(message.text))
  const goal = message.isFirst && message.speaker === 'user' ? goalIn(message.text) : undefined
  return places.flatMap((place, index): readonly Statement[] => {
    if (place.unit.at === goal?.at) return [{ kind: 'goal', ...goal, speaker: 'user', weight: 1 }]
    const found = weighed(place)
    return found ? said(found, place, places[index + 1]) : []
  })
}

/** In the words of the options where it is an answer, else in its own. */
function said(found: Weighed, { message, unit, text }: Place, next: Place | undefined): readonly Statement[] {
  const known = { ...found, speaker: message.speaker, at: unit.at }
  const chosen = found.kind === 'decision' && message.before ? chosenIn(message.text, message.before) : []
  if (chosen.length > 0) return chosen.map((option) => ({ ...known, ...condensed(option) }))
  const { text: words, why = next && reasonIn(next) } = condensed(text)
  return words === '' ? [] : [{ ...known, text: words, ...(why && { why }) }]
}

/** The next sentence, where it gives the reason for the one before. */
const reasonIn = ({ text, isFirstOfBlock }: Place): string | undefined =>
  !isFirstOfBlock && GIVES_REASON.test(text) ? reasonOf(text) : undefined

const GIVES_REASON =
  /^(?:because|reason|the reason|otherwise|that way|it'?s (?:simpler|safer|cheaper)|(?:this|that|it) (?:\w{1,12} )?(?:keeps|avoids|ensures|prevents|means|makes|lets|would|leaves))\b/i
