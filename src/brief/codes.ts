import type { Session } from '../session/session.ts'
import type { WorkItem } from '../session/work.ts'
import { openItems } from '../session/work.ts'
import { safeText } from '../text/safe-text.ts'
import { type CountTokens, fitsBudget } from '../text/tokens.ts'
import { truncateLine } from '../text/truncate.ts'

/** The terse form of a session's results: unique codes in reading order. */
export function codesOf(session: Session): readonly string[] {
  const { craft, work, identity } = session
  return [
    ...new Set([
      `proj:${word(identity.project.name)}`,
      ...craft.files.map(({ path }) => `impl:${word(fileName(path))}`),
      ...craft.symbols.map((name) => `impl:${word(name)}`),
      ...craft.tests
        .filter(({ outcome, failing }) => outcome === 'passed' && !failing)
        .map(({ name }) => `test:${word(name)}`),
      ...openItems(work.decisions).map(decisionCode),
      ...openItems(work.blockers).map(blockerCode),
      ...openItems(work.actions).map(({ text }) => `next:${word(text)}`),
    ]),
  ]
}

const decisionCode = ({ text, why }: WorkItem): string => `dec:${word(why ? `${text}-${why}` : text)}`
const blockerCode = ({ kind, text }: WorkItem): string => `block:${word(kind ?? 'open')}:${word(text)}`

const fileName = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

/** A code is one word: spaces become hyphens, and invisible characters are removed. */
const word = (text: string): string =>
  text
    .trim()
    .replace(/\s+/gu, '-')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')

interface CutCodes {
  readonly codes: readonly string[]
  readonly left: number
}

/** The first codes that fit. The project code always stays; cut codes are counted. */
export function withinBudget(codes: readonly string[], budget: number, count: CountTokens): CutCodes {
  const fits = (n: number): boolean => fitsBudget(codes.slice(0, n).join('\n'), budget, count)
  if (fits(codes.length)) return { codes, left: 0 }
  let low = 0
  let high = codes.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (fits(middle)) low = middle
    else high = middle
  }
  return { codes: codes.slice(0, low), left: codes.length - low }
}

const MOST_EACH = 3
const MOST_GOAL = 120
const MOST_LINE = 160

/** Goal, blockers and next steps as codes, for a context that is nearly full. */
export function signalCodes({ work, talk }: Session): string | undefined {
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

/** The next step, or else the goal, in one line. */
export function signalLine({ work, talk }: Session): string | undefined {
  const next = openItems(work.actions)[0]?.text
  const goal = work.goal?.text ?? talk.firstPrompt
  const line = next ? `next: ${next}` : goal && `goal: ${goal}`
  return line && safeText(truncateLine(line, MOST_LINE))
}
