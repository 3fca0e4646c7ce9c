import { ToolCalled, ToolReturned } from '../../event/tool.ts'
import { type EventDraft, eventDraft } from '../event-draft.ts'
import { fieldOf, jsonText, textField, textOf } from '../field.ts'
import { changesIn, type FileChange, fileChangeDrafts } from '../file-changes.ts'
import { shorten, toLabel } from '../stored-text.ts'
import { testRunDrafts } from '../test-runs/recognise.ts'
import { outcomeOfCode, outcomeOfOutput, type ToolCall, type ToolOutcome } from '../tool-call.ts'

interface CodexToolResult {
  readonly outcome: ToolOutcome
  readonly response: unknown
  readonly durationMs?: number | undefined
  /** The outcome comes from an exit code. Only the transcript contains it. */
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
 * Codex reports a failed command like any other, without an exit code. If the text begins with the header of Codex's
 * own tools, the header contains the code. Otherwise a shell command is judged by the end of its output.
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

/** Commands have a separate field. */
function inputOf({ tool, input }: ToolCall): { input?: string } {
  const command = commandIn(input)
  if (tool !== PATCH && command) return {}
  const text = tool === PATCH && command ? command : typeof input === 'string' ? input : jsonText(input)
  return text && text !== '{}' ? { input: shorten(text) } : {}
}

const patchedBy = ({ tool, input, directory }: ToolCall): readonly FileChange[] =>
  tool === PATCH ? changesIn(commandIn(input) ?? '', directory) : []

/** A shell line, or an argument list joined with spaces. */
export function commandIn(input: unknown): string | undefined {
  const command = fieldOf(input, 'command') ?? fieldOf(input, 'cmd')
  if (!Array.isArray(command)) return textField(input, 'command') ?? textField(input, 'cmd')
  const words = command.filter((word) => typeof word === 'string')
  return words.length === command.length ? words.join(' ') : undefined
}
