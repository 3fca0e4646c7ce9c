import { digestEvents as foundIn, type SessionDigest } from '../../src/session/digest.ts'
import type { Earlier } from './earlier.ts'

const gists = new WeakMap<Earlier, SessionDigest>()

/** What the messages of a session say about its work; found once, however many sessions come after it. */
export function gistOf(one: Earlier): SessionDigest {
  const known = gists.get(one)
  if (known) return known
  const made = foundIn(one.events)
  gists.set(one, made)
  return made
}
