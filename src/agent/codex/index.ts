import type { AgentAdapter, AgentAnswer, ContextUsage, ForkOrigin } from '../adapter.ts'
import { fieldOf, textField } from '../field.ts'
import { contextReply, describeHook, hookParser } from '../hook-parser.ts'
import { linesFromEnd, tokensIn } from '../transcript/lines.ts'
import { interpret } from './to-events.ts'
import { isNotify, parseHook } from './wire.ts'

const parseHookPayload = hookParser({
  parsePayload: parseHook,
  interpret,
  describe: (payload) => ({
    ...describeHook(payload),
    // Inside a sub-agent, the path may be that of the sub-agent's transcript.
    ...(payload.agent_id && { transcript: undefined }),
  }),
})

export const codex: AgentAdapter = {
  name: 'codex',
  parse(payload) {
    const result = parseHookPayload(payload)
    // The `notify` program receives turns that the hooks also report.
    return result.kind === 'malformed' && isNotify(payload)
      ? { kind: 'ignored', why: 'a turn that the hooks report as well' }
      : result
  },
  reply,
  fits,
  usageIn,
  forkOrigin,
  keepsContext: true,
  /** The app-server hosts many sessions and outlives the terminal that started it. */
  oneSessionPerProcess: false,
  isProcess: ([program = '']) => PROGRAM.test(program),
}

/** Also matches the platform binary, but not bundled programs such as codex-linux-sandbox. */
const PROGRAM = /(?:^|[/\\])codex(?:-(?:x86_64|aarch64)-[a-z0-9_-]+)?(?:\.exe)?$/

function forkOrigin(head: string): ForkOrigin {
  // The first line may be incomplete, because it contains the instructions. Later lines repeat those of the
  // origin.
  const [first = ''] = head.split('\n', 1)
  const session = /"forked_from_id"\s{0,4}:\s{0,4}"([^"\\]{1,200})"/.exec(first)?.[1]
  return session === undefined ? {} : { session }
}

/** Codex writes usage and window size after every answer. A compaction invalidates earlier counts. */
function usageIn(tail: string): ContextUsage | undefined {
  for (const line of linesFromEnd(tail)) {
    if (textField(line, 'type') === 'compacted') return undefined
    const payload = fieldOf(line, 'payload')
    if (textField(payload, 'type') !== 'token_count') continue
    const info = fieldOf(payload, 'info')
    const used = tokensIn(fieldOf(info, 'last_token_usage'), 'total_tokens')
    const window = tokensIn(info, 'model_context_window')
    if (used > 0) return { used, ...(window > 0 && { window }) }
  }
  return undefined
}

/** Codex removes the middle of text that is longer than 2,500 tokens. It counts 4 bytes per token. */
const MAX_BYTES = 9_500

function fits(text: string): boolean {
  return Buffer.byteLength(text) <= MAX_BYTES
}

const WITH_CONTEXT: ReadonlySet<string> = new Set(['SessionStart', 'UserPromptSubmit', 'SubagentStart'])

/** Codex silently drops a reply that contains any unknown field. */
function reply({ event, text, notice, closing }: AgentAnswer): string {
  if (event === 'Stop' && closing) return stopReply(closing)
  if (!text || !WITH_CONTEXT.has(event) || !fits(text)) return ''
  return contextReply(event, text, event === 'SessionStart' ? notice : undefined)
}

/** A blocking message tells the agent why it must continue. Other messages are shown only to the user. */
function stopReply({ text, blocks }: NonNullable<AgentAnswer['closing']>): string {
  if (!fits(text)) return ''
  return JSON.stringify(blocks ? { decision: 'block', reason: text } : { systemMessage: text })
}
