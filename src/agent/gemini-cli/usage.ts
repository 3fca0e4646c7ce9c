import type { ContextUsage } from '../adapter.ts'
import { fieldOf, textField } from '../field.ts'
import { linesFromEnd, tokensIn } from '../transcript/tail.ts'

/** Of every model that it offers. */
const WINDOW = 1_048_576

/** Gemini CLI writes with every answer what the model was given for it. */
export function usageIn(tail: string): ContextUsage | undefined {
  for (const line of linesFromEnd(tail)) {
    if (textField(line, 'type') !== 'gemini') continue
    const used = tokensIn(fieldOf(line, 'tokens'), 'total')
    if (used > 0) return { used, window: WINDOW }
  }
  return undefined
}
