import * as context from './context.ts'
import type { EventDefinition, EventFamily, EventOf } from './define.ts'
import * as graph from './graph.ts'
import * as memory from './memory.ts'
import * as session from './session.ts'
import * as tool from './tool.ts'
import * as turn from './turn.ts'
import * as upkeep from './upkeep.ts'
import * as work from './work.ts'

/** All events that this release understands, at their current version. */
export const catalogue = [
  session.SessionStarted,
  session.SessionIdled,
  session.SessionResumed,
  session.SessionSuspended,
  session.SessionEnded,
  session.SessionCompleted,
  session.SessionCrashed,
  session.SessionRecovered,
  session.SessionArchived,
  session.SessionTagged,
  session.SessionBranched,
  session.SessionMerged,
  session.PlaceChanged,
  session.PhaseEntered,
  session.SessionTitled,
  session.PullLinked,
  turn.InstructionGiven,
  turn.PromptSubmitted,
  turn.ResponseStreamed,
  turn.ResponseCompleted,
  turn.TurnInterrupted,
  turn.CorrectionHeard,
  turn.SubagentStarted,
  turn.SubagentStopped,
  turn.AgentNoticed,
  turn.AgentSummarized,
  tool.ToolCalled,
  tool.ToolReturned,
  tool.FileRead,
  tool.FileChanged,
  tool.SymbolTouched,
  tool.SymbolsIndexed,
  tool.TestRan,
  work.DecisionMade,
  work.BlockerMet,
  work.BlockerCleared,
  work.ActionPlanned,
  work.ActionDone,
  work.TaskOpened,
  work.TaskClosed,
  work.FactPinned,
  work.FactUnpinned,
  work.GoalSet,
  work.EvidenceFound,
  work.QuestionAnswered,
  work.PlanApproved,
  work.TasksListed,
  work.TaskChanged,
  context.ContextCompacting,
  context.ContextCompacted,
  context.CompactionUndone,
  context.ContextMeasured,
  context.CheckpointTaken,
  context.HandoffWritten,
  context.ProgressLogged,
  context.NudgeGiven,
  graph.GraphSaved,
  graph.GraphWritten,
  memory.MemoryProposed,
  memory.MemoryApproved,
  memory.MemoryRejected,
  memory.MemoryEdited,
  memory.MemorySuperseded,
  memory.MemoryTried,
  upkeep.BriefGiven,
  upkeep.CaptureDamaged,
  upkeep.CaptureReconciled,
  upkeep.FileSettled,
  upkeep.EventForgotten,
] as const

type Definition = (typeof catalogue)[number]
export type EventType = Definition['type']
/** The event types in the given families. */
export type EventTypeIn<F extends EventFamily> = Extract<Definition, { readonly family: F }>['type']
/** Any event that this release understands. */
export type KnownEvent = { [D in Definition as D['type']]: EventOf<D> }[EventType]
export type KnownEventOf<T extends EventType> = Extract<KnownEvent, { readonly type: T }>

export type Catalogue = ReadonlyMap<string, EventDefinition>
export const definitions: Catalogue = indexByType(catalogue)

/** Throws if two definitions have the same name, because the log would be ambiguous. */
export function indexByType(list: readonly EventDefinition[]): Catalogue {
  const byType = new Map<string, EventDefinition>()
  for (const definition of list) {
    if (byType.has(definition.type)) throw new Error(`event ${definition.type} is defined twice`)
    byType.set(definition.type, definition)
  }
  return byType
}

/**
 * Whether an event shows that the agent or its user is active, as stated in its definition. An event type from a
 * newer release counts as activity.
 */
export const isActivity = (type: string): boolean => definitions.get(type)?.activity ?? true
