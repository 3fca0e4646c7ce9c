import { atCompaction } from '../app/context/at-compaction.ts'
import { ownView } from '../app/context/own-view.ts'
import { Unprepared } from '../app/context/unprepared.ts'
import { withContextUsage } from '../machine/context-usage.ts'
import { redactorsFor } from '../machine/redactors.ts'
import { type Means, quickly } from './quick.ts'

/** A compaction, where nothing is out of the ordinary. */
export const main = ([, name = '']: readonly string[], _version: string, payload: string): Promise<boolean> =>
  quickly(name, payload, MEANS)

const MEANS: Means = {
  count: withContextUsage,
  greet: async (world, agent, heard) => {
    if (heard.turn?.kind !== 'compacting') throw new Unprepared()
    return atCompaction(world, await ownView(world, agent, heard))
  },
  with: ({ env }) => ({ redactIn: redactorsFor(env) }),
}
