import type { AgentAdapter, AgentAnswer, ContextUsage } from '../adapter.ts'
import { fieldOf, textField } from '../field.ts'
import { contextReply, describeHook, hookParser } from '../hook-parser.ts'
import { linesFromEnd, tokensIn } from '../transcript/lines.ts'
import { interpret } from './to-events.ts'
import { parseHook } from './wire.ts'

export const geminiCli: AgentAdapter = {
  name: 'gemini-cli',
  parse: hookParser({
    parsePayload: parseHook,
    interpret,
    describe: (payload) => ({ ...describeHook(payload), at: Date.parse(payload.timestamp) }),
  }),
  reply,
  fits,
  usageIn,
  oneSessionPerProcess: true,
  // In a resumed session, Gemini CLI does not recognize a prompt as the user's if it starts with hook context.
  isBriefedAtPrompt: true,
  printsNotices: true,
  isProcess,
}

/** Gemini CLI is a Node script that starts itself again as a child. The session runs in the child. */
function isProcess([program = '', ...words]: readonly string[]): boolean {
  if (GEMINI.test(program)) return true
  return NODE.test(program) && GEMINI.test(scriptIn(words))
}

const NODE = /(?:^|[/\\])(?:node|nodejs|bun)(?:\.exe)?$/
const GEMINI = /(?:^|[/\\])gemini(?:\.m?js|\.exe)?$|[/\\]@google[/\\]gemini-cli[/\\].{1,200}\.m?js$/
const OPTIONS_WITH_VALUE: ReadonlySet<string> = new Set(['-r', '--require', '--import', '--loader', '-C'])

/** The first argument that is neither a Node option nor an option's value. */
const scriptIn = (words: readonly string[]): string =>
  words.find((word, index) => !word.startsWith('-') && !OPTIONS_WITH_VALUE.has(words[index - 1] ?? '')) ?? ''

/** Every Gemini model has the same window. */
const WINDOW = 1_048_576

/** Gemini CLI writes the token counts of every answer. */
function usageIn(tail: string): ContextUsage | undefined {
  for (const line of linesFromEnd(tail)) {
    if (textField(line, 'type') !== 'gemini') continue
    const used = tokensIn(fieldOf(line, 'tokens'), 'total')
    if (used > 0) return { used, window: WINDOW }
  }
  return undefined
}

/** The client accepts 100,000 bytes. This is the most text that an agent should read in one reply. */
const MAX_TEXT = 30_000

function fits(text: string): boolean {
  return text.length <= MAX_TEXT
}

const WITH_CONTEXT: ReadonlySet<string> = new Set(['SessionStart', 'BeforeAgent'])

/**
 * Gemini CLI shows non-JSON output to the user, and also standard error if standard output is empty. So the reply
 * is never empty.
 */
function reply({ event, text, notice, closing }: AgentAnswer): string {
  if (event === 'AfterAgent' && closing) return stopReply(closing)
  if (!text || !fits(text) || !WITH_CONTEXT.has(event)) return '{}'
  return contextReply(event, text, event === 'BeforeAgent' ? notice : undefined)
}

/** A blocking message makes the agent continue. Other messages would appear among its answers and break scripts. */
const stopReply = ({ text, blocks }: NonNullable<AgentAnswer['closing']>): string =>
  blocks && fits(text) ? JSON.stringify({ decision: 'deny', reason: text }) : '{}'
