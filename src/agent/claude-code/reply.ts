import type { AgentAnswer } from '../adapter.ts'

/** Per hook. Claude Code replaces longer text with a 2 KB preview. */
const MAX_TEXT = 10_000

export const fits = (text: string): boolean => text.length <= MAX_TEXT

const WITH_CONTEXT: ReadonlySet<string> = new Set(['SessionStart', 'UserPromptSubmit', 'SubagentStart'])

/**
 * Claude Code reads JSON, except before a compaction: there everything on standard output, braces and all, goes into
 * the prompt of the summariser. So an empty reply must be empty output.
 */
export function reply({ event, text, closing }: AgentAnswer): string {
  if (event === 'Stop' && closing) return stopReply(closing)
  if (!text || !fits(text)) return ''
  if (event === 'PreCompact') return text
  if (!WITH_CONTEXT.has(event)) return ''
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: text } })
}

/** A blocked stop continues with the reason. A message that does not block is shown to the user only. */
function stopReply({ text, blocks }: NonNullable<AgentAnswer['closing']>): string {
  if (!fits(text)) return ''
  return JSON.stringify(blocks ? { decision: 'block', reason: text } : { systemMessage: text })
}
