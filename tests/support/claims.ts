import { compareClaims, type SessionView, summarizeLater } from '../../src/brief/check.ts'
import type { Claim, ClaimCheck } from '../../src/brief/claim.ts'
import type { JsonObject } from '../../src/event/canonical-json.ts'
import { foldSession, noSession } from '../../src/session/session.ts'
import { eventOfType, session as named, storedEvents } from './events.ts'
import { type PlainTree, plainTree } from './tree.ts'
export const claim = (section: Claim['section'], text: string, more: Partial<Claim> = {}): Claim => ({
  section,
  text,
  session: named('one'),
  at: 1000,
  score: 0.5,
  because: [],
  ...more,
})

/** A session with these facts, one millisecond apart unless they have a time. */
export const knownSession = (
  name: string,
  ...facts: readonly (readonly [string, JsonObject, number?])[]
): SessionView => {
  const events = facts.map(([type, data, at], n) => eventOfType(type, data, at ?? 2000 + n))
  return { session: named(name), view: storedEvents(named(name), events).reduce(foldSession, noSession) }
}

interface ClaimFacts {
  readonly tree?: PlainTree
  readonly sessions?: readonly SessionView[]
  readonly atWork?: ReadonlySet<string>
}
export const checkClaim = (
  one: Claim,
  { tree, sessions = [], atWork }: ClaimFacts = {},
): ClaimCheck | undefined =>
  compareClaims([one], plainTree(tree), summarizeLater({ sessions, ...(atWork && { atWork }) }))[0]?.check

export const FILES = { about: { files: ['/w/a.ts'] } } as const
