import type { Answer } from '../adapter.ts'

/** Per hook; a longer text is replaced by a preview of two kilobytes. */
const MOST_TEXT = 10_000

export const fits = (text: string): boolean => text.length <= MOST_TEXT

const WITH_CONTEXT: ReadonlySet<string> = new Set(['SessionStart', 'UserPromptSubmit', 'SubagentStart'])

/**
 * Claude Code reads JSON, except before a compaction: there everything on standard output, braces and all, goes into
 * the prompt of the summariser. Where there is nothing to say, nothing is the only safe thing to say.
 */
export function reply({ event, text, closing }: Answer): string {
  if (event === 'Stop' && closing) return closed(closing)
  if (!text || !fits(text)) return ''
  if (event === 'PreCompact') return text
  if (!WITH_CONTEXT.has(event)) return ''
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: text } })
}

/** A stop that is held up goes on with the reason; what holds up nothing is shown to the user alone. */
function closed({ text, blocks }: NonNullable<Answer['closing']>): string {
  if (!fits(text)) return ''
  return JSON.stringify(blocks ? { decision: 'block', reason: text } : { systemMessage: text })
}
