import type { AgentAdapter, ContextUsage } from '../adapter.ts'
import { fieldOf, textField } from '../field.ts'
import { hookParser } from '../hook-parser.ts'
import { linesFromEnd, tokensIn } from '../transcript/tail.ts'
import { fits, reply } from './reply.ts'
import { interpret } from './to-events.ts'
import { parseHook } from './wire.ts'

export const geminiCli: AgentAdapter = {
  name: 'gemini-cli',
  parse: hookParser({
    parsePayload: parseHook,
    interpret,
    describe: (payload) => ({
      event: payload.hook_event_name,
      session: payload.session_id,
      directory: payload.cwd || undefined,
      transcript: payload.transcript_path || undefined,
      at: Date.parse(payload.timestamp),
    }),
  }),
  reply,
  fits,
  usageIn,
  oneSessionPerProcess: true,
  // In a resumed session it does not treat a prompt that starts with hook context as the user's.
  isBriefedAtPrompt: true,
  isProcess,
}

/** A Node script that starts itself again. The session runs in the nearer process. */
function isProcess([program = '', ...words]: readonly string[]): boolean {
  if (GEMINI.test(program)) return true
  return NODE.test(program) && GEMINI.test(scriptIn(words))
}

const NODE = /(?:^|[/\\])(?:node|nodejs|bun)(?:\.exe)?$/
const GEMINI = /(?:^|[/\\])gemini(?:\.m?js|\.exe)?$|[/\\]@google[/\\]gemini-cli[/\\].{1,200}\.m?js$/
const OPTIONS_WITH_VALUE: ReadonlySet<string> = new Set(['-r', '--require', '--import', '--loader', '-C'])

/** The first argument that is neither a Node option nor the value of one. */
const scriptIn = (words: readonly string[]): string =>
  words.find((word, index) => !word.startsWith('-') && !OPTIONS_WITH_VALUE.has(words[index - 1] ?? '')) ?? ''

/** The same for every model. */
const WINDOW = 1_048_576

/** Gemini CLI writes the input tokens of every answer. */
function usageIn(tail: string): ContextUsage | undefined {
  for (const line of linesFromEnd(tail)) {
    if (textField(line, 'type') !== 'gemini') continue
    const used = tokensIn(fieldOf(line, 'tokens'), 'total')
    if (used > 0) return { used, window: WINDOW }
  }
  return undefined
}
