import type { Answer } from '../adapter.ts'

/** Codex cuts what is longer than 2,500 tokens, which it counts as four bytes each, in the middle. */
const MOST_BYTES = 9_500
export const fits = (text: string): boolean => Buffer.byteLength(text) <= MOST_BYTES

const WITH_CONTEXT: ReadonlySet<string> = new Set(['SessionStart', 'UserPromptSubmit'])

/** Codex drops an answer with any field that it does not know, without a word. So it gets these or nothing. */
export function reply({ event, text, closing }: Answer): string {
  if (event === 'Stop' && closing) return closed(closing)
  if (!text || !WITH_CONTEXT.has(event) || !fits(text)) return ''
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: text } })
}

/** A stop that is held up goes on with the reason; what holds up nothing is shown to the user alone. */
function closed({ text, blocks }: NonNullable<Answer['closing']>): string {
  if (!fits(text)) return ''
  return JSON.stringify(blocks ? { decision: 'block', reason: text } : { systemMessage: text })
}
