import { asPrepared } from '../app/context/as-prepared.ts'
import { placeKey } from '../app/context/place-key.ts'
import { openSessions, preparedGreeting } from '../app/context/prepared-greeting.ts'
import { sessionStartedEvent } from '../app/ingest/hook-call.ts'
import { endOthersOf } from '../app/lifecycle/end-superseded.ts'
import { workingTree } from '../integrations/working-tree.ts'
import { remembered } from '../machine/ground.ts'
import { NOT_HERE } from '../machine/reading-world.ts'
import { once } from '../once.ts'
import { PreparedFiles } from '../search/sqlite/prepared-files.ts'
import { agentProcess } from './agent-process.ts'
import { quickly } from './quick.ts'

/** The start of a session, where nothing is out of the ordinary. It holds no texts, so nothing is redacted. */
export const main = ([, name = '']: readonly string[], _version: string, payload: string): Promise<boolean> =>
  quickly(name, payload, {
    greet: preparedGreeting,
    begin: async (world, agent, told) => {
      const telling = { ...told, process: once(() => agentProcess(agent, process.env)) }
      const opened = () => openSessions(world, world.index.ready(placeKey(world)))
      if (agent.oneSessionPerProcess) await endOthersOf(world, agent.name, telling, opened)
      return [sessionStartedEvent(world, agent.name, telling)]
    },
    with: (ground, log) => {
      const files = new PreparedFiles(ground.paths().prepared)
      const ready = remembered((place: string) => files.ready(place))
      return {
        log: { ...log, ...asPrepared(log, () => ready(placeKey({ place: ground.place() }))) },
        index: { ...NOT_HERE, prepared: (place) => files.prepared(place), ready },
        treeAt: (checkout, elsewhere = []) => workingTree({ checkout, elsewhere }),
      }
    },
  })
