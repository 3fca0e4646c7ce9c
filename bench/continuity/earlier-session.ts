import type { KnownEvent } from '../../src/event/catalogue.ts'
import { once } from '../../src/once.ts'
import { factsOf, type SessionFacts } from '../../src/search/session-facts.ts'
import { digest, emptyDigest, type SessionDigest } from '../../src/session/digest.ts'
import type { Relative } from '../../src/text/paths.ts'
import { type Terms, termsIn } from '../../src/text/terms.ts'
import { activityOf, type SessionActivity } from './session-activity.ts'

/** An earlier session of the series. Everything is computed on first use. */
export interface EarlierSession {
  readonly session: string
  readonly events: readonly KnownEvent[]
  facts(): SessionFacts
  /** The terms in the session's messages and edited paths; terms in prompts count twice. */
  terms(): Terms
  /** The commands that the session ran, by program and subcommand, and the symbols that it touched. */
  activity(): SessionActivity
}

export function earlierSession(events: readonly KnownEvent[], relative: Relative): EarlierSession {
  const session = events[0]?.session ?? ''
  const facts = once(() => factsOf(events, relative))
  return {
    session,
    events,
    facts,
    terms: once(() => termsOf(facts())),
    activity: once(() => activityOf(events)),
  }
}

function termsOf({ prompts, answers, files }: SessionFacts): Terms {
  const terms = new Map<string, number>()
  for (const text of prompts) termsIn(text, 2, terms)
  for (const text of answers) termsIn(text, 1, terms)
  for (const [path, { edits }] of files) if (edits > 0) termsIn(path, edits, terms)
  return terms
}

export const truncateAt = (whole: EarlierSession, moment: number, relative: Relative): EarlierSession =>
  whole.events.some(({ at }) => at >= moment)
    ? earlierSession(
        whole.events.filter(({ at }) => at < moment),
        relative,
      )
    : whole

const digests = new WeakMap<EarlierSession, SessionDigest>()

/** The digest of a session, cached. */
export function digestOf(one: EarlierSession): SessionDigest {
  const made = digests.get(one) ?? one.events.reduce(digest.apply, emptyDigest)
  digests.set(one, made)
  return made
}
