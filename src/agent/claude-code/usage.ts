import type { ContextUsage } from '../adapter.ts'
import { fieldOf, textField } from '../field.ts'
import { linesFromEnd, tokensIn } from '../transcript/tail.ts'

const WINDOW = 200_000
const LONG_WINDOW = 1_000_000

/** By the last answer of the model; straight after a compaction, by what that left. */
export function usageIn(tail: string): ContextUsage | undefined {
  for (const line of linesFromEnd(tail)) {
    if (fieldOf(line, 'isSidechain') === true) continue
    const used = textField(line, 'subtype') === 'compact_boundary' ? leftBy(line) : answered(line)
    if (used === 0) return undefined
    if (used !== undefined)
      return { ...sized(used, textField(fieldOf(line, 'message'), 'model')), ...dated(line) }
  }
  return undefined
}

/** What it left; 0 where an older release does not say, and then nobody knows. */
const leftBy = (line: object): number => tokensIn(fieldOf(line, 'compactMetadata'), 'postTokens')

function answered(line: object): number | undefined {
  const message = fieldOf(line, 'message')
  if (textField(line, 'type') !== 'assistant' || textField(message, 'model') === '<synthetic>')
    return undefined
  const usage = fieldOf(message, 'usage')
  return inputOf(usage) || undefined
}

const inputOf = (usage: unknown): number =>
  tokensIn(usage, 'input_tokens') +
  tokensIn(usage, 'cache_read_input_tokens') +
  tokensIn(usage, 'cache_creation_input_tokens')

/** More than the usual window holds was never in it. */
const sized = (used: number, model = ''): ContextUsage => ({
  used,
  window: used > WINDOW || model.includes('[1m]') ? LONG_WINDOW : WINDOW,
})

function dated(line: object): Pick<ContextUsage, 'at'> {
  const at = Date.parse(textField(line, 'timestamp') ?? '')
  return Number.isNaN(at) ? {} : { at }
}
