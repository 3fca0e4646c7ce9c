import { FileRead, ToolCalled, ToolReturned } from '../../event/tool.ts'
import { type EventDraft, eventDraft, hash16 } from '../event-draft.ts'
import { fieldOf, jsonText, numberField, textField, textOf } from '../field.ts'
import { absolutePath, type FileChange, fileChangeDrafts } from '../file-changes.ts'
import { label, linesIn, shortened } from '../stored-text.ts'
import { testRunDrafts } from '../test-runs/recognise.ts'
import { type Outcome, outcomeOfCode } from '../tool-call.ts'

/**
 * One use of a tool. The client gives it no id. What is called and with what is the same before and after, so that
 * names the call; when it was told makes two calls of the same kind two facts.
 */
export interface ToolCall {
  readonly tool: string
  readonly input: unknown
  readonly moment: string
  readonly directory?: string | undefined
  readonly at?: number | undefined
}
interface ToolResult {
  readonly outcome: Outcome
  readonly response: unknown
}

export const callOf = ({ tool, input }: Pick<ToolCall, 'tool' | 'input'>): string =>
  hash16(`${tool} ${jsonText(input) ?? ''}`)
const sourceOf = (call: ToolCall): readonly string[] => [callOf(call), call.moment]

export const toolCallDraft = (call: ToolCall): EventDraft =>
  eventDraft(ToolCalled, sourceOf(call), { ...aboutCall(call), ...inputOf(call) }, call.at)

/** What a tool's return says: that it returned, and what was read or changed. */
export function toolResultDrafts(call: ToolCall, { outcome, response }: ToolResult): readonly EventDraft[] {
  const output = outcome === 'ok' && WRITING.has(call.tool) ? undefined : outputOf(response)
  const returned = eventDraft(
    ToolReturned,
    sourceOf(call),
    { ...aboutCall(call), ...inputOf(call), outcome, ...(output && { output: shortened(output) }) },
    call.at,
  )
  const command = call.tool === SHELL ? textField(call.input, 'command') : undefined
  const tests = testRunDrafts({ source: sourceOf(call), command, outcome, output, at: call.at })
  return [returned, ...tests, ...(outcome === 'ok' ? filesOf(call, response) : [])]
}

const SHELL = 'run_shell_command'
/** What is written is told by the change of the file. */
const WRITING: ReadonlySet<string> = new Set(['write_file', 'replace'])

/** A failing command is a success of the tool that ran it; its code stands below what it printed. */
export function outcomeOf(tool: string, response: unknown): Outcome {
  const text = outputOf(response) ?? ''
  if (tool === SHELL && text.startsWith('Command was cancelled by user')) return 'interrupted'
  if (tool === SHELL && text.startsWith('Command was automatically cancelled')) return 'failed'
  if (typeof fieldOf(response, 'error') === 'object' && fieldOf(response, 'error') !== null) return 'failed'
  return tool === SHELL ? outcomeOfFoot(text) : 'ok'
}

const FOOT = /^(Error|Exit Code|Signal|Background PIDs|Process Group PGID): (.*)$/

function outcomeOfFoot(text: string): Outcome {
  for (const line of text.slice(-2048).split('\n').reverse()) {
    const [, name, value = ''] = FOOT.exec(line) ?? []
    if (!name) return 'ok'
    if (name === 'Signal' || name === 'Error') return 'failed'
    if (name === 'Exit Code') return outcomeOfCode(Number(value))
  }
  return 'ok'
}

function aboutCall(call: ToolCall) {
  const command = call.tool === SHELL ? textField(call.input, 'command') : undefined
  const file = pathIn(call)
  return {
    call: callOf(call),
    tool: label(call.tool),
    ...(command && { command: shortened(command) }),
    ...(file && { file: label(file) }),
  }
}

/** The input of a command is the command. */
function inputOf({ tool, input }: ToolCall): { input?: string } {
  if (WRITING.has(tool) || tool === 'read_file') return {}
  if (tool === SHELL && textField(input, 'command')) return {}
  const text = jsonText(input)
  return text && text !== '{}' ? { input: shortened(text) } : {}
}

function filesOf(call: ToolCall, response: unknown): readonly EventDraft[] {
  const path = pathIn(call)
  if (!path) return []
  const source = sourceOf(call)
  if (call.tool === 'read_file')
    return [eventDraft(FileRead, [...source, path], { path: label(path) }, call.at)]
  if (!WRITING.has(call.tool)) return []
  return fileChangeDrafts({ source, at: call.at }, [{ path, ...changeOf(call, response) }])
}

function changeOf({ input }: ToolCall, response: unknown): Omit<FileChange, 'path'> {
  const display = fieldOf(response, 'returnDisplay')
  const after = textField(input, 'content') ?? textField(input, 'new_string')
  const added = numberField(fieldOf(display, 'diffStat'), 'model_added_lines')
  const isCount = added !== undefined && Number.isSafeInteger(added) && added >= 0
  return {
    change: fieldOf(display, 'isNewFile') === true ? 'created' : 'edited',
    before: textField(input, 'old_string') || undefined,
    after,
    lines: isCount ? added : after === undefined ? undefined : linesIn(after),
  }
}

function pathIn({ input, directory }: ToolCall): string | undefined {
  const path = textField(input, 'file_path') || textField(input, 'absolute_path')
  return path ? absolutePath(directory, path) : undefined
}

/** Without the fence that the client puts around what it does not trust. */
function outputOf(response: unknown): string | undefined {
  const text = textOf(fieldOf(response, 'llmContent'))
  return text?.replace(/^<untrusted_context>\n/, '').replace(/\n<\/untrusted_context>\s*$/, '')
}
