import { ContextMeasured } from '../../event/carry.ts'
import { ContextCompacted, ContextCompacting } from '../../event/context.ts'
import {
  AgentNoticed,
  PromptSubmitted,
  ResponseCompleted,
  SubagentStarted,
  SubagentStopped,
  TurnInterrupted,
} from '../../event/turn.ts'
import { label } from '../label.ts'
import { shortened } from '../long-text.ts'
import { type Meaning, says, sourceOf, triggerOf } from '../meaning.ts'
import { withoutOwnWords } from '../own-words.ts'
import { type Saying, saying } from '../saying.ts'
import { hash16 } from '../text-hash.ts'
import type { ToolCall } from '../tool-call.ts'
import { todoSayings } from './todos.ts'
import { calledSaying, outcomeOf, returnedSayings } from './tools.ts'
import type { Told } from './wire.ts'

/** What a delivery of the plugin means. */
export const meaningOf = (told: Told): Meaning =>
  (Object.hasOwn(READERS, told.hook) ? READERS[told.hook]?.(told) : undefined) ??
  'an event that carries nothing to keep'

const READERS: Readonly<Record<string, (told: Told) => Meaning>> = {
  'session.start': (told) => ({ turn: { kind: 'start', source: sourceOf(told.source) }, says: [] }),
  'session.created': subagentStarted,
  'chat.message': prompt,
  'tool.execute.before': (told) => called(told, (call) => says(calledSaying(call))),
  'tool.execute.after': (told) => called(told, (call) => returned(call, told)),
  'tool.failed': (told) => called(told, (call) => failed(call, told)),
  'session.idle': (told) => (told.subagent ? subagentStopped(told.subagent, told) : stop(told)),
  'session.compacting': compacting,
  'session.compacted': compacted,
  'session.error': (told) => notice(told, told.kind ? `error: ${told.kind}` : 'error'),
  'session.interrupted': (told) => says(saying(TurnInterrupted, [told.messageID ?? String(told.at)], {})),
  'permission.asked': (told) => notice(told, 'asks for permission'),
  'question.asked': (told) => notice(told, 'asks a question'),
  'todo.updated': (told) =>
    told.subagent
      ? 'what a sub-agent plans for itself'
      : says(...todoSayings(told.sessionID, told.todos ?? [])),
  dispose: () => ({ turn: { kind: 'end', reason: 'exit' }, says: [] }),
}

function prompt(told: Told): Meaning {
  if (told.subagent) return 'a prompt of a sub-agent'
  const text = withoutOwnWords(told.text ?? '')
  if (text === '') return 'a prompt without text'
  const source = [told.messageID ?? String(told.at)]
  return {
    turn: { kind: 'prompt' },
    says: [saying(PromptSubmitted, source, { text: shortened(text), origin: 'user' })],
  }
}

function called(told: Told, meaning: (call: ToolCall) => Meaning): Meaning {
  if (!told.callID || !told.tool) return 'a tool without a name or an id'
  return meaning({
    id: told.callID,
    tool: told.tool,
    input: told.args,
    directory: told.directory ?? undefined,
    subagent: told.subagent ?? undefined,
  })
}

const returned = (call: ToolCall, { output, metadata, durationMs }: Told): Meaning =>
  says(
    ...returnedSayings(call, {
      outcome: outcomeOf(output, metadata),
      output,
      metadata,
      durationMs: durationMs ?? undefined,
    }),
  )

const failed = (call: ToolCall, { error, isInterrupted, durationMs }: Told): Meaning =>
  says(
    ...returnedSayings(call, {
      outcome: isInterrupted ? 'interrupted' : 'failed',
      output: error ?? undefined,
      durationMs: durationMs ?? undefined,
    }),
  )

function stop(told: Told): Meaning {
  const turn = { kind: 'stop', isContinued: false } as const
  if (!told.messageID) return { turn, says: [] }
  const text = withoutOwnWords(told.text ?? '')
  const { model, inputTokens, outputTokens } = told
  const response = saying(ResponseCompleted, [told.messageID, hash16(text)], {
    ...(text && { text: shortened(text) }),
    ...(model && { model: label(model) }),
    ...(typeof inputTokens === 'number' && { inputTokens }),
    ...(typeof outputTokens === 'number' && { outputTokens }),
  })
  return { turn, says: [response, ...measured(told)] }
}

/** How large the window of its model is, it does not say. */
const measured = ({ messageID, contextTokens: used }: Told): readonly Saying[] =>
  used ? [saying(ContextMeasured, [messageID ?? '', String(used)], { used, source: 'opencode' })] : []

function subagentStarted(told: Told): Meaning {
  if (!told.subagent) return 'a session starts with its first prompt'
  return says(
    saying(SubagentStarted, [told.subagent], {
      ...subagentOf(told.subagent, told),
      ...(told.text && { task: shortened(told.text) }),
    }),
  )
}

function subagentStopped(subagent: string, told: Told): Meaning {
  const text = told.text ?? ''
  return says(
    saying(SubagentStopped, [subagent, hash16(text)], {
      ...subagentOf(subagent, told),
      ...(text && { text: shortened(text) }),
    }),
  )
}

const subagentOf = (id: string, { kind }: Told) => ({
  subagent: label(id),
  ...(kind && { kind: label(kind) }),
})

function compacting(told: Told): Meaning {
  const trigger = triggerOf(told.trigger)
  const source = [String(told.at), told.trigger ?? '']
  return {
    turn: { kind: 'compacting', trigger },
    says: [saying(ContextCompacting, source, { ...(trigger && { trigger }) })],
  }
}

function compacted(told: Told): Meaning {
  const trigger = triggerOf(told.trigger)
  const summary = withoutOwnWords(told.text ?? '')
  return says(
    saying(ContextCompacted, [told.id ?? String(told.at), told.trigger ?? ''], {
      ...(trigger && { trigger }),
      ...(summary && { summary: shortened(summary) }),
    }),
  )
}

function notice(told: Told, kind: string): Meaning {
  const text = told.text ?? ''
  return says(
    saying(AgentNoticed, [told.hook, told.id ?? String(told.at), hash16(text)], {
      kind: label(kind),
      ...(text && { text: shortened(text) }),
    }),
  )
}
