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
  // In a session that is resumed it takes a prompt that begins with a hook's context for none of the user's.
  isBriefedAtPrompt: true,
  isProcess,
}

/** It is a script of Node that starts itself a second time; the nearer of the two has the session. */
function isProcess([program = '', ...words]: readonly string[]): boolean {
  if (GEMINI.test(program)) return true
  return NODE.test(program) && GEMINI.test(scriptIn(words))
}

const NODE = /(?:^|[/\\])(?:node|nodejs|bun)(?:\.exe)?$/
const GEMINI = /(?:^|[/\\])gemini(?:\.m?js|\.exe)?$|[/\\]@google[/\\]gemini-cli[/\\].{1,200}\.m?js$/
const WITH_WORD: ReadonlySet<string> = new Set(['-r', '--require', '--import', '--loader', '-C'])

/** The first word that is neither an option of Node nor the word that such an option takes. */
const scriptIn = (words: readonly string[]): string =>
  words.find((word, index) => !word.startsWith('-') && !WITH_WORD.has(words[index - 1] ?? '')) ?? ''

/** Of every model that it offers. */
const WINDOW = 1_048_576

/** Gemini CLI writes with every answer what the model was given for it. */
function usageIn(tail: string): ContextUsage | undefined {
  for (const line of linesFromEnd(tail)) {
    if (textField(line, 'type') !== 'gemini') continue
    const used = tokensIn(fieldOf(line, 'tokens'), 'total')
    if (used > 0) return { used, window: WINDOW }
  }
  return undefined
}
