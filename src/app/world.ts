import type { AgentAdapter, ContextUsage } from '../agent/adapter.ts'
import type { Transcripts } from '../agent/transcript/reader.ts'
import type { WorkingTree } from '../brief/working-tree.ts'
import type { ProcessRef } from '../event/fields.ts'
import type { EventId, SessionId } from '../event/identity.ts'
import type { Integrations } from '../integrations/integrations.ts'
import type { ProjectLocation } from '../integrations/project.ts'
import type { EventLog } from '../log/event-log.ts'
import type { Redactor } from '../redact/redact.ts'
import type { SessionIndex } from '../search/session-index.ts'
import type { Session } from '../session/session.ts'
import type { ProcessEvidence } from '../session/state.ts'
import type { PromptMarkers, Spool } from '../spool/spool.ts'
import type { Syntax } from '../symbols/touched-symbols.ts'
import type { CountTokens } from '../text/tokens.ts'
import type { Settings } from './settings.ts'

/** Everything a use case may access. Entry points connect it to the machine, tests to memory and a fixed clock. */
export interface World {
  readonly log: EventLog<Session>
  readonly spool: Spool
  /** Present only if the shell decides whether to start Node for a prompt. */
  readonly promptMarkers?: PromptMarkers
  /** Cached results of expensive lookups; can be deleted and rebuilt. */
  readonly index: SessionIndex
  readonly clock: { now(): number }
  readonly ids: { session(): SessionId; event(): EventId }
  readonly processes: {
    evidence(process: ProcessRef | undefined, whose?: Whose): ProcessEvidence
    /** The running process with this pid. */
    running(pid: number): ProcessRef | undefined
  }
  readonly place: ProjectLocation
  /** Like `place`, for a folder other than the working directory. */
  placeAt(directory: string): ProjectLocation
  /** Current files of a checkout and their git status. `elsewhere` names other checkouts of the same project. */
  treeAt(checkout: string, elsewhere?: readonly string[]): WorkingTree
  readonly integrations: Integrations
  /** Redacts secrets, including those configured in this folder. */
  redactIn(directory: string): Redactor
  /** Supported clients by name. */
  readonly agents: ReadonlyMap<string, AgentAdapter>
  readonly settings: Settings
  readonly countTokens: CountTokens
  /** How full an agent's context is, as reported by the agent itself. */
  readonly contextUsage?: ContextUsageSources
  /** The agents' own transcripts. Entry points that recover or compare sessions provide them. */
  readonly transcripts?: Transcripts
  /** Parses source files. Too slow to load in a hook. */
  readonly syntax?: Syntax
  /** The current text of a source file. */
  readonly sourceText?: (path: string) => string | undefined
}

/** A world that is guaranteed to have these optional ports: `WorldWith<'transcripts'>`. */
export type WorldWith<Port extends keyof World> = World & Required<Pick<World, Port>>

export const hasTranscripts = (world: World): world is WorldWith<'transcripts'> =>
  world.transcripts !== undefined

/** The session that a process belongs to. Some clients keep a list of their running sessions. */
export interface Whose {
  readonly agent: string
  readonly agentSession?: string
}

export interface ContextUsageSources {
  /** The values that the agent's status line showed last. */
  statusLine(agentSession: string): (ContextUsage & { readonly at: number }) | undefined
  /** The end of the transcript, if it belongs to this agent. */
  transcriptEnd(agent: string, path: string): string | undefined
}
