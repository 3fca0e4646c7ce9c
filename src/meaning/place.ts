import { plain } from './plain.ts'
import { type Section, sectionOf } from './sections.ts'
import type { Unit } from './sentences.ts'
import type { Message } from './statement.ts'

/** A unit and all that is known about where it stands. */
export interface Place {
  readonly message: Message
  readonly unit: Unit
  /** Its words without marks. */
  readonly text: string
  readonly section: Section | undefined
  /** The message tells of work that was done: what it calls a problem is solved, unless it says otherwise. */
  readonly isReport: boolean
  /** A user who pastes: a plan, a log, a review by somebody else. */
  readonly isPasted: boolean
  /** The other side asked something just before. */
  readonly isAnswer: boolean
  /** Its paragraph begins with a recommendation. */
  readonly isAdvised: boolean
  readonly isFirstOfBlock: boolean
  readonly isLastOfMessage: boolean
}

/** The places of a message, in order. */
export function placesIn(message: Message, units: readonly Unit[]): readonly Place[] {
  const isUser = message.speaker === 'user'
  const isReport = !isUser && (REPORT.test(beginOf(units)) || units.some(({ text }) => FIX.test(text)))
  const isPasted = isUser && (units.length > MANY || units.some(({ heading }) => heading !== undefined))
  const isAnswer = isUser && ASKED.test((message.before ?? '').slice(-600))
  const sections = new Sections()
  let isAdvised = false
  return units.map((unit, index) => {
    const isFirstOfBlock = units[index - 1]?.block !== unit.block
    const text = plain(unit.text)
    if (isFirstOfBlock) isAdvised = ADVICE.test(text)
    const section = sections.at(unit)
    const isLastOfMessage = index === units.length - 1
    return {
      message,
      unit,
      text,
      section,
      isReport,
      isPasted,
      isAnswer,
      isAdvised,
      isFirstOfBlock,
      isLastOfMessage,
    }
  })
}

const beginOf = (units: readonly Unit[]): string =>
  units
    .slice(0, 2)
    .map(({ text }) => plain(text))
    .join(' ')

/** Nobody types so many sentences at once. */
const MANY = 12
const REPORT =
  /^(?:(?:all|everything|both|now)\b.{0,40}\b)?(?:done|fixed|green|pass|committed|pushed|posted|updated|added|created|implemented|complete|landed)\b|\bsummary of (?:what|the (?:changes|fix))\b/i
const FIX =
  /^\*{0,3}(?:the )?(?:fix|solution)\b.{0,30}?[:(]|^fixed\b|^(?:the )?fix (?:is in|moves|implements)\b/i
const ADVICE = /^(?:my )?recommendation\b/i
const ASKED = /\?["')*_]{0,3}(?:\s|$)/
const TITLE = /:[*_]{0,3}$/

/** Many units share a heading: each is asked for once. */
class Sections {
  readonly #known = new Map<string, Section | undefined>()

  /** A list belongs to the line that introduces it; what is within an item, rather to the heading above all. */
  at({ depth, lead, heading }: Unit): Section | undefined {
    if (depth === 0) return this.#of(lead) ?? this.#of(heading)
    return this.#of(heading) ?? (TITLE.test(lead ?? '') ? this.#of(lead) : undefined)
  }

  #of(title: string | undefined): Section | undefined {
    if (title === undefined) return undefined
    if (!this.#known.has(title)) this.#known.set(title, sectionOf(title))
    return this.#known.get(title)
  }
}
