import type { EventType } from '../event/catalogue.ts'

/**
 * Events by what they are about. A fold names the families it does not look at; within the others it decides about
 * every single event, or does not compile. An event that is in no family stops every fold.
 */
export const LIFECYCLE = [
  'session.idled',
  'session.suspended',
  'session.ended',
  'session.completed',
  'session.crashed',
  'session.recovered',
  'session.archived',
] as const satisfies readonly EventType[]

export const IDENTITY = [
  'session.started',
  'session.resumed',
  'session.tagged',
  'session.branched',
  'session.merged',
  'place.changed',
  'phase.entered',
] as const satisfies readonly EventType[]

export const TALK = [
  'instruction.given',
  'prompt.submitted',
  'response.streamed',
  'response.completed',
  'turn.interrupted',
  'correction.heard',
  'subagent.started',
  'subagent.stopped',
  'agent.noticed',
  'context.compacting',
  'context.compacted',
  'compaction.undone',
] as const satisfies readonly EventType[]

export const CRAFT = [
  'tool.called',
  'tool.returned',
  'file.read',
  'file.changed',
  'symbol.touched',
  'test.ran',
] as const satisfies readonly EventType[]

export const WORK = [
  'decision.made',
  'blocker.met',
  'blocker.cleared',
  'action.planned',
  'action.done',
  'task.opened',
  'task.closed',
  'fact.pinned',
  'fact.unpinned',
  'goal.set',
  'evidence.found',
] as const satisfies readonly EventType[]

/** What a graph of a program needs to go on. Nobody but that program reads it. */
export const GRAPH = ['graph.saved', 'graph.written'] as const satisfies readonly EventType[]

/** What is carried over a compaction or an end. */
export const CARRY = [
  'context.measured',
  'checkpoint.taken',
  'handoff.written',
  'nudge.given',
] as const satisfies readonly EventType[]

/** What becomes of rules. */
export const MEMORY = [
  'memory.proposed',
  'memory.approved',
  'memory.rejected',
  'memory.edited',
  'memory.superseded',
  'memory.tried',
] as const satisfies readonly EventType[]

/** What leftoff does itself. */
export const UPKEEP = [
  'brief.given',
  'capture.damaged',
  'capture.reconciled',
  'symbols.indexed',
  'file.settled',
  'event.forgotten',
] as const satisfies readonly EventType[]
