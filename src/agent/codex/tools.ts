import { ToolCalled, ToolReturned } from '../../event/tool.ts'
import { GoalSet } from '../../event/work.ts'
import {
  type EventDraft,
  eventDraft,
  outcomeOfCode,
  outcomeOfOutput,
  type ToolCall,
  type ToolOutcome,
} from '../event-draft.ts'
import { fieldOf, jsonText, numberField, textField, textOf } from '../field.ts'
import { changesIn, type FileChange, fileChangeDrafts } from '../file-changes.ts'
import { shorten, toLabel } from '../stored-text.ts'
import { answerDrafts, questionsIn, taskListDrafts } from '../structured.ts'
import { testRunDrafts } from '../test-runs/recognise.ts'

interface CodexToolResult {
  readonly outcome: ToolOutcome
  readonly response: unknown
  readonly durationMs?: number | undefined
  /** Whether the outcome comes from a transcript field, such as the exit code. Hooks have no such field. */
  readonly hasCode?: boolean
}

const PATCH = 'apply_patch'

export const toolCallDraft = (call: ToolCall): EventDraft =>
  eventDraft(ToolCalled, [call.id], { ...aboutCall(call), ...inputOf(call) }, call.at)

/** Drafts for a finished tool call: the result, test runs and file changes. */
export function toolResultDrafts(call: ToolCall, result: CodexToolResult): readonly EventDraft[] {
  const output = textOf(result.response)
  const duration = result.durationMs
  const returned = eventDraft(
    ToolReturned,
    [call.id],
    {
      ...aboutCall(call),
      // `file.changed` contains the content of an applied patch.
      ...(call.tool === PATCH && result.outcome === 'ok' ? {} : inputOf(call)),
      outcome: result.outcome,
      ...(output && { output: shorten(output) }),
      ...(duration !== undefined && duration >= 0 && { durationMs: Math.trunc(duration) }),
    },
    call.at,
  )
  const command = call.tool === PATCH ? undefined : commandIn(call.input)
  const { outcome } = result
  const isGuessed = !result.hasCode && codeIn(output ?? '') === undefined
  const tests = testRunDrafts({ source: [call.id], command, outcome, output, at: call.at, isGuessed })
  if (outcome !== 'ok') return [returned, ...tests]
  return [returned, ...tests, ...fileChangeDrafts({ source: [call.id], at: call.at }, patchedBy(call))]
}

/**
 * Codex reports a failed command like a successful one, without a field for the exit code. If the text begins with
 * the header of Codex's own tools, the header contains the code. Otherwise the end of a shell command's output
 * decides.
 */
export function outcomeOf(tool: string, response: unknown): ToolOutcome {
  const text = textOf(response) ?? ''
  if (/^(?:Wall time: .{1,40}\n)?aborted by user/.test(headerOf(text))) return 'interrupted'
  const code = codeIn(text)
  if (code !== undefined) return outcomeOfCode(code)
  if (REFUSED.test(text)) return 'failed'
  return tool === PATCH || tool === 'Bash' ? outcomeOfOutput(text) : 'ok'
}

const headerOf = (text: string): string => (text.split('\nOutput:\n', 1)[0] ?? '').slice(0, 400)

function codeIn(text: string): number | undefined {
  const header = headerOf(text)
  const code = /^(?:Process exited with code|Exit code:) (-?\d{1,10})$/m.exec(header)?.[1]
  return code !== undefined && HEADER.test(header) ? Number(code) : undefined
}

/** Start of the header. Command output may contain similar lines further down. */
const HEADER = /^(?:Exit code|Wall time|Chunk ID|Process exited with code)[: ]/
const REFUSED =
  /^(?:apply_patch verification failed|patch rejected|exec_command failed|execution error|exec error|unsupported call|Command blocked by PreToolUse hook|command timed out after)\b/

function aboutCall(call: ToolCall) {
  const command = call.tool === PATCH ? undefined : commandIn(call.input)
  const paths = new Set(patchedBy(call).map(({ path }) => path))
  const [only] = paths
  return {
    call: toLabel(call.id),
    tool: toLabel(call.tool),
    ...(command && { command: shorten(command) }),
    ...(only && paths.size === 1 && { file: toLabel(only) }),
    ...(call.subagent && { subagent: toLabel(call.subagent) }),
  }
}

/** The input as text. Omitted for commands, which have their own field. */
function inputOf({ tool, input }: ToolCall): { input?: string } {
  const command = commandIn(input)
  if (tool !== PATCH && command) return {}
  const text = tool === PATCH && command ? command : typeof input === 'string' ? input : jsonText(input)
  return text && text !== '{}' ? { input: shorten(text) } : {}
}

const patchedBy = ({ tool, input, directory }: ToolCall): readonly FileChange[] =>
  tool === PATCH ? changesIn(commandIn(input) ?? '', directory) : []

/** The command line, or an argument list joined with spaces. */
export function commandIn(input: unknown): string | undefined {
  const command = fieldOf(input, 'command') ?? fieldOf(input, 'cmd')
  if (!Array.isArray(command)) return textField(input, 'command') ?? textField(input, 'cmd')
  const words = command.filter((word) => typeof word === 'string')
  return words.length === command.length ? words.join(' ') : undefined
}

/** The facts in a successful tool call: the user's answers, the plan as a task list, a goal. */
export function structuredDrafts(call: ToolCall, response: unknown): readonly EventDraft[] {
  if (call.subagent || !Object.hasOwn(READERS, call.tool)) return []
  return READERS[call.tool]?.(call, response) ?? []
}

const READERS: Readonly<Record<string, (call: ToolCall, response: unknown) => readonly EventDraft[]>> = {
  update_plan: (call) => taskListDrafts(originOf(call), fieldOf(call.input, 'plan'), 'step'),
  request_user_input: answered,
  create_goal: goalCreated,
}

const originOf = ({ id, at }: ToolCall) => ({ source: [id], at })

/** The answers are keyed by question id. Each contains the chosen options and the text that the user wrote. */
function answered(call: ToolCall, response: unknown): readonly EventDraft[] {
  const answers = fieldOf(objectIn(response), 'answers')
  return answerDrafts(originOf(call), questionsIn(call.input), ({ id }) => {
    const given = id === undefined ? undefined : fieldOf(fieldOf(answers, id), 'answers')
    const texts = Array.isArray(given) ? given.filter((text) => typeof text === 'string') : []
    return texts.map((text) => text.replace(WRITTEN, '')).join(', ')
  })
}
const WRITTEN = /^user_note:\s*/

/** Hooks send the result as text; some versions send an object. */
function objectIn(response: unknown): unknown {
  if (fieldOf(response, 'answers') !== undefined) return response
  const text = textOf(response) ?? ''
  try {
    return JSON.parse(text.slice(Math.max(0, text.indexOf('{'))))
  } catch {
    return undefined // not answered, or cut
  }
}

function goalCreated(call: ToolCall): readonly EventDraft[] {
  const text = textField(call.input, 'objective')?.trim()
  return text ? [eventDraft(GoalSet, [call.id], { text: shorten(text), origin: 'assistant' }, call.at)] : []
}

/**
 * In code mode the model has one tool, `exec`, which runs a script that calls the real tools. Hooks report the
 * script's calls and never the script, so a rollout is read the same way: `exec` and `wait` are skipped, and the
 * calls are taken from the items that Codex writes when each one completes.
 */
export function isScriptCall(item: unknown): boolean {
  const name = textField(item, 'name')
  if (textField(item, 'type') === 'custom_tool_call') return name === 'exec'
  return name === 'wait' && (textField(item, 'arguments') ?? '').includes('"cell_id"')
}

/** One tool call of a script, with its result. */
interface NestedCall {
  readonly id: string
  readonly tool: string
  readonly input: unknown
  readonly response: unknown
  readonly outcome: ToolOutcome
  readonly hasCode: boolean
}

/** Calls outside a script also produce these items, but with ids from the model API. */
const NESTED_ID = /^exec-/

export function nestedCallIn(item: unknown): NestedCall | undefined {
  const id = textField(item, 'id')
  if (!id || !NESTED_ID.test(id)) return undefined
  switch (textField(item, 'type')) {
    case 'CommandExecution':
      return commandRun(id, item)
    case 'FileChange':
      return patchApplied(id, item)
    case 'McpToolCall':
      return mcpCalled(id, item)
    default:
      return undefined
  }
}

function commandRun(id: string, item: unknown): NestedCall {
  const code = numberField(item, 'exit_code')
  return {
    id,
    tool: 'Bash',
    input: { command: shellLine(fieldOf(item, 'command')) },
    response: fieldOf(item, 'aggregated_output'),
    outcome: code === undefined ? outcomeOfStatus(item) : outcomeOfCode(code),
    hasCode: code !== undefined,
  }
}

/** Hooks report only the command line. The item also contains the shell. */
function shellLine(words: unknown): unknown {
  if (!Array.isArray(words) || words.length !== 3) return words
  return /^-l?c$/.test(String(words[1])) ? words[2] : words
}

function patchApplied(id: string, item: unknown): NestedCall {
  return {
    id,
    tool: 'apply_patch',
    input: { command: patchOf(fieldOf(item, 'changes')) },
    response: textField(item, 'stdout') || textField(item, 'stderr'),
    outcome: outcomeOfStatus(item),
    hasCode: false,
  }
}

/** Rebuilds an equivalent patch. The original is part of the script, which may compute it. */
function patchOf(changes: unknown): string {
  const files = typeof changes === 'object' && changes !== null ? Object.entries(changes) : []
  return [
    '*** Begin Patch',
    ...files.flatMap(([path, change]) => sectionOf(path, change)),
    '*** End Patch',
    '',
  ].join('\n')
}

function sectionOf(path: string, change: unknown): readonly string[] {
  switch (textField(change, 'type')) {
    case 'add':
      return [`*** Add File: ${path}`, ...linesOf(textField(change, 'content')).map((line) => `+${line}`)]
    case 'delete':
      return [`*** Delete File: ${path}`]
    case 'update': {
      const target = textField(change, 'move_path')
      const move = target ? [`*** Move to: ${target}`] : []
      return [`*** Update File: ${path}`, ...move, ...linesOf(textField(change, 'unified_diff'))]
    }
    default:
      return []
  }
}

const linesOf = (text = ''): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

function mcpCalled(id: string, item: unknown): NestedCall {
  return {
    id,
    tool: `mcp__${textField(item, 'server') ?? ''}__${textField(item, 'tool') ?? ''}`,
    input: fieldOf(item, 'arguments'),
    response: fieldOf(item, 'result') ?? fieldOf(item, 'error'),
    outcome: outcomeOfStatus(item),
    hasCode: true,
  }
}

const outcomeOfStatus = (item: unknown): ToolOutcome =>
  textField(item, 'status') === 'completed' ? 'ok' : 'failed'
