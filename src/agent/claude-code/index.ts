import type { AgentAdapter, AgentAnswer } from '../adapter.ts'
import { textField } from '../field.ts'
import { contextReply, describeHook, hookParser } from '../hook-parser.ts'
import { linesFromEnd } from '../transcript/lines.ts'
import { interpret } from './to-events.ts'
import { usageIn } from './usage.ts'
import { parseHook } from './wire.ts'

export const claudeCode: AgentAdapter = {
  name: 'claude-code',
  parse: hookParser({
    parsePayload: parseHook,
    interpret,
    describe: describeHook,
  }),
  reply,
  fits,
  usageIn,
  forkOrigin: (head, end) => ({ prompts: copiedPrompts(`${head}\n${end}`) }),
  keepsContext: true,
  oneSessionPerProcess: true,
  isSilentWhenInterrupted: true,
  sendsPromptsAsTyped: true,
  // `sdk-cli` means `claude -p`. Programs set other values. Other clients that send these hooks do not set
  // the variable.
  isAttended: (env) =>
    INTERACTIVE.has(env.CLAUDE_CODE_ENTRYPOINT ?? '') && env.CLAUDE_CODE_SESSION_ATTENDED !== '0',
  isProcess: ([program = '', script = '']) =>
    /(?:^|\/)claude(?:\.exe)?$/.test(program) || /claude-code\/(?:cli|bin)/.test(script),
}

/** A fork keeps the prompt ids of its origin, but not the session id. */
function copiedPrompts(text: string): readonly string[] {
  const found = new Set<string>()
  for (const line of linesFromEnd(text)) {
    const id = textField(line, 'promptId')
    if (id) found.add(id)
  }
  return [...found]
}

const INTERACTIVE: ReadonlySet<string> = new Set(['cli', 'claude-vscode', 'claude-desktop'])

/** Limit per hook. Claude Code replaces longer text with a 2 KB preview. */
const MAX_TEXT = 10_000

function fits(text: string): boolean {
  return text.length <= MAX_TEXT
}

const WITH_CONTEXT: ReadonlySet<string> = new Set(['SessionStart', 'UserPromptSubmit', 'SubagentStart'])

/**
 * Claude Code reads JSON, except before a compaction: then the complete standard output, even JSON, becomes part
 * of the summarizer's prompt. So an empty reply must be empty output.
 */
function reply({ event, text, notice, closing }: AgentAnswer): string {
  if (event === 'Stop' && closing) return stopReply(closing)
  if (!text || !fits(text)) return ''
  if (event === 'PreCompact') return text
  if (!WITH_CONTEXT.has(event)) return ''
  return contextReply(event, text, event === 'SessionStart' ? notice : undefined)
}

/** A blocking message tells the agent why it must continue. Other messages are shown only to the user. */
function stopReply({ text, blocks }: NonNullable<AgentAnswer['closing']>): string {
  if (!fits(text)) return ''
  return JSON.stringify(blocks ? { decision: 'block', reason: text } : { systemMessage: text })
}
