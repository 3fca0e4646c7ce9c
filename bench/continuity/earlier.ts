import type { KnownEvent } from '../../src/event/catalogue.ts'
import { once } from '../../src/once.ts'
import { factsOf, type SessionFacts } from '../../src/search/session-facts.ts'
import { digestEvents as foundIn, type SessionDigest } from '../../src/session/digest.ts'
import type { Relative } from '../../src/text/paths.ts'
import { type Terms, termsIn } from '../../src/text/terms.ts'
import { type Craft, craftOf } from './craft.ts'

/** A session of the series, as the sessions after it know it. Everything is computed on first use. */
export interface Earlier {
  readonly session: string
  readonly events: readonly KnownEvent[]
  facts(): SessionFacts
  /** The words of its messages and edited paths; those of prompts count twice. */
  terms(): Terms
  /** The commands it ran, by program and subcommand, and the functions and classes that it touched. */
  craft(): Craft
}

export function earlier(events: readonly KnownEvent[], relative: Relative): Earlier {
  const session = events[0]?.session ?? ''
  const facts = once(() => factsOf(events, relative))
  return { session, events, facts, terms: once(() => termsOf(facts())), craft: once(() => craftOf(events)) }
}

function termsOf({ prompts, answers, files }: SessionFacts): Terms {
  const terms = new Map<string, number>()
  for (const text of prompts) termsIn(text, 2, terms)
  for (const text of answers) termsIn(text, 1, terms)
  for (const [path, { edits }] of files) if (edits > 0) termsIn(path, edits, terms)
  return terms
}

/** What had happened in a session before a moment. */
export const until = (whole: Earlier, moment: number, relative: Relative): Earlier =>
  whole.events.some(({ at }) => at >= moment)
    ? earlier(
        whole.events.filter(({ at }) => at < moment),
        relative,
      )
    : whole

const gists = new WeakMap<Earlier, SessionDigest>()

/** What the messages of a session say about its work; found once, however many sessions come after it. */
export function gistOf(one: Earlier): SessionDigest {
  const known = gists.get(one)
  if (known) return known
  const made = foundIn(one.events)
  gists.set(one, made)
  return made
}
