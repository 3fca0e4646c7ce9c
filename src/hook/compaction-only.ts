import { sessionIdOf } from '../agent/saying.ts'
import { atCompaction } from '../app/compaction-greeting.ts'
import { Unprepared } from '../app/unprepared.ts'
import { redactorsFor } from '../machine/redactors.ts'
import { type Means, quickly } from './quick.ts'

/** A compaction, where nothing is out of the ordinary. */
export const main = ([, name = '']: readonly string[], _version: string, payload: string): Promise<boolean> =>
  quickly(name, payload, MEANS)

const MEANS: Means = {
  greet: async (world, agent, heard) => {
    if (heard.turn?.kind !== 'compacting') throw new Unprepared()
    return atCompaction(world, await world.log.view(sessionIdOf(agent.name, heard.session)))
  },
  with: ({ env }) => ({ redactIn: redactorsFor(env) }),
}
