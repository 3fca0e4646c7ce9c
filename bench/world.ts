import { join } from 'node:path'
import { agents } from '../src/agent/agents.ts'
import { sessionProjection } from '../src/app/projection.ts'
import { defaultSettings } from '../src/app/settings.ts'
import type { World } from '../src/app/world.ts'
import { redactorsFor } from '../src/bootstrap/local-world.ts'
import { systemClock } from '../src/host/clock.ts'
import { evidenceOf, processRef } from '../src/host/process.ts'
import { systemIds } from '../src/host/random.ts'
import { countTokens } from '../src/host/tokenizer.ts'
import { integrations } from '../src/integrations/integrations.ts'
import { locateProject, type ProjectLocation } from '../src/integrations/project.ts'
import { workingTree } from '../src/integrations/working-tree.ts'
import { SqliteLog } from '../src/log/sqlite/sqlite-log.ts'
import { MemoryIndex } from '../src/search/sqlite/sqlite-index.ts'
import { Maildir } from '../src/spool/maildir.ts'

export interface OwnWorld extends World {
  readonly log: SqliteLog<ReturnType<typeof sessionProjection.apply>>
}

/** The world of a command, with default settings. */
export const createWorld = (home: string, place: ProjectLocation = locateProject(home)): OwnWorld => ({
  log: new SqliteLog({ path: join(home, 'log.db'), projection: sessionProjection }),
  spool: new Maildir(join(home, 'spool')),
  clock: systemClock,
  ids: systemIds,
  processes: { evidence: evidenceOf, running: processRef },
  place,
  placeAt: () => place,
  treeAt: (checkout) => workingTree({ checkout }),
  integrations: integrations,
  redactIn: redactorsFor({}),
  agents,
  countTokens,
  index: new MemoryIndex(),
  settings: defaultSettings,
})
