import type { Place } from './place.ts'
import type { Section } from './sections.ts'
import type { Kind } from './statement.ts'

type Circumstance = readonly [weight: number, kinds: readonly Kind[], holds: (place: Place) => boolean]

const isTitle = ({ text }: Place): boolean => text.endsWith(':') || !/\S\s\S{1,60}\s\S/.test(text)
const isAgent = ({ message }: Place): boolean => message.speaker === 'assistant'

/** An item beneath a heading that says what its items are; or one level deeper, where the outer item is a title. */
const isUnder =
  (...sections: readonly Section[]) =>
  (place: Place): boolean => {
    const { unit, section } = place
    if (!isAgent(place) || !section || !sections.includes(section) || isTitle(place)) return false
    return unit.isItem && (unit.depth === 0 || (unit.depth === 1 && TITLE_ABOVE.test(unit.lead ?? '')))
  }
const TITLE_ABOVE = /:[*_]{0,3}$/

/** A paragraph beneath such a heading: what it begins with. */
const opensUnder =
  (section: Section) =>
  (place: Place): boolean =>
    isAgent(place) &&
    place.section === section &&
    !place.unit.isItem &&
    place.unit.depth === 0 &&
    place.isFirstOfBlock &&
    !isTitle(place)

/** How the place of a unit speaks for a kind or against it, whatever its words are. */
export const CIRCUMSTANCES: readonly Circumstance[] = [
  [0.6, ['next'], isUnder('next', 'proposal')],
  [0.6, ['decision'], isUnder('decision')],
  [0.6, ['blocker'], isUnder('blocker')],
  [0.5, ['decision'], opensUnder('decision')],
  [0.5, ['next'], opensUnder('next')],
  [-0.4, ['blocker', 'next'], ({ section, unit }) => section === 'report' && unit.isItem],
  [-0.2, ['blocker', 'next'], ({ section, unit }) => section === 'report' && !unit.isItem],
  [
    0.5,
    ['next'],
    (place) => isAgent(place) && (place.section === 'proposal' || place.isAdvised) && ORDER.test(place.text),
  ],
  [-0.3, ['blocker'], ({ section }) => section === 'proposal'],
  [-0.6, ['decision', 'next', 'blocker'], ({ section }) => section === 'option'],
  [-0.2, ['blocker'], ({ isReport, section }) => isReport && section !== 'blocker'],
  [1, ['next'], ({ unit }) => unit.box === 'open'],
  [-1, ['next', 'blocker'], ({ unit }) => unit.box === 'done'],
  [1, ['done'], ({ unit }) => unit.box === 'done'],
  [-0.4, ['decision', 'blocker'], ({ isPasted }) => isPasted],
  [0.5, ['decision'], ({ isAnswer, unit, text }) => isAnswer && unit.block === 0 && AFFIRMED.test(text)],
  [0.6, ['decision'], ({ isAnswer, isPasted, unit }) => isAnswer && !isPasted && unit.isItem],
  [-0.5, ['next', 'blocker', 'question'], (place) => isAgent(place) && place.message.isFinal === false],
  [
    1.2,
    ['next'],
    (place) =>
      isAgent(place) && place.message.isLast === true && place.isLastOfMessage && ANNOUNCED.test(place.text),
  ],
]

const ORDER =
  /^(?:\d{1,2}\. |also )?(?:add|update|replace|remove|rename|create|use|move|extract|change|fix|make|drop|switch|refactor|write|set|run|re-?run|verify|delete|install|ensure|bump|tighten|build|split|introduce|take)\b/i
const AFFIRMED = /^(?:yes|yeah|yep|yup|sure|ok(?:ay)?|sounds good|agreed|do it)\b/i
const ANNOUNCED = /^(?:now )?(?:let me|i'll|i will|let's)\b/i
