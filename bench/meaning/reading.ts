import { unitsIn } from '../../src/text/sentences.ts'
import type { Message } from './messages.ts'

/**
 * A message as a reader labels it: what was said before, headings, numbered units, and nothing of what the rules say or
 * what other readers said. For the eyes of whoever labels, and for no file in this repository.
 */
export function readable(message: Message, before: string | undefined): string {
  const { series, session, ordinal, speaker, isFinal, isFirst, isLast } = message
  const marks = [
    speaker,
    speaker === 'assistant' && !isFinal && 'in the middle of a turn',
    isFirst && 'first of its session',
    isLast && 'last of its session',
  ].filter(Boolean)
  const lines = [`@ ${series} ${session} ${ordinal} (${marks.join(', ')})`]
  if (speaker === 'user' && before) lines.push(`  before: ${squeezed(before.slice(-SHOWN))}`)
  let heading: string | undefined
  unitsIn(message.text).forEach((unit, index) => {
    if (unit.heading !== heading) lines.push(`  # ${unit.heading ?? ''}`)
    heading = unit.heading
    const box = unit.box ? `[${unit.box}] ` : ''
    lines.push(`${'  '.repeat(unit.depth)}${index}${unit.isItem ? ' -' : ''} ${box}${squeezed(unit.text)}`)
  })
  return lines.join('\n')
}

const SHOWN = 350
const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ')
