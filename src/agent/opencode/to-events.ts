import { ContextCompacted, ContextCompacting, ContextMeasured } from '../../event/context.ts'
import {
  AgentNoticed,
  PromptSubmitted,
  ResponseCompleted,
  SubagentStarted,
  SubagentStopped,
  TurnInterrupted,
} from '../../event/turn.ts'
import { withoutBriefs } from '../brief-fence.ts'
import { type EventDraft, eventDraft, hash16, type ToolCall } from '../event-draft.ts'
import { drafts, type HookMeaning, ignored, startSourceOf, triggerOf } from '../hook-parser.ts'
import { shorten, toLabel } from '../stored-text.ts'
import { taskListDrafts } from '../structured.ts'
import { outcomeOf, sessionTitleDrafts, structuredDrafts, toolCallDraft, toolResultDrafts } from './tools.ts'
import type { OpencodePayload } from './wire.ts'

/** Interprets a delivery from the plugin. */
export const interpret = (payload: OpencodePayload): HookMeaning =>
  (Object.hasOwn(INTERPRETERS, payload.hook) ? INTERPRETERS[payload.hook]?.(payload) : undefined) ??
  ignored('nothing to store')

const INTERPRETERS: Readonly<Record<string, (payload: OpencodePayload) => HookMeaning>> = {
  'session.start': (payload) => ({
    kind: 'parsed',
    turn: { kind: 'start', source: startSourceOf(payload.source) },
    drafts: [],
  }),
  'session.created': subagentStarted,
  'chat.message': prompt,
  'tool.execute.before': (payload) => withCall(payload, (call) => drafts(toolCallDraft(call))),
  'tool.execute.after': (payload) => withCall(payload, (call) => toolResult(call, payload)),
  'tool.failed': (payload) => withCall(payload, (call) => toolFailure(call, payload)),
  'session.idle': (payload) =>
    payload.subagent ? subagentStopped(payload.subagent, payload) : stop(payload),
  'session.compacting': compacting,
  'session.compacted': compacted,
  'session.error': (payload) => notice(payload, payload.kind ? `error: ${payload.kind}` : 'error'),
  'session.interrupted': (payload) =>
    drafts(eventDraft(TurnInterrupted, [payload.messageID ?? String(payload.at)], {})),
  'permission.asked': (payload) => notice(payload, 'asks for permission'),
  'question.asked': (payload) => notice(payload, 'asks a question'),
  'todo.updated': todos,
  'session.titled': (payload) =>
    payload.subagent
      ? ignored('the title of a sub-agent')
      : drafts(...sessionTitleDrafts(payload.text ?? undefined, payload.at)),
  dispose: () => ({ kind: 'parsed', turn: { kind: 'end', reason: 'exit' }, drafts: [] }),
}

function prompt(payload: OpencodePayload): HookMeaning {
  if (payload.subagent) return ignored('a prompt of a sub-agent')
  const text = withoutBriefs(payload.text ?? '')
  if (text === '') return ignored('a prompt without text')
  const source = [payload.messageID ?? String(payload.at)]
  return {
    kind: 'parsed',
    turn: { kind: 'prompt' },
    drafts: [eventDraft(PromptSubmitted, source, { text: shorten(text), origin: 'user' })],
  }
}

function withCall(payload: OpencodePayload, meaning: (call: ToolCall) => HookMeaning): HookMeaning {
  if (!payload.callID || !payload.tool) return ignored('a tool without a name or an id')
  return meaning({
    id: payload.callID,
    tool: payload.tool,
    input: payload.args,
    directory: payload.directory ?? undefined,
    subagent: payload.subagent ?? undefined,
  })
}

function toolResult(call: ToolCall, { output, metadata, durationMs }: OpencodePayload): HookMeaning {
  const outcome = outcomeOf(output, metadata)
  const result = { outcome, output, metadata, durationMs: durationMs ?? undefined }
  return drafts(
    ...toolResultDrafts(call, result),
    ...(outcome === 'ok' ? structuredDrafts(call, result) : []),
  )
}

/** The list from the last `todowrite` call. Other plugins may change it. */
function todos(payload: OpencodePayload): HookMeaning {
  if (payload.subagent) return ignored('todos of a sub-agent')
  const list = payload.todos ?? []
  return drafts(...taskListDrafts({ source: ['todos', hash16(JSON.stringify(list))] }, list, 'content'))
}

const toolFailure = (call: ToolCall, { error, isInterrupted, durationMs }: OpencodePayload): HookMeaning =>
  drafts(
    ...toolResultDrafts(call, {
      outcome: isInterrupted ? 'interrupted' : 'failed',
      output: error ?? undefined,
      durationMs: durationMs ?? undefined,
    }),
  )

function stop(payload: OpencodePayload): HookMeaning {
  const turn = { kind: 'stop', isContinued: false } as const
  if (!payload.messageID) return { kind: 'parsed', turn, drafts: [] }
  const text = withoutBriefs(payload.text ?? '')
  const { model, inputTokens, outputTokens } = payload
  const response = eventDraft(ResponseCompleted, [payload.messageID, hash16(text)], {
    ...(text && { text: shorten(text) }),
    ...(model && { model: toLabel(model) }),
    ...(typeof inputTokens === 'number' && { inputTokens }),
    ...(typeof outputTokens === 'number' && { outputTokens }),
  })
  return { kind: 'parsed', turn, drafts: [response, ...usageDrafts(payload)] }
}

/** opencode does not report the window size. */
const usageDrafts = ({ messageID, contextTokens: used }: OpencodePayload): readonly EventDraft[] =>
  used ? [eventDraft(ContextMeasured, [messageID ?? '', String(used)], { used, source: 'opencode' })] : []

function subagentStarted(payload: OpencodePayload): HookMeaning {
  if (!payload.subagent) return ignored('a session starts with its first prompt')
  return drafts(
    eventDraft(SubagentStarted, [payload.subagent], {
      ...subagentOf(payload.subagent, payload),
      ...(payload.text && { task: shorten(payload.text) }),
    }),
  )
}

function subagentStopped(subagent: string, payload: OpencodePayload): HookMeaning {
  const text = payload.text ?? ''
  return drafts(
    eventDraft(SubagentStopped, [subagent, hash16(text)], {
      ...subagentOf(subagent, payload),
      ...(text && { text: shorten(text) }),
    }),
  )
}

const subagentOf = (id: string, { kind }: OpencodePayload) => ({
  subagent: toLabel(id),
  ...(kind && { kind: toLabel(kind) }),
})

function compacting(payload: OpencodePayload): HookMeaning {
  const trigger = triggerOf(payload.trigger)
  const source = [String(payload.at), payload.trigger ?? '']
  return {
    kind: 'parsed',
    turn: { kind: 'compacting', trigger },
    drafts: [eventDraft(ContextCompacting, source, { ...(trigger && { trigger }) })],
  }
}

function compacted(payload: OpencodePayload): HookMeaning {
  const trigger = triggerOf(payload.trigger)
  const summary = withoutBriefs(payload.text ?? '')
  return drafts(
    eventDraft(ContextCompacted, [payload.id ?? String(payload.at), payload.trigger ?? ''], {
      ...(trigger && { trigger }),
      ...(summary && { summary: shorten(summary) }),
    }),
  )
}

function notice(payload: OpencodePayload, kind: string): HookMeaning {
  const text = payload.text ?? ''
  return drafts(
    eventDraft(AgentNoticed, [payload.hook, payload.id ?? String(payload.at), hash16(text)], {
      kind: toLabel(kind),
      ...(text && { text: shorten(text) }),
    }),
  )
}
