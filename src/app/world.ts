import type { AgentAdapter } from '../agent/adapter.ts'
import type { Tree } from '../brief/working-tree.ts'
import type { ProcessRef } from '../event/fields.ts'
import type { EventId, SessionId } from '../event/identity.ts'
import type { Neighbours } from '../integrations/integrations.ts'
import type { Place } from '../integrations/project.ts'
import type { EventLog } from '../log/event-log.ts'
import type { Redactor } from '../redact/redact.ts'
import type { SessionIndex } from '../search/session-index.ts'
import type { Evidence } from '../session/observe.ts'
import type { Session } from '../session/session.ts'
import type { Spool } from '../spool/spool.ts'
import type { CountTokens } from '../text/tokenizer.ts'
import type { Settings } from './settings.ts'

/** Everything a use case may touch. Entry points build it from the machine, tests from memory and a fixed clock. */
export interface World {
  readonly log: EventLog<Session>
  readonly spool: Spool
  /** What takes long to find, found before. */
  readonly index: SessionIndex
  readonly clock: { now(): number }
  readonly ids: { session(): SessionId; event(): EventId }
  readonly processes: {
    evidence(process: ProcessRef | undefined, whose?: Whose): Evidence
    /** The process with this pid, as it runs now. */
    running(pid: number): ProcessRef | undefined
  }
  readonly place: Place
  /** Another folder than the one this process stands in. */
  placeAt(directory: string): Place
  /** The files of a checkout as they are now, and what git says of them; of other checkouts, what was recorded there. */
  treeAt(checkout: string, elsewhere?: readonly string[]): Tree
  /** The tools that we cooperate with. */
  readonly neighbours: Neighbours
  /** Takes secrets out of texts that come from this folder. */
  redactIn(directory: string): Redactor
  /** The clients whose payloads are understood, by name. */
  readonly agents: ReadonlyMap<string, AgentAdapter>
  readonly settings: Settings
  /** How many tokens a text costs, by a real tokenizer. */
  readonly countTokens: CountTokens
}

/** Whose process is asked about: a client may keep its own list of what runs. */
export interface Whose {
  readonly agent: string
  readonly agentSession?: string
}
