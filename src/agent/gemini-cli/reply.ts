import type { AgentAnswer } from '../adapter.ts'

/** The client accepts 100,000 bytes. This limit is what an agent should read in one reply. */
const MAX_TEXT = 30_000

export const fits = (text: string): boolean => text.length <= MAX_TEXT

const WITH_CONTEXT: ReadonlySet<string> = new Set(['SessionStart', 'BeforeAgent'])

/**
 * Gemini CLI shows non-JSON output to the user, and also standard error if standard output is empty. So the reply is
 * never empty.
 */
export function reply({ event, text, closing }: AgentAnswer): string {
  if (event === 'AfterAgent' && closing) return stopReply(closing)
  if (!text || !fits(text) || !WITH_CONTEXT.has(event)) return '{}'
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: text } })
}

/** A blocked stop continues with the reason. Other messages would be printed among the answers and break scripts. */
const stopReply = ({ text, blocks }: NonNullable<AgentAnswer['closing']>): string =>
  blocks && fits(text) ? JSON.stringify({ decision: 'deny', reason: text }) : '{}'
