import type { Answer } from '../adapter.ts'

/** Codex cuts what is longer than 2,500 tokens, which it counts as four bytes each, in the middle. */
const MOST_BYTES = 9_500
export const fits = (text: string): boolean => Buffer.byteLength(text) <= MOST_BYTES

const WITH_CONTEXT: ReadonlySet<string> = new Set(['SessionStart', 'UserPromptSubmit'])

/** Codex drops an answer with any field that it does not know, without a word. So it gets these or nothing. */
export function reply({ event, text }: Answer): string {
  if (!text || !WITH_CONTEXT.has(event) || !fits(text)) return ''
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: text } })
}
