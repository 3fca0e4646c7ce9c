import { FileRead, ToolCalled, ToolReturned } from '../../event/tool.ts'
import { type EventDraft, eventDraft, type ToolCall } from '../event-draft.ts'
import { fieldOf, jsonText, textField, textOf } from '../field.ts'
import { type FileChange, fileChangeDrafts } from '../file-changes.ts'
import { countLines, shorten, toLabel } from '../stored-text.ts'
import { testRunDrafts } from '../test-runs/recognise.ts'

interface ClaudeToolResult {
  readonly outcome: 'ok' | 'failed' | 'interrupted'
  /** A tool-specific object, or text. */
  readonly response: unknown
  readonly durationMs?: number | undefined
}

export const toolCallDraft = (call: ToolCall): EventDraft =>
  eventDraft(ToolCalled, [call.id], { ...aboutCall(call), ...inputOf(call) }, call.at)

/** Drafts for a finished tool call: the result, test runs and file changes. */
export function toolResultDrafts(call: ToolCall, result: ClaudeToolResult): readonly EventDraft[] {
  const output = outputOf(result.response)
  const duration = result.durationMs
  const returned = eventDraft(
    ToolReturned,
    [call.id],
    {
      ...aboutCall(call),
      ...inputOf(call),
      outcome: result.outcome,
      ...(output && { output: shorten(output) }),
      ...(duration !== undefined && duration >= 0 && { durationMs: Math.trunc(duration) }),
    },
    call.at,
  )
  const tests = testRunDrafts({
    source: [call.id],
    command: textField(call.input, 'command'),
    outcome: result.outcome,
    output,
    at: call.at,
  })
  return [returned, ...tests, ...(result.outcome === 'ok' ? filesOf(call, result.response) : [])]
}

function aboutCall({ id, tool, input, subagent }: ToolCall) {
  const command = textField(input, 'command')
  const file = pathIn(input)
  return {
    call: toLabel(id),
    tool: toLabel(tool),
    ...(command && { command: shorten(command) }),
    ...(file && { file: toLabel(file) }),
    ...(subagent && { subagent: toLabel(subagent) }),
  }
}

/**
 * The input as text. Omitted for commands, which have their own field, and for written content, which
 * `file.changed` contains.
 */
function inputOf({ tool, input }: ToolCall): { input?: string } {
  if (textField(input, 'command') || WRITING.has(tool) || tool === 'Read') return {}
  const text = typeof input === 'string' ? input : jsonText(input)
  return text && text !== '{}' ? { input: shorten(text) } : {}
}

const WRITING = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit'])

function filesOf(call: ToolCall, response: unknown): readonly EventDraft[] {
  const path = pathIn(call.input)
  if (!path) return []
  if (call.tool === 'Read') return [eventDraft(FileRead, [call.id, path], { path: toLabel(path) }, call.at)]
  if (!WRITING.has(call.tool)) return []
  return fileChangeDrafts({ source: [call.id], at: call.at }, [{ path, ...changeOf(call, response) }])
}

function changeOf({ tool, input }: ToolCall, response: unknown): Omit<FileChange, 'path'> {
  const content = textField(input, 'content')
  if (tool === 'Write' && content !== undefined) {
    const isNew = textField(response, 'type') !== 'update' && fieldOf(response, 'originalFile') === null
    const change = isNew || textField(response, 'type') === 'create' ? 'created' : 'edited'
    return { change, lines: countLines(content), after: content }
  }
  const before = textField(input, 'old_string')
  const after = textField(input, 'new_string') ?? textField(input, 'new_source')
  return { change: 'edited', before, after, lines: after === undefined ? undefined : countLines(after) }
}

const pathIn = (input: unknown): string | undefined =>
  textField(input, 'file_path') || textField(input, 'notebook_path') || undefined

/** The text that a person would see in the client. */
function outputOf(response: unknown): string | undefined {
  if (typeof response === 'string') return response
  if (Array.isArray(response)) return textOf(response)
  const terminal = [textField(response, 'stdout'), textField(response, 'stderr')].filter(Boolean).join('\n')
  if (terminal) return terminal
  const file = textField(fieldOf(response, 'file'), 'content')
  if (file !== undefined) return file
  const content = fieldOf(response, 'content')
  if (Array.isArray(content)) return textOf(content)
  if (WROTE.some((key) => fieldOf(response, key) !== undefined)) return undefined // `file.changed` has the content
  const text = response === undefined || response === null ? undefined : jsonText(response)
  return text === '{}' || textField(response, 'stdout') === '' ? undefined : text
}
const WROTE = ['structuredPatch', 'originalFile'] as const
