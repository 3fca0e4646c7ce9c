import { sessionIdOf } from '../agent/event-draft.ts'
import { asPrepared } from '../app/context/as-prepared.ts'
import { promptGreeting } from '../app/context/at-first-prompt.ts'
import { placeKey } from '../app/context/place-key.ts'
import { hasUntold } from '../app/context/turn-greeting.ts'
import { Unprepared } from '../app/context/unprepared.ts'
import { workingTree } from '../integrations/working-tree.ts'
import { withContextUsage } from '../machine/context-usage.ts'
import { type Ground, remembered } from '../machine/ground.ts'
import { NOT_HERE } from '../machine/reading-world.ts'
import { redactorsFor } from '../machine/redactors.ts'
import { once } from '../once.ts'
import { PreparedFiles } from '../search/sqlite/prepared-files.ts'
import { SqliteIndex } from '../search/sqlite/sqlite-index.ts'
import { type Means, quickly } from './quick.ts'

/** The first prompt of a session, where nothing is out of the ordinary: held against what was prepared. */
export const main = ([, name = '']: readonly string[], _version: string, payload: string): Promise<boolean> =>
  quickly(name, payload, MEANS)

const MEANS: Means = {
  count: withContextUsage,
  greet: async (world, agent, heard, before) => {
    if (agent.isBriefedAtPrompt || heard.turn?.kind !== 'prompt') throw new Unprepared()
    if (hasUntold(await world.log.view(sessionIdOf(agent.name, heard.session)))) throw new Unprepared()
    return promptGreeting(world, agent, heard, { before })
  },
  with: (ground, log) => {
    const files = new PreparedFiles(ground.paths().prepared)
    const prepared = remembered((place: string) => files.prepared(place))
    const index = once(() => indexOf(ground))
    return {
      log: { ...log, ...asPrepared(log, () => prepared(placeKey({ place: ground.place() }))) },
      index: {
        ...NOT_HERE,
        prepared,
        evidence: (query) => index().evidence(query),
        settled: (sessions) => index().settled(sessions),
      },
      treeAt: (checkout, elsewhere = []) => workingTree({ checkout, elsewhere }),
      redactIn: redactorsFor(ground.env),
    }
  },
}

function indexOf(ground: Ground): SqliteIndex {
  const { index: path, prepared } = ground.paths()
  return new SqliteIndex({ path, prepared, readOnly: true })
}
