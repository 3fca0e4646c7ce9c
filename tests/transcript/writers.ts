import { hash16 } from '../../src/agent/event-draft.ts'

/** A step of a synthetic session, independent of the client. */
export type TranscriptStep =
  | { readonly kind: 'prompt'; readonly text: string }
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'call'; readonly id: string; readonly command: string }
  | { readonly kind: 'result'; readonly id: string; readonly command: string; readonly output: string }

/** The transcript format of one client: a head and one line per step. */
export interface TranscriptWriter {
  readonly name: 'claude-code' | 'codex' | 'gemini-cli'
  /** The client's file name for a session. */
  file(session: string): string
  head(session: string): readonly string[]
  /** Ids and times are derived from `number`. */
  line(session: string, number: number, step: TranscriptStep): string
}

const BEGAN = Date.UTC(2026, 0, 16, 9)
export const momentAt = (number: number): number => BEGAN + number * 1000
export const timeOf = (number: number): string => new Date(momentAt(number)).toISOString()

export const claudeWriter: TranscriptWriter = {
  name: 'claude-code',
  file: (session) => `${session}.jsonl`,
  head: (session) => [JSON.stringify({ type: 'mode', mode: 'default', sessionId: session })],
  line: (session, number, step) => JSON.stringify(claudeRecord(session, number, step)),
}

export function claudeRecord(session: string, number: number, step: TranscriptStep): object {
  const heading = {
    parentUuid: number === 0 ? null : `uuid-${number - 1}`,
    isSidechain: false,
    uuid: `uuid-${number}`,
    timestamp: timeOf(number),
    cwd: '/work/app',
    sessionId: session,
    version: '2.1.0',
    gitBranch: 'main',
  }
  const record = (content: unknown) => ({
    ...heading,
    type: 'assistant',
    message: {
      id: `msg-${number}`,
      type: 'message',
      role: 'assistant',
      model: 'model-1',
      content: [content],
      usage: { input_tokens: 10, output_tokens: 5 },
    },
  })
  switch (step.kind) {
    case 'prompt':
      return {
        ...heading,
        promptId: `prompt-${number}`,
        type: 'user',
        message: { role: 'user', content: step.text },
      }
    case 'answer':
      return record({ type: 'text', text: step.text })
    case 'call':
      return record({ type: 'tool_use', id: step.id, name: 'Bash', input: { command: step.command } })
    case 'result':
      return {
        ...heading,
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: step.id, content: step.output, is_error: false }],
        },
        toolUseResult: { stdout: step.output, stderr: '', interrupted: false },
      }
  }
}

export const codexWriter: TranscriptWriter = {
  name: 'codex',
  file: (session) => `rollout-2026-11-16T09-00-00-${session}.jsonl`,
  head: (session) => [
    codexLine(-1, 'session_meta', {
      id: session,
      session_id: session,
      cwd: '/work/app',
      cli_version: '0.1.0',
    }),
  ],
  line: (_, number, step) => codexLine(number, 'response_item', codexItem(number, step)),
}

export const codexLine = (number: number, type: string, payload: object): string =>
  JSON.stringify({ timestamp: timeOf(number), ordinal: number + 1, type, payload })

function codexItem(number: number, step: TranscriptStep): object {
  switch (step.kind) {
    case 'prompt':
      return {
        type: 'message',
        id: `item-${number}`,
        role: 'user',
        content: [{ type: 'input_text', text: step.text }],
        internal_chat_message_metadata_passthrough: {
          turn_id: `turn-${number}`,
          content_item_kinds: ['user.text'],
        },
      }
    case 'answer':
      return {
        type: 'message',
        id: `item-${number}`,
        role: 'assistant',
        content: [{ type: 'output_text', text: step.text }],
      }
    case 'call':
      return {
        type: 'function_call',
        id: `item-${number}`,
        name: 'exec_command',
        arguments: JSON.stringify({ cmd: step.command }),
        call_id: step.id,
      }
    case 'result':
      return {
        type: 'function_call_output',
        id: `item-${number}`,
        call_id: step.id,
        output: `Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\n${step.output}`,
      }
  }
}

export const geminiWriter: TranscriptWriter = {
  name: 'gemini-cli',
  file: (session) => `session-2026-11-16T09-00-${session.slice(0, 8)}.jsonl`,
  head: (session) => [
    JSON.stringify({ sessionId: session, projectHash: hash16('app'), startTime: timeOf(-1), kind: 'main' }),
  ],
  line: (_, number, step) => JSON.stringify(geminiMessage(number, step)),
}

function geminiMessage(number: number, step: TranscriptStep): object {
  const heading = { id: `message-${number}`, timestamp: timeOf(number) }
  switch (step.kind) {
    case 'prompt':
      return { ...heading, type: 'user', content: [{ text: step.text }] }
    case 'answer':
      return {
        ...heading,
        type: 'gemini',
        content: step.text,
        tokens: { input: 10, output: 5 },
        model: 'model-1',
      }
    case 'call':
      return { ...heading, type: 'info', content: `about to call ${step.id}` }
    case 'result':
      return {
        ...heading,
        type: 'gemini',
        content: '',
        toolCalls: [
          {
            id: step.id,
            name: 'run_shell_command',
            args: { command: step.command },
            status: 'success',
            timestamp: timeOf(number),
            result: [{ functionResponse: { id: step.id, response: { output: `Output: ${step.output}` } } }],
          },
        ],
      }
  }
}

export const writers: readonly TranscriptWriter[] = [claudeWriter, codexWriter, geminiWriter]

export const linesOf = (
  writer: TranscriptWriter,
  session: string,
  steps: readonly TranscriptStep[],
): readonly string[] => [
  ...writer.head(session),
  ...steps.map((step, number) => writer.line(session, number, step)),
]
