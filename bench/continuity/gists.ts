import { type Gist, gistAfter, noGist } from '../../src/fold/gist.ts'
import type { Earlier } from './earlier.ts'

const gists = new WeakMap<Earlier, Gist>()

/** What the messages of a session say about its work; found once, however many sessions come after it. */
export function gistOf(one: Earlier): Gist {
  const known = gists.get(one)
  if (known) return known
  const messages = one.events.filter(
    ({ type }) => type === 'prompt.submitted' || type === 'response.completed',
  )
  const made = messages.reduce(
    (gist, event, index) =>
      gistAfter(gist, event, { isFinal: messages[index + 1]?.type !== 'response.completed' }),
    noGist,
  )
  gists.set(one, made)
  return made
}
