import { FileRead, ToolCalled, ToolReturned } from '../../event/tool.ts'
import { type EventDraft, eventDraft, hash16, outcomeOfCode, type ToolOutcome } from '../event-draft.ts'
import { fieldOf, jsonText, numberField, textField, textOf } from '../field.ts'
import { absolutePath, type FileChange, fileChangeDrafts } from '../file-changes.ts'
import { countLines, shorten, toLabel } from '../stored-text.ts'
import { answerDrafts, planDraft, questionsIn, summaryDrafts, taskListDrafts } from '../structured.ts'
import { testRunDrafts } from '../test-runs/recognise.ts'

/**
 * A tool call. The client sends no call id. Tool and input are the same before and after the call, so they
 * identify the call. The timestamp distinguishes two identical calls.
 */
export interface GeminiToolCall {
  readonly tool: string
  readonly input: unknown
  readonly moment: string
  readonly directory?: string | undefined
  readonly at?: number | undefined
}
interface GeminiToolResult {
  readonly outcome: ToolOutcome
  readonly response: unknown
}

export const callOf = ({ tool, input }: Pick<GeminiToolCall, 'tool' | 'input'>): string =>
  hash16(`${tool} ${jsonText(input) ?? ''}`)
const sourceOf = (call: GeminiToolCall): readonly string[] => [callOf(call), call.moment]

export const toolCallDraft = (call: GeminiToolCall): EventDraft =>
  eventDraft(ToolCalled, sourceOf(call), { ...aboutCall(call), ...inputOf(call) }, call.at)

/** Drafts for a finished tool call: the result, test runs, files read and changed. */
export function toolResultDrafts(
  call: GeminiToolCall,
  { outcome, response }: GeminiToolResult,
): readonly EventDraft[] {
  const output = outcome === 'ok' && WRITING.has(call.tool) ? undefined : outputOf(response)
  const returned = eventDraft(
    ToolReturned,
    sourceOf(call),
    { ...aboutCall(call), ...inputOf(call), outcome, ...(output && { output: shorten(output) }) },
    call.at,
  )
  const command = call.tool === SHELL ? textField(call.input, 'command') : undefined
  const tests = testRunDrafts({ source: sourceOf(call), command, outcome, output, at: call.at })
  return [returned, ...tests, ...(outcome === 'ok' ? filesOf(call, response) : [])]
}

const SHELL = 'run_shell_command'
/** Tools whose content is in `file.changed`. */
const WRITING: ReadonlySet<string> = new Set(['write_file', 'replace'])

/** Gemini CLI treats a failed command as a successful tool call, and puts the exit code after the output. */
export function outcomeOf(tool: string, response: unknown): ToolOutcome {
  const text = outputOf(response) ?? ''
  if (tool === SHELL && text.startsWith('Command was cancelled by user')) return 'interrupted'
  if (tool === SHELL && text.startsWith('Command was automatically cancelled')) return 'failed'
  if (typeof fieldOf(response, 'error') === 'object' && fieldOf(response, 'error') !== null) return 'failed'
  return tool === SHELL ? outcomeOfFoot(text) : 'ok'
}

const FOOT = /^(Error|Exit Code|Signal|Background PIDs|Process Group PGID): (.*)$/

function outcomeOfFoot(text: string): ToolOutcome {
  for (const line of text.slice(-2048).split('\n').reverse()) {
    const [, name, value = ''] = FOOT.exec(line) ?? []
    if (!name) return 'ok'
    if (name === 'Signal' || name === 'Error') return 'failed'
    if (name === 'Exit Code') return outcomeOfCode(Number(value))
  }
  return 'ok'
}

function aboutCall(call: GeminiToolCall) {
  const command = call.tool === SHELL ? textField(call.input, 'command') : undefined
  const file = pathIn(call)
  return {
    call: callOf(call),
    tool: toLabel(call.tool),
    ...(command && { command: shorten(command) }),
    ...(file && { file: toLabel(file) }),
  }
}

/** The input as text. Omitted for commands, which have their own field. */
function inputOf({ tool, input }: GeminiToolCall): { input?: string } {
  if (WRITING.has(tool) || tool === 'read_file') return {}
  if (tool === SHELL && textField(input, 'command')) return {}
  const text = jsonText(input)
  return text && text !== '{}' ? { input: shorten(text) } : {}
}

function filesOf(call: GeminiToolCall, response: unknown): readonly EventDraft[] {
  const path = pathIn(call)
  if (!path) return []
  const source = sourceOf(call)
  if (call.tool === 'read_file')
    return [eventDraft(FileRead, [...source, path], { path: toLabel(path) }, call.at)]
  if (!WRITING.has(call.tool)) return []
  return fileChangeDrafts({ source, at: call.at }, [{ path, ...changeOf(call, response) }])
}

function changeOf({ input }: GeminiToolCall, response: unknown): Omit<FileChange, 'path'> {
  const display = fieldOf(response, 'returnDisplay')
  const after = textField(input, 'content') ?? textField(input, 'new_string')
  const added = numberField(fieldOf(display, 'diffStat'), 'model_added_lines')
  const isCount = added !== undefined && Number.isSafeInteger(added) && added >= 0
  return {
    change: fieldOf(display, 'isNewFile') === true ? 'created' : 'edited',
    before: textField(input, 'old_string') || undefined,
    after,
    lines: isCount ? added : after === undefined ? undefined : countLines(after),
  }
}

function pathIn({ input, directory }: GeminiToolCall): string | undefined {
  const path = textField(input, 'file_path') || textField(input, 'absolute_path')
  return path ? absolutePath(directory, path) : undefined
}

/** Removes the fence that the client puts around untrusted output. */
function outputOf(response: unknown): string | undefined {
  const text = textOf(fieldOf(response, 'llmContent'))
  return text?.replace(/^<untrusted_context>\n/, '').replace(/\n<\/untrusted_context>\s*$/, '')
}

/** The facts in a successful tool call: the user's answers, an approved plan, tasks, the topic. */
export function structuredDrafts(call: GeminiToolCall, response: unknown): readonly EventDraft[] {
  if (!Object.hasOwn(READERS, call.tool)) return []
  return READERS[call.tool]?.(call, textOf(fieldOf(response, 'llmContent')) ?? '') ?? []
}

const READERS: Readonly<Record<string, (call: GeminiToolCall, output: string) => readonly EventDraft[]>> = {
  write_todos: (call) => taskListDrafts(originOf(call), fieldOf(call.input, 'todos'), 'description'),
  ask_user: answered,
  exit_plan_mode: planApproved,
  update_topic: topicChanged,
}

const originOf = (call: GeminiToolCall) => ({ source: [callOf(call), call.moment], at: call.at })

/** The answers are keyed by the number of the question. */
function answered(call: GeminiToolCall, output: string): readonly EventDraft[] {
  const answers = answersIn(output)
  return answerDrafts(originOf(call), questionsIn(call.input), (_, index) =>
    textField(answers, String(index)),
  )
}

function answersIn(output: string): unknown {
  try {
    return fieldOf(JSON.parse(output), 'answers')
  } catch {
    return undefined // dismissed without an answer
  }
}

function planApproved(call: GeminiToolCall, output: string): readonly EventDraft[] {
  if (!/^Plan approved\b/i.test(output.trim())) return []
  const file = STORED_AT.exec(output)?.[1] ?? textField(call.input, 'plan_path')
  return [planDraft(originOf(call), { file })]
}
const STORED_AT = /plan is stored at: (\S{1,1000}\.md)\b/

/** The agent names the part of the work that it is starting. */
function topicChanged(call: GeminiToolCall): readonly EventDraft[] {
  const [title, intent] = [textField(call.input, 'title'), textField(call.input, 'strategic_intent')]
  const text = [title, textField(call.input, 'summary') ?? intent].filter(Boolean).join(': ')
  return summaryDrafts('topic', text, call.at)
}
