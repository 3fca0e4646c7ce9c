import { turnGreeting } from '../app/context/turn-greeting.ts'
import { withContextUsage } from '../machine/context-usage.ts'
import { redactorsFor } from '../machine/redactors.ts'
import { quickly } from './quick.ts'

/** A prompt or the end of a turn, where nothing is out of the ordinary. */
export const main = ([, name = '']: readonly string[], _version: string, payload: string): Promise<boolean> =>
  quickly(name, payload, {
    count: withContextUsage,
    greet: turnGreeting,
    with: ({ env }) => ({ redactIn: redactorsFor(env) }),
  })
