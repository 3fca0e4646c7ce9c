import { sessionIdOf } from '../agent/saying.ts'
import { promptGreeting } from '../app/prompt-greeting.ts'
import { hasUntold } from '../app/turn-greeting.ts'
import { Unprepared } from '../app/unprepared.ts'
import { counted } from '../machine/counted.ts'
import { redactorsFor } from '../machine/redactors.ts'
import { countTokens } from '../machine/tokens.ts'
import { workingTree } from '../neighbour/working-tree.ts'
import { SqliteIndex } from '../search/sqlite/sqlite-index.ts'
import { type Means, quickly } from './quick.ts'

/** The first prompt of a session, where nothing is out of the ordinary: composed as ever, by what only reads. */
export const main = ([, name = '']: readonly string[], _version: string, payload: string): Promise<boolean> =>
  quickly(name, payload, MEANS)

const MEANS: Means = {
  count: counted,
  greet: async (world, agent, heard, before) => {
    if (agent.isBriefedAtPrompt || heard.turn?.kind !== 'prompt') throw new Unprepared()
    if (hasUntold(await world.log.view(sessionIdOf(agent.name, heard.session)))) throw new Unprepared()
    return promptGreeting(world, agent, heard, before)
  },
  with: (ground) => {
    const { index: path, prepared } = ground.paths()
    return {
      index: new SqliteIndex({ path, prepared, readOnly: true }),
      treeAt: (checkout, elsewhere = []) => workingTree({ checkout, elsewhere }),
      redactIn: redactorsFor(ground.env),
      countTokens,
    }
  },
}
