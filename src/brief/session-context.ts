import { focusOf, shownPath } from '../session/focus.ts'
import type { Session } from '../session/session.ts'
import { durationOf } from '../session/state.ts'
import { safeText } from '../text/safe-text.ts'
import { ago, durationText } from '../text/time.ts'
import { tokenCeiling } from '../text/tokens.ts'
import { oneLine, truncate, truncateStart } from '../text/truncate.ts'

interface SessionContextAsk {
  readonly id: string
  readonly now: number
  readonly budget: number
  /** Maximum number of recent results: `session.hot-entries`. */
  readonly results: number
}

export const MAX_SESSION_CONTEXT = 500
const MAX_FILES = 5
const MAX_NAMES = 10
/**
 * The factors by which all lines are shortened until they fit. If that is not enough, the last sections are
 * left out.
 */
const SCALES = [1, 0.7, 0.5, 0.3, 0.2] as const

/** The state of the current session: status, recent files and results, names from prompts, and the current task. */
export function sessionContextText(session: Session, ask: SessionContextAsk): string {
  for (const scale of SCALES) {
    const text = enclosed(sectionsOf(session, ask, scale))
    if (tokenCeiling(text) <= ask.budget) return text
  }
  const sections = [...sectionsOf(session, ask, 0.2)]
  while (sections.length > 1 && tokenCeiling(enclosed(sections)) > ask.budget) sections.pop()
  return tokenCeiling(enclosed(sections)) <= ask.budget ? enclosed(sections) : ''
}

/** Whether the session has anything that its agent might have lost. */
export const hasSessionContext = ({ memory, craft }: Session): boolean =>
  memory.hot.length > 0 || craft.recentFiles.length > 0

const enclosed = (sections: readonly string[]): string =>
  ['[SESSION CONTEXT]', ...sections, '[END SESSION]'].join('\n')

function sectionsOf(
  session: Session,
  { id, now, results }: SessionContextAsk,
  scale: number,
): readonly string[] {
  const line = (text: string, most: number): string =>
    truncate(oneLine(safeText(text)), Math.ceil(most * scale))
  const path = (one: string): string =>
    truncateStart(oneLine(safeText(shownPath(one, session))), Math.ceil(100 * scale))
  const { task, files, tools, entities } = focusOf(session)
  const list = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length > 0 ? [`${title}:\n${lines.map((one) => `  - ${one}`).join('\n')}`] : []
  const row = (title: string, items: readonly string[]): readonly string[] =>
    items.length > 0 ? [`${title}: ${items.map((one) => line(one, 60)).join(', ')}`] : []
  const hot = results > 0 ? session.memory.hot.slice(-results) : []
  return [
    `Session: ${id} | Duration: ${durationText(durationOf(session.life))} | Events: ${session.tally.events}`,
    ...(task === undefined ? [] : [`Current task: ${line(task, 200)}`]),
    ...list('Recent files', files.slice(-MAX_FILES).map(path)),
    ...list(
      'Recent results',
      hot.map(({ at, text }) => `[${ago(Math.max(0, now - at))}] ${line(text, 160)}`),
    ),
    ...row('Mentioned', entities.slice(-MAX_NAMES)),
    ...row('Tools', tools.slice(-MAX_NAMES)),
  ]
}
