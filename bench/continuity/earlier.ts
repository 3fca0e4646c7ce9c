import type { KnownEvent } from '../../src/event/catalogue.ts'
import { once } from '../../src/once.ts'
import { factsOf } from '../../src/search/facts.ts'
import { type Postings, postingsOf } from '../../src/search/postings.ts'
import type { Relative } from '../../src/text/paths.ts'
import { type Craft, craftOf } from './craft.ts'

/** A session of the series, as the sessions after it know it. */
export interface Earlier {
  readonly session: string
  readonly events: readonly KnownEvent[]
  /** Made once, when somebody asks. */
  postings(): Postings
  /** What it ran, by program and subcommand, and the functions and classes that it touched. */
  craft(): Craft
}

export function earlier(events: readonly KnownEvent[], relative: Relative): Earlier {
  const session = events[0]?.session ?? ''
  return {
    session,
    events,
    postings: once(() => postingsOf(factsOf(events, relative))),
    craft: once(() => craftOf(events)),
  }
}

/** As much of a session as had happened at a moment. */
export const until = (whole: Earlier, moment: number, relative: Relative): Earlier =>
  whole.events.some(({ at }) => at >= moment)
    ? earlier(
        whole.events.filter(({ at }) => at < moment),
        relative,
      )
    : whole
