import { ToolCalled, ToolReturned } from '../../event/tool.ts'
import { type EventDraft, eventDraft } from '../event-draft.ts'
import { fieldOf, jsonText, textField, textOf } from '../field.ts'
import { changesIn, type FileChange, fileChangeDrafts } from '../file-changes.ts'
import { label, shortened } from '../stored-text.ts'
import { testRunDrafts } from '../test-runs/recognise.ts'
import { type Outcome, outcomeOfCode, outcomeOfOutput, type ToolCall } from '../tool-call.ts'

interface ToolResult {
  readonly outcome: Outcome
  readonly response: unknown
  readonly durationMs?: number | undefined
  /** The outcome is that of an exit code, which the transcript has and the response not. */
  readonly hasCode?: boolean
}

const PATCH = 'apply_patch'

export const toolCallDraft = (call: ToolCall): EventDraft =>
  eventDraft(ToolCalled, [call.id], { ...aboutCall(call), ...inputOf(call) }, call.at)

/** What a tool's return says: that it returned, and what it did to files. */
export function toolResultDrafts(call: ToolCall, result: ToolResult): readonly EventDraft[] {
  const output = textOf(result.response)
  const duration = result.durationMs
  const returned = eventDraft(
    ToolReturned,
    [call.id],
    {
      ...aboutCall(call),
      // What a patch did is told by the changes of the files, unless it did nothing.
      ...(call.tool === PATCH && result.outcome === 'ok' ? {} : inputOf(call)),
      outcome: result.outcome,
      ...(output && { output: shortened(output) }),
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
 * Codex gives a failing command as any other, and no exit code with it. Where the text begins with the header that its
 * own tools write, the code stands there; else a shell command is judged by the end of what it printed.
 */
export function outcomeOf(tool: string, response: unknown): Outcome {
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

/** How the header of its own tools begins; what a command prints may hold such lines further below. */
const HEADER = /^(?:Exit code|Wall time|Chunk ID|Process exited with code)[: ]/
const REFUSED =
  /^(?:apply_patch verification failed|patch rejected|exec_command failed|execution error|exec error|unsupported call|Command blocked by PreToolUse hook|command timed out after)\b/

function aboutCall(call: ToolCall) {
  const command = call.tool === PATCH ? undefined : commandIn(call.input)
  const paths = new Set(patchedBy(call).map(({ path }) => path))
  const [only] = paths
  return {
    call: label(call.id),
    tool: label(call.tool),
    ...(command && { command: shortened(command) }),
    ...(only && paths.size === 1 && { file: label(only) }),
    ...(call.subagent && { subagent: label(call.subagent) }),
  }
}

/** The input of a command is the command. */
function inputOf({ tool, input }: ToolCall): { input?: string } {
  const command = commandIn(input)
  if (tool !== PATCH && command) return {}
  const text = tool === PATCH && command ? command : typeof input === 'string' ? input : jsonText(input)
  return text && text !== '{}' ? { input: shortened(text) } : {}
}

const patchedBy = ({ tool, input, directory }: ToolCall): readonly FileChange[] =>
  tool === PATCH ? changesIn(commandIn(input) ?? '', directory) : []

/** A line for the shell, or the words of a command. */
export function commandIn(input: unknown): string | undefined {
  const command = fieldOf(input, 'command') ?? fieldOf(input, 'cmd')
  if (!Array.isArray(command)) return textField(input, 'command') ?? textField(input, 'cmd')
  const words = command.filter((word) => typeof word === 'string')
  return words.length === command.length ? words.join(' ') : undefined
}
