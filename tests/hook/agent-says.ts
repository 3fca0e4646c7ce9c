import { expect } from 'vitest'
import { AGENT_NAMES, type AgentAdapter, type AgentName } from '../../src/agent/adapter.ts'
import { claudeCode } from '../../src/agent/claude-code/index.ts'
import { codex } from '../../src/agent/codex/index.ts'
import { geminiCli } from '../../src/agent/gemini-cli/index.ts'
import { opencode } from '../../src/agent/opencode/index.ts'

export const AGENTS = AGENT_NAMES
export const ADAPTERS: Readonly<Record<AgentName, AgentAdapter>> = {
  'claude-code': claudeCode,
  codex,
  'gemini-cli': geminiCli,
  opencode,
}

export interface Where {
  readonly session: string
  readonly folder: string
}

interface Words {
  start(where: Where, source?: string): object
  prompt(where: Where, text: string): object
  tool(where: Where, output: string): object
  end(where: Where): object
}

const hooked = ({ session, folder }: Where, event: string, fields: object): object => ({
  session_id: session,
  transcript_path: `${folder}/none.jsonl`,
  cwd: folder,
  hook_event_name: event,
  ...fields,
})

const timed = (where: Where, event: string, fields: object): object =>
  hooked(where, event, { timestamp: new Date().toISOString(), ...fields })

const plugged = ({ session, folder }: Where, hook: string, fields: object): object => ({
  hook,
  sessionID: session,
  directory: folder,
  version: '1.18.33',
  at: Date.now(),
  ...fields,
})

/** What each client says, with as little of it as makes sense. */
export const SAYS: Readonly<Record<AgentName, Words>> = {
  'claude-code': {
    start: (where, source = 'startup') => hooked(where, 'SessionStart', { source }),
    prompt: (where, prompt) => hooked(where, 'UserPromptSubmit', { prompt, prompt_id: prompt.slice(0, 40) }),
    tool: (where, stdout) => hooked(where, 'PostToolUse', { ...toolUse(stdout), tool_response: { stdout } }),
    end: (where) => hooked(where, 'SessionEnd', { reason: 'other' }),
  },
  codex: {
    start: (where, source = 'startup') => hooked(where, 'SessionStart', { source, model: 'm' }),
    prompt: (where, prompt) => hooked(where, 'UserPromptSubmit', { prompt, turn_id: prompt.slice(0, 40) }),
    tool: (where, output) => hooked(where, 'PostToolUse', { ...toolUse(output), tool_response: output }),
    end: (where) => hooked(where, 'SessionEnd', { reason: 'other' }),
  },
  'gemini-cli': {
    start: (where, source = 'startup') => timed(where, 'SessionStart', { source }),
    prompt: (where, prompt) => timed(where, 'BeforeAgent', { prompt }),
    tool: (where, llmContent) =>
      timed(where, 'AfterTool', {
        tool_name: 'run_shell_command',
        tool_input: { command: 'make' },
        tool_response: { llmContent },
      }),
    end: (where) => timed(where, 'SessionEnd', { reason: 'exit' }),
  },
  opencode: {
    start: (where, source = 'startup') => plugged(where, 'session.start', { source }),
    prompt: (where, text) => plugged(where, 'chat.message', { text, messageID: text.slice(0, 40) }),
    tool: (where, output) =>
      plugged(where, 'tool.execute.after', {
        callID: output.slice(0, 20),
        tool: 'bash',
        args: { command: 'make' },
        output,
      }),
    end: (where) => plugged(where, 'dispose', {}),
  },
}

/** What a session says first, and is answered with the brief. */
export const opening = (agent: AgentName, where: Where): object =>
  ADAPTERS[agent].isBriefedAtPrompt ? SAYS[agent].prompt(where, 'hello') : SAYS[agent].start(where)

const toolUse = (text: string): object => ({
  tool_name: 'Bash',
  tool_use_id: text.slice(0, 20),
  tool_input: { command: 'make' },
})

/** Nothing is on standard output that its client would not take for an answer. Gives the text in it. */
export function replyIn(agent: AgentName, out: string): string | undefined {
  if (agent === 'opencode') return onlyFields(JSON.parse(out), [['text']]).text
  const reply = out === '' && agent !== 'gemini-cli' ? {} : JSON.parse(out)
  const { hookSpecificOutput: inner } = onlyFields(reply, [['hookSpecificOutput']])
  return inner && onlyFields(inner, [['hookEventName', 'additionalContext']]).additionalContext
}

function onlyFields(value: unknown, shapes: readonly (readonly string[])[]): Record<string, never> {
  expect([[], ...shapes]).toContainEqual(Object.keys(value as object))
  return value as Record<string, never>
}
