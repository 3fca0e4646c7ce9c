import { fieldOf, numberField, textField } from '../field.ts'
import { outcomeOfCode, type ToolOutcome } from '../tool-call.ts'

/**
 * In code mode the model has one tool, `exec`, and gives it a script that calls the real tools. Hooks report the
 * script's calls and never the script, so a rollout is read the same way: `exec` and `wait` are skipped, and the calls
 * are taken from the items that Codex writes when each one completes.
 */
export function isScriptCall(item: unknown): boolean {
  const name = textField(item, 'name')
  if (textField(item, 'type') === 'custom_tool_call') return name === 'exec'
  return name === 'wait' && (textField(item, 'arguments') ?? '').includes('"cell_id"')
}

/** One tool call of a script, with its result. */
export interface NestedCall {
  readonly id: string
  readonly tool: string
  readonly input: unknown
  readonly response: unknown
  readonly outcome: ToolOutcome
  readonly hasCode: boolean
}

/** Calls outside a script have the same items, under ids of the model API. */
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

/** Hooks report the shell line. The item also contains the shell itself. */
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
