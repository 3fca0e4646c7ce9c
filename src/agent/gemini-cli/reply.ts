import type { Answer } from '../adapter.ts'

/** A hundred thousand bytes were seen to arrive whole. This is what an agent can be asked to read at once. */
const MOST_TEXT = 30_000

export const fits = (text: string): boolean => text.length <= MOST_TEXT

const WITH_CONTEXT: ReadonlySet<string> = new Set(['SessionStart', 'BeforeAgent'])

/**
 * Gemini CLI shows anything but JSON to its user, and what a hook wrote to standard error too where standard output is
 * empty. So there is always an answer.
 */
export function reply({ event, text, closing }: Answer): string {
  if (event === 'AfterAgent' && closing) return closed(closing)
  if (!text || !fits(text) || !WITH_CONTEXT.has(event)) return '{}'
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: text } })
}

/** A stop that is held up goes on with the reason. Anything else it prints among its answers, for scripts to stumble over. */
const closed = ({ text, blocks }: NonNullable<Answer['closing']>): string =>
  blocks && fits(text) ? JSON.stringify({ decision: 'deny', reason: text }) : '{}'
