import type { AgentAnswer } from '../adapter.ts'

/** Codex cuts the middle out of text over 2,500 tokens. It counts 4 bytes per token. */
const MAX_BYTES = 9_500
export const fits = (text: string): boolean => Buffer.byteLength(text) <= MAX_BYTES

const WITH_CONTEXT: ReadonlySet<string> = new Set(['SessionStart', 'UserPromptSubmit'])

/** Codex silently drops a reply that contains any unknown field. */
export function reply({ event, text, closing }: AgentAnswer): string {
  if (event === 'Stop' && closing) return stopReply(closing)
  if (!text || !WITH_CONTEXT.has(event) || !fits(text)) return ''
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: text } })
}

/** A blocked stop continues with the reason. A message that does not block is shown to the user only. */
function stopReply({ text, blocks }: NonNullable<AgentAnswer['closing']>): string {
  if (!fits(text)) return ''
  return JSON.stringify(blocks ? { decision: 'block', reason: text } : { systemMessage: text })
}
