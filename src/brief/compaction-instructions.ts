import {
  ESSENTIAL_KINDS,
  type Essential,
  type EssentialKind,
  essentialsOf,
} from '../session/compaction-report.ts'
import type { Session } from '../session/session.ts'
import { truncateLine } from '../text/truncate.ts'

/** The limit in characters, because the summarizer reads the text together with the full conversation. */
const MOST_INSTRUCTIONS = 1000

const TITLES: Readonly<Record<EssentialKind, string>> = {
  goal: 'Goal',
  decision: 'Decided',
  blocker: 'Blocked by',
  next: 'Next',
  task: 'Task',
  fact: 'Fact',
  file: 'File',
}
const LEAD = 'Keep these in the summary unchanged (quoted recorded data):'

/** Maximum characters per item, tried in this order until all lines fit. */
const WIDTHS = [160, 100, 60] as const

/** What a compaction summary must keep. Plain text, at most 1000 characters; empty if there is nothing to keep. */
export function compactionInstructions(session: Session): string {
  const essentials = chosen(essentialsOf(session))
  if (essentials.length === 0) return ''
  for (const width of WIDTHS) {
    const lines = essentials.map(({ kind, text }) => `- ${TITLES[kind]}: ${clean(truncateLine(text, width))}`)
    const whole = [LEAD, ...lines].join('\n')
    if (whole.length <= MOST_INSTRUCTIONS || width === WIDTHS.at(-1)) return fitting([LEAD, ...lines])
  }
  return ''
}

/** Maximum number of items per kind, newest first, so that a long list of one kind does not crowd out the others. */
const MOST: Readonly<Record<EssentialKind, number>> = {
  goal: 1,
  decision: 5,
  blocker: 3,
  next: 4,
  task: 2,
  fact: 3,
  file: 5,
}

const chosen = (essentials: readonly Essential[]): readonly Essential[] =>
  ESSENTIAL_KINDS.flatMap((kind) => essentials.filter((one) => one.kind === kind).slice(-MOST[kind]))

/** The first complete lines that fit. */
function fitting(lines: readonly string[]): string {
  let text = ''
  for (const line of lines) {
    if (text.length + line.length + 1 > MOST_INSTRUCTIONS) break
    text = text === '' ? line : `${text}\n${line}`
  }
  return text
}

/**
 * This text becomes part of another model's prompt, so it must not contain invisible characters or end a
 * quotation.
 */
const clean = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' ').replace(/[<>]/g, '')
