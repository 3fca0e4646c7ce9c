import { FileRead, ToolCalled, ToolReturned } from '../../event/tool.ts'
import {
  type EventDraft,
  eventDraft,
  outcomeOfCode,
  type ToolCall,
  type ToolOutcome,
} from '../event-draft.ts'
import { fieldOf, jsonText, numberField, textField, textOf } from '../field.ts'
import { absolutePath, changesIn, type FileChange, fileChangeDrafts } from '../file-changes.ts'
import { countLines, shorten, toLabel } from '../stored-text.ts'
import {
  answerDrafts,
  answerInText,
  planDraft,
  questionsIn,
  taskListDrafts,
  titleDrafts,
} from '../structured.ts'
import { testRunDrafts } from '../test-runs/recognise.ts'

interface OpencodeToolResult {
  readonly outcome: ToolOutcome
  readonly output: unknown
  readonly metadata?: unknown
  readonly durationMs?: number | undefined
}

export const toolCallDraft = (call: ToolCall): EventDraft =>
  eventDraft(ToolCalled, [call.id], { ...aboutCall(call), ...inputOf(call) }, call.at)

/** Drafts for a finished tool call: the result, test runs, files read and changed. */
export function toolResultDrafts(call: ToolCall, result: OpencodeToolResult): readonly EventDraft[] {
  const isFileChange = result.outcome === 'ok' && (WRITING.has(call.tool) || PATCHING.has(call.tool))
  const output = isFileChange ? undefined : textOf(result.output)
  const returned = eventDraft(
    ToolReturned,
    [call.id],
    {
      ...aboutCall(call),
      ...(isFileChange ? {} : inputOf(call)),
      outcome: result.outcome,
      ...(output && { output: shorten(output) }),
      ...(result.durationMs !== undefined && { durationMs: result.durationMs }),
    },
    call.at,
  )
  const { outcome } = result
  const command = call.tool === 'bash' ? textField(call.input, 'command') : undefined
  const tests = testRunDrafts({ source: [call.id], command, outcome, output, at: call.at })
  return [returned, ...tests, ...(outcome === 'ok' ? filesOf(call, result.metadata) : [])]
}

/** A failed tool triggers no hook. A failed command triggers one, with its exit code. */
export function outcomeOf(output: unknown, metadata: unknown): ToolOutcome {
  const code = numberField(metadata, 'exit')
  if (code !== undefined) return outcomeOfCode(code)
  const foot = (textOf(output) ?? '').slice(-500)
  if (/\nUser aborted the command\n<\/shell_metadata>$/.test(foot)) return 'interrupted'
  if (/\nshell tool terminated command after .{1,300}\n<\/shell_metadata>$/.test(foot)) return 'failed'
  return fieldOf(output, 'isError') === true ? 'failed' : 'ok'
}

/** Tools whose content is in `file.changed`. */
const WRITING: ReadonlySet<string> = new Set(['edit', 'write', 'multiedit'])
const PATCHING: ReadonlySet<string> = new Set(['apply_patch', 'patch'])

function aboutCall(call: ToolCall) {
  const command = textField(call.input, 'command')
  const file = pathIn(call)
  return {
    call: toLabel(call.id),
    tool: toLabel(call.tool),
    ...(command && call.tool === 'bash' && { command: shorten(command) }),
    ...(file && { file: toLabel(file) }),
    ...(call.subagent && { subagent: toLabel(call.subagent) }),
  }
}

/** The input as text. Omitted for commands, which have their own field. */
function inputOf({ tool, input }: ToolCall): { input?: string } {
  if (WRITING.has(tool) || tool === 'read') return {}
  if (tool === 'bash' && textField(input, 'command')) return {}
  const text = textField(input, 'patchText') ?? jsonText(input)
  return text && text !== '{}' ? { input: shorten(text) } : {}
}

function filesOf(call: ToolCall, metadata: unknown): readonly EventDraft[] {
  const origin = { source: [call.id], at: call.at }
  if (PATCHING.has(call.tool))
    return fileChangeDrafts(origin, changesIn(textField(call.input, 'patchText') ?? '', call.directory))
  const path = pathIn(call)
  if (!path) return []
  if (call.tool === 'read') return [eventDraft(FileRead, [call.id, path], { path: toLabel(path) }, call.at)]
  if (!WRITING.has(call.tool)) return []
  return fileChangeDrafts(
    origin,
    editsOf(call, metadata).map((edit) => ({ path, ...edit })),
  )
}

type FileEdit = Omit<FileChange, 'path'>

function editsOf({ tool, input }: ToolCall, metadata: unknown): readonly FileEdit[] {
  const edits = fieldOf(input, 'edits')
  if (tool === 'multiedit' && Array.isArray(edits)) return edits.map(editOf)
  const content = textField(input, 'content')
  if (tool !== 'write' || content === undefined) return [editOf(input)]
  const isNew = fieldOf(metadata, 'exists') === false
  return [{ change: isNew ? 'created' : 'edited', after: content, lines: countLines(content) }]
}

/** An edit whose old text is empty creates the file. */
function editOf(edit: unknown): FileEdit {
  const before = textField(edit, 'oldString')
  const after = textField(edit, 'newString')
  return {
    change: before === '' ? 'created' : 'edited',
    before: before || undefined,
    after,
    lines: after === undefined ? undefined : countLines(after),
  }
}

function pathIn({ input, directory }: ToolCall): string | undefined {
  const path = textField(input, 'filePath')
  return path ? absolutePath(directory, path) : undefined
}

interface OpencodeResult {
  readonly output: unknown
  readonly metadata?: unknown
}

/** The facts in a successful tool call: the user's answers, an approved plan, tasks. */
export function structuredDrafts(call: ToolCall, result: OpencodeResult): readonly EventDraft[] {
  if (call.subagent || !Object.hasOwn(READERS, call.tool)) return []
  return READERS[call.tool]?.(call, result) ?? []
}

const READERS: Readonly<Record<string, (call: ToolCall, result: OpencodeResult) => readonly EventDraft[]>> = {
  todowrite: (call) => taskListDrafts(originOf(call), fieldOf(call.input, 'todos'), 'content'),
  question: answered,
  plan_exit: planApproved,
}

const originOf = ({ id, at }: ToolCall) => ({ source: [id], at })

/** Answers are in the order of the questions. Each is a list of chosen options, or text that the user wrote. */
function answered(call: ToolCall, { output, metadata }: OpencodeResult): readonly EventDraft[] {
  const questions = questionsIn(call.input)
  const answers = fieldOf(metadata, 'answers')
  const text = textOf(output) ?? ''
  return answerDrafts(originOf(call), questions, (_, index) => {
    const given: unknown = Array.isArray(answers) ? answers[index] : undefined
    if (Array.isArray(given)) return given.filter((one) => typeof one === 'string').join(', ')
    return answerInText(text, questions, index)
  })
}

/** The plan is in a file. The `plan_exit` tool asks the user to approve it. */
function planApproved(call: ToolCall, { output }: OpencodeResult): readonly EventDraft[] {
  return /^User approved\b/.test(textOf(output) ?? '') ? [planDraft(originOf(call), {})] : []
}

/** A session without a title has a default name that contains its time. */
const NAMELESS = /^(?:new|child) session - \d{4}-/i

export const sessionTitleDrafts = (title: string | undefined, at?: number): readonly EventDraft[] =>
  title === undefined || NAMELESS.test(title) ? [] : titleDrafts('model', title, at)
