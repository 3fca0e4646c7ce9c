import { agents } from '../../../src/agent/agents.ts'
import { defaultSettings } from '../../../src/app/settings.ts'
import type { World } from '../../../src/app/world.ts'
import { systemIds } from '../../../src/host/random.ts'
import { countTokens } from '../../../src/host/tokenizer.ts'
import { integrations } from '../../../src/integrations/integrations.ts'
import { locateProject } from '../../../src/integrations/project.ts'
import { workingTree } from '../../../src/integrations/working-tree.ts'
import type { EventLog } from '../../../src/log/event-log.ts'
import { createRedactor } from '../../../src/redact/redact.ts'
import { MemoryIndex } from '../../../src/search/sqlite/sqlite-index.ts'
import type { Session } from '../../../src/session/session.ts'
import type { Spool } from '../../../src/spool/spool.ts'

const redact = createRedactor([])

/** The world of a hook in this folder, with an unknown agent process. */
export const hookWorld = (log: EventLog<Session>, spool: Spool, folder: string): World => ({
  log,
  spool,
  clock: { now: Date.now },
  ids: systemIds,
  processes: { evidence: () => 'unknown', running: () => undefined },
  place: locateProject(folder),
  placeAt: locateProject,
  treeAt: (checkout) => workingTree({ checkout }),
  integrations: integrations,
  redactIn: () => redact,
  agents,
  countTokens,
  index: new MemoryIndex(),
  settings: defaultSettings,
})
