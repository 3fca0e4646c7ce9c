import { sessionProjection } from '../../src/app/projection.ts'
import { defaultSettings } from '../../src/app/settings.ts'
import type { World } from '../../src/app/world.ts'
import { derivedId } from '../../src/event/identity.ts'
import { countTokens } from '../../src/host/tokenizer.ts'
import { integrations } from '../../src/integrations/integrations.ts'
import type { ProjectLocation } from '../../src/integrations/project.ts'
import { workingTree } from '../../src/integrations/working-tree.ts'
import type { EventLog } from '../../src/log/event-log.ts'
import { MemoryLog } from '../../src/log/memory.ts'
import { createRedactor } from '../../src/redact/redact.ts'
import { MemoryIndex } from '../../src/search/sqlite/sqlite-index.ts'
import type { Session } from '../../src/session/session.ts'

const PLACE: ProjectLocation = {
  project: { id: 'folder:/work/app', name: 'app' },
  projectIds: ['folder:/work/app'],
  checkout: '/work/app',
  directory: '/work/app',
  language: undefined,
}

/** A world for imports outside of tests. Its clock advances with every call. */
export function plainWorld(log: EventLog<Session> = new MemoryLog(sessionProjection)): World {
  let asked = 0
  const next = (): string => {
    asked += 1
    return String(asked)
  }
  return {
    log,
    get spool(): never {
      throw new Error('an import does not use the spool')
    },
    clock: { now: () => Date.UTC(2027, 0, 1) + Number(next()) },
    ids: {
      session: () => derivedId('ses', 'plain', next()),
      event: () => derivedId('evt', 'plain', next()),
    },
    processes: { evidence: () => 'unknown', running: () => undefined },
    place: PLACE,
    placeAt: () => PLACE,
    treeAt: (checkout) => workingTree({ checkout }),
    integrations: integrations,
    redactIn: () => createRedactor([]),
    agents: new Map(),
    countTokens,
    index: new MemoryIndex(),
    settings: defaultSettings,
  }
}
