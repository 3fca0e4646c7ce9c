import type { Session } from '../session/session.ts'
import { openItems } from '../session/work.ts'
import { safeText } from '../text/safe-text.ts'
import { truncateLine } from '../text/truncate.ts'
import { blockerCode, word } from './codes.ts'

const MOST_EACH = 3
const MOST_GOAL = 120
const MOST_LINE = 160

/** What an agent must not forget even where there is hardly room: goal, blockers and next, in codes. */
export function signalsOf({ work, talk }: Session): string | undefined {
  const goal = work.goal?.text ?? talk.firstPrompt
  const codes = [
    ...(goal ? [`goal:${word(truncateLine(goal, MOST_GOAL))}`] : []),
    ...openItems(work.blockers).slice(-MOST_EACH).map(blockerCode),
    ...openItems(work.actions)
      .slice(0, MOST_EACH)
      .map(({ text }) => `next:${word(truncateLine(text, MOST_GOAL))}`),
  ]
  return codes.length > 0 ? codes.join('\n') : undefined
}

/** The same in one line: what comes next, else what it is all for. */
export function lineOf({ work, talk }: Session): string | undefined {
  const next = openItems(work.actions)[0]?.text
  const goal = work.goal?.text ?? talk.firstPrompt
  const line = next ? `next: ${next}` : goal && `goal: ${goal}`
  return line && safeText(truncateLine(line, MOST_LINE))
}
