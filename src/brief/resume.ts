import type { Session } from '../session/session.ts'
import { type Life, quietFor } from '../session/state.ts'
import { openItems } from '../session/work.ts'
import { ago, durationText } from '../text/time.ts'
import { tokenCeiling } from '../text/tokens.ts'
import { oneLine, truncateLine, truncateStart } from '../text/truncate.ts'

interface ResumeAsk {
  readonly id: string
  readonly now: number
  /** Never more tokens than this. */
  readonly budget: number
}

/** How much of every text is told, until the whole fits: all lines a little shorter rather than some of them gone. */
const SCALES = [1, 0.8, 0.65, 0.5, 0.4, 0.3, 0.2, 0.1] as const

const HEADING = 'Last activity:'

/** What somebody who returns to a quiet session reads first. */
export function resumeText(session: Session, ask: ResumeAsk): string {
  for (const scale of SCALES) {
    const text = linesOf(session, ask, scale).join('\n')
    if (tokenCeiling(text) <= ask.budget) return text
  }
  const lines = linesOf(session, ask, 0.1)
  const isWhole = (): boolean => lines.at(-1) !== HEADING && tokenCeiling(lines.join('\n')) <= ask.budget
  while (lines.length > 1 && !isWhole()) lines.pop()
  return lines.join('\n').trimEnd()
}

function linesOf(session: Session, { id, now }: ResumeAsk, scale: number): string[] {
  const cut = (text: string, most: number): string => truncateLine(text, Math.ceil(most * scale))
  const about = [...task(session, cut), ...files(session, scale), ...lastEvents(session, now, cut)]
  return [greeting(session.life, id, now), ...(about.length > 0 ? ['', ...about] : [])]
}

type Cut = (text: string, most: number) => string

const greeting = (life: Life, id: string, now: number): string =>
  `Welcome back. Session ${id} was quiet for ${durationText(quietFor(life, now))}.`

function task({ work, talk }: Session, cut: Cut): string[] {
  const current = openItems(work.tasks).at(-1)?.text ?? work.goal?.text ?? talk.lastPrompt
  const next = openItems(work.actions)[0]?.text
  return [
    ...(current ? [`You were working on: ${cut(current, 160)}`] : []),
    ...(next ? [`Next: ${cut(next, 120)}`] : []),
  ]
}

function files({ craft, identity }: Session, scale: number): string[] {
  const inside = `${identity.checkout}/`
  const shown = (path: string): string => (path.startsWith(inside) ? path.slice(inside.length) : path)
  const recent = craft.recentFiles
    .slice(-3)
    .map((path) => truncateStart(oneLine(shown(path)), Math.ceil(80 * scale)))
  return recent.length > 0 ? [`Recent files: ${recent.join(', ')}`] : []
}

function lastEvents({ memory }: Session, now: number, cut: Cut): string[] {
  const lines = memory.recent.map(({ at, text }) => `  - [${ago(Math.max(0, now - at))}] ${cut(text, 80)}`)
  return lines.length > 0 ? [HEADING, ...lines] : []
}
