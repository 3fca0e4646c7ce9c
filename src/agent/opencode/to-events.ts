import { ContextCompacted, ContextCompacting, ContextMeasured } from '../../event/context.ts'
import { derivedId } from '../../event/identity.ts'
import {
  AgentNoticed,
  PromptSubmitted,
  ResponseCompleted,
  SubagentStarted,
  SubagentStopped,
  TurnInterrupted,
} from '../../event/turn.ts'
import { TaskClosed, TaskOpened } from '../../event/work.ts'
import { withoutOwnWords } from '../brief-fence.ts'
import { type EventDraft, eventDraft, hash16 } from '../event-draft.ts'
import { drafts, type Meaning, startSourceOf, triggerOf } from '../hook-parser.ts'
import { label, shortened } from '../stored-text.ts'
import type { ToolCall } from '../tool-call.ts'
import { outcomeOf, toolCallDraft, toolResultDrafts } from './tools.ts'
import type { OpencodePayload, Todo } from './wire.ts'

/** What a delivery of the plugin means. */
export const interpret = (payload: OpencodePayload): Meaning =>
  (Object.hasOwn(READERS, payload.hook) ? READERS[payload.hook]?.(payload) : undefined) ??
  'an event that carries nothing to keep'

const READERS: Readonly<Record<string, (payload: OpencodePayload) => Meaning>> = {
  'session.start': (payload) => ({
    turn: { kind: 'start', source: startSourceOf(payload.source) },
    drafts: [],
  }),
  'session.created': subagentStarted,
  'chat.message': prompt,
  'tool.execute.before': (payload) => called(payload, (call) => drafts(toolCallDraft(call))),
  'tool.execute.after': (payload) => called(payload, (call) => returned(call, payload)),
  'tool.failed': (payload) => called(payload, (call) => failed(call, payload)),
  'session.idle': (payload) =>
    payload.subagent ? subagentStopped(payload.subagent, payload) : stop(payload),
  'session.compacting': compacting,
  'session.compacted': compacted,
  'session.error': (payload) => notice(payload, payload.kind ? `error: ${payload.kind}` : 'error'),
  'session.interrupted': (payload) =>
    drafts(eventDraft(TurnInterrupted, [payload.messageID ?? String(payload.at)], {})),
  'permission.asked': (payload) => notice(payload, 'asks for permission'),
  'question.asked': (payload) => notice(payload, 'asks a question'),
  'todo.updated': (payload) =>
    payload.subagent
      ? 'what a sub-agent plans for itself'
      : drafts(...todoDrafts(payload.sessionID, payload.todos ?? [])),
  dispose: () => ({ turn: { kind: 'end', reason: 'exit' }, drafts: [] }),
}

function prompt(payload: OpencodePayload): Meaning {
  if (payload.subagent) return 'a prompt of a sub-agent'
  const text = withoutOwnWords(payload.text ?? '')
  if (text === '') return 'a prompt without text'
  const source = [payload.messageID ?? String(payload.at)]
  return {
    turn: { kind: 'prompt' },
    drafts: [eventDraft(PromptSubmitted, source, { text: shortened(text), origin: 'user' })],
  }
}

function called(payload: OpencodePayload, meaning: (call: ToolCall) => Meaning): Meaning {
  if (!payload.callID || !payload.tool) return 'a tool without a name or an id'
  return meaning({
    id: payload.callID,
    tool: payload.tool,
    input: payload.args,
    directory: payload.directory ?? undefined,
    subagent: payload.subagent ?? undefined,
  })
}

const returned = (call: ToolCall, { output, metadata, durationMs }: OpencodePayload): Meaning =>
  drafts(
    ...toolResultDrafts(call, {
      outcome: outcomeOf(output, metadata),
      output,
      metadata,
      durationMs: durationMs ?? undefined,
    }),
  )

const failed = (call: ToolCall, { error, isInterrupted, durationMs }: OpencodePayload): Meaning =>
  drafts(
    ...toolResultDrafts(call, {
      outcome: isInterrupted ? 'interrupted' : 'failed',
      output: error ?? undefined,
      durationMs: durationMs ?? undefined,
    }),
  )

function stop(payload: OpencodePayload): Meaning {
  const turn = { kind: 'stop', isContinued: false } as const
  if (!payload.messageID) return { turn, drafts: [] }
  const text = withoutOwnWords(payload.text ?? '')
  const { model, inputTokens, outputTokens } = payload
  const response = eventDraft(ResponseCompleted, [payload.messageID, hash16(text)], {
    ...(text && { text: shortened(text) }),
    ...(model && { model: label(model) }),
    ...(typeof inputTokens === 'number' && { inputTokens }),
    ...(typeof outputTokens === 'number' && { outputTokens }),
  })
  return { turn, drafts: [response, ...measured(payload)] }
}

/** How large the window of its model is, it does not say. */
const measured = ({ messageID, contextTokens: used }: OpencodePayload): readonly EventDraft[] =>
  used ? [eventDraft(ContextMeasured, [messageID ?? '', String(used)], { used, source: 'opencode' })] : []

function subagentStarted(payload: OpencodePayload): Meaning {
  if (!payload.subagent) return 'a session starts with its first prompt'
  return drafts(
    eventDraft(SubagentStarted, [payload.subagent], {
      ...subagentOf(payload.subagent, payload),
      ...(payload.text && { task: shortened(payload.text) }),
    }),
  )
}

function subagentStopped(subagent: string, payload: OpencodePayload): Meaning {
  const text = payload.text ?? ''
  return drafts(
    eventDraft(SubagentStopped, [subagent, hash16(text)], {
      ...subagentOf(subagent, payload),
      ...(text && { text: shortened(text) }),
    }),
  )
}

const subagentOf = (id: string, { kind }: OpencodePayload) => ({
  subagent: label(id),
  ...(kind && { kind: label(kind) }),
})

function compacting(payload: OpencodePayload): Meaning {
  const trigger = triggerOf(payload.trigger)
  const source = [String(payload.at), payload.trigger ?? '']
  return {
    turn: { kind: 'compacting', trigger },
    drafts: [eventDraft(ContextCompacting, source, { ...(trigger && { trigger }) })],
  }
}

function compacted(payload: OpencodePayload): Meaning {
  const trigger = triggerOf(payload.trigger)
  const summary = withoutOwnWords(payload.text ?? '')
  return drafts(
    eventDraft(ContextCompacted, [payload.id ?? String(payload.at), payload.trigger ?? ''], {
      ...(trigger && { trigger }),
      ...(summary && { summary: shortened(summary) }),
    }),
  )
}

function notice(payload: OpencodePayload, kind: string): Meaning {
  const text = payload.text ?? ''
  return drafts(
    eventDraft(AgentNoticed, [payload.hook, payload.id ?? String(payload.at), hash16(text)], {
      kind: label(kind),
      ...(text && { text: shortened(text) }),
    }),
  )
}

/** Each time the whole list is told; a todo has no id but its words. */
function todoDrafts(session: string, todos: readonly Todo[]): readonly EventDraft[] {
  const byText = new Map(todos.filter(({ content }) => content !== '').map((todo) => [todo.content, todo]))
  return [...byText.values()].flatMap((todo) => [opened(todo), ...closed(session, todo)])
}

const opened = ({ content }: Todo): EventDraft =>
  eventDraft(TaskOpened, [hash16(content)], { text: shortened(content), origin: 'assistant' })

function closed(session: string, { content, status }: Todo): readonly EventDraft[] {
  if (status !== 'completed' && status !== 'cancelled') return []
  const how = status === 'cancelled' ? { how: 'cancelled' } : {}
  return [eventDraft(TaskClosed, [hash16(content), status], { task: taskOf(session, content), ...how })]
}

/** The id that the opening of this task has: `eventFromDraft` derives it from the same parts. */
const taskOf = (session: string, content: string): string =>
  derivedId('evt', 'opencode', session, TaskOpened.type, hash16(content))
