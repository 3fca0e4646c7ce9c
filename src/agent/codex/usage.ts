import type { ContextUsage } from '../adapter.ts'
import { fieldOf, textField } from '../field.ts'
import { linesFromEnd, tokensIn } from '../transcript/tail.ts'

/** Codex counts after every answer, and says how large the window is. A compaction makes an older count worthless. */
export function usageIn(tail: string): ContextUsage | undefined {
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
