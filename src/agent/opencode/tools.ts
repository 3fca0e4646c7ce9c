import { FileRead, ToolCalled, ToolReturned } from '../../event/tool.ts'
import { type EventDraft, eventDraft } from '../event-draft.ts'
import { fieldOf, jsonText, numberField, textField, textOf } from '../field.ts'
import { absolutePath, changesIn, type FileChange, fileChangeDrafts } from '../file-changes.ts'
import { label, linesIn, shortened } from '../stored-text.ts'
import { testRunDrafts } from '../test-runs/recognise.ts'
import { type Outcome, outcomeOfCode, type ToolCall } from '../tool-call.ts'

interface ToolResult {
  readonly outcome: Outcome
  readonly output: unknown
  readonly metadata?: unknown
  readonly durationMs?: number | undefined
}

export const toolCallDraft = (call: ToolCall): EventDraft =>
  eventDraft(ToolCalled, [call.id], { ...aboutCall(call), ...inputOf(call) }, call.at)

/** What a tool's return says: that it returned, and what was read or changed. */
export function toolResultDrafts(call: ToolCall, result: ToolResult): readonly EventDraft[] {
  const isTold = result.outcome === 'ok' && (WRITING.has(call.tool) || PATCHING.has(call.tool))
  const output = isTold ? undefined : textOf(result.output)
  const returned = eventDraft(
    ToolReturned,
    [call.id],
    {
      ...aboutCall(call),
      ...(isTold ? {} : inputOf(call)),
      outcome: result.outcome,
      ...(output && { output: shortened(output) }),
      ...(result.durationMs !== undefined && { durationMs: result.durationMs }),
    },
    call.at,
  )
  const { outcome } = result
  const command = call.tool === 'bash' ? textField(call.input, 'command') : undefined
  const tests = testRunDrafts({ source: [call.id], command, outcome, output, at: call.at })
  return [returned, ...tests, ...(outcome === 'ok' ? filesOf(call, result.metadata) : [])]
}

/** A tool that fails never returns; a command that fails does, with its code. */
export function outcomeOf(output: unknown, metadata: unknown): Outcome {
  const code = numberField(metadata, 'exit')
  if (code !== undefined) return outcomeOfCode(code)
  const foot = (textOf(output) ?? '').slice(-500)
  if (/\nUser aborted the command\n<\/shell_metadata>$/.test(foot)) return 'interrupted'
  if (/\nshell tool terminated command after .{1,300}\n<\/shell_metadata>$/.test(foot)) return 'failed'
  return fieldOf(output, 'isError') === true ? 'failed' : 'ok'
}

/** What is written is told by the change of the file. */
const WRITING: ReadonlySet<string> = new Set(['edit', 'write', 'multiedit'])
const PATCHING: ReadonlySet<string> = new Set(['apply_patch', 'patch'])

function aboutCall(call: ToolCall) {
  const command = textField(call.input, 'command')
  const file = pathIn(call)
  return {
    call: label(call.id),
    tool: label(call.tool),
    ...(command && call.tool === 'bash' && { command: shortened(command) }),
    ...(file && { file: label(file) }),
    ...(call.subagent && { subagent: label(call.subagent) }),
  }
}

/** The input of a command is the command. */
function inputOf({ tool, input }: ToolCall): { input?: string } {
  if (WRITING.has(tool) || tool === 'read') return {}
  if (tool === 'bash' && textField(input, 'command')) return {}
  const text = textField(input, 'patchText') ?? jsonText(input)
  return text && text !== '{}' ? { input: shortened(text) } : {}
}

function filesOf(call: ToolCall, metadata: unknown): readonly EventDraft[] {
  const told = { source: [call.id], at: call.at }
  if (PATCHING.has(call.tool))
    return fileChangeDrafts(told, changesIn(textField(call.input, 'patchText') ?? '', call.directory))
  const path = pathIn(call)
  if (!path) return []
  if (call.tool === 'read') return [eventDraft(FileRead, [call.id, path], { path: label(path) }, call.at)]
  if (!WRITING.has(call.tool)) return []
  return fileChangeDrafts(
    told,
    editsOf(call, metadata).map((edit) => ({ path, ...edit })),
  )
}

type Edit = Omit<FileChange, 'path'>

function editsOf({ tool, input }: ToolCall, metadata: unknown): readonly Edit[] {
  const edits = fieldOf(input, 'edits')
  if (tool === 'multiedit' && Array.isArray(edits)) return edits.map(editOf)
  const content = textField(input, 'content')
  if (tool !== 'write' || content === undefined) return [editOf(input)]
  const isNew = fieldOf(metadata, 'exists') === false
  return [{ change: isNew ? 'created' : 'edited', after: content, lines: linesIn(content) }]
}

/** An edit that replaces nothing makes the file. */
function editOf(edit: unknown): Edit {
  const before = textField(edit, 'oldString')
  const after = textField(edit, 'newString')
  return {
    change: before === '' ? 'created' : 'edited',
    before: before || undefined,
    after,
    lines: after === undefined ? undefined : linesIn(after),
  }
}

function pathIn({ input, directory }: ToolCall): string | undefined {
  const path = textField(input, 'filePath')
  return path ? absolutePath(directory, path) : undefined
}
