import type { WorkItem } from '../session/noted-work.ts'
import { openItems } from '../session/noted-work.ts'
import type { Session } from '../session/session.ts'
import { safeText } from '../text/safe-text.ts'
import { type CountTokens, fitsBudget } from '../text/tokens.ts'
import { oneLine, truncateLine } from '../text/truncate.ts'

/** The kinds of codes, in reading order. */
const KINDS = [
  ...(['proj', 'goal', 'impl', 'test', 'fail', 'evid', 'dec', 'fact'] as const),
  ...(['block', 'next', 'task', 'said'] as const),
]
type CodeKind = (typeof KINDS)[number]

/** The most important kinds come first; codes are dropped from the end. */
const BY_IMPORTANCE: readonly CodeKind[] = [
  ...(['proj', 'goal', 'block', 'next', 'fact', 'task', 'fail'] as const),
  ...(['dec', 'said', 'evid', 'impl', 'test'] as const),
]

/** A session's results in short form: unique codes in reading order. */
export function codesOf(session: Session): readonly string[] {
  const { craft, work, identity, digest } = session
  const { exchange } = digest
  return [
    ...new Set([
      `proj:${word(identity.project.name)}`,
      ...(work.goal ? [`goal:${word(work.goal.text)}`] : []),
      ...craft.files.map(({ path }) => `impl:${word(fileName(path))}`),
      ...craft.symbols.map((name) => `impl:${word(name)}`),
      ...craft.tests
        .filter(({ outcome, failing }) => outcome === 'passed' && !failing)
        .map(({ name }) => `test:${word(name)}`),
      ...craft.tests
        .filter(({ outcome, failing }) => outcome === 'failed' || failing)
        .flatMap(({ name, failing = [] }) => (failing.length > 0 ? failing : [name]))
        .map((name) => `fail:${word(name)}`),
      ...work.evidence.map(({ text }) => `evid:${word(text)}`),
      ...openCodes(session),
      ...(exchange?.answer ? [`said:${word(truncateLine(oneLine(exchange.answer), MOST_LINE))}`] : []),
    ]),
  ]
}

/** A session's open items and decisions, as codes. */
export const openCodes = ({ work }: Pick<Session, 'work'>): readonly string[] => [
  ...openItems(work.decisions).map(decisionCode),
  ...openItems(work.facts).map(({ text }) => `fact:${word(text)}`),
  ...openItems(work.blockers).map(blockerCode),
  ...openItems(work.actions).map(({ text }) => `next:${word(text)}`),
  ...openItems(work.tasks).map(({ text }) => `task:${word(text)}`),
]

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

/**
 * The most important codes that fit, in reading order. The project code is dropped last. The dropped codes
 * are counted.
 */
export function withinBudget(codes: readonly string[], budget: number, count: CountTokens): CutCodes {
  const ranked = codes.toSorted((a, b) => rankIn(BY_IMPORTANCE, a) - rankIn(BY_IMPORTANCE, b))
  const fits = (n: number): boolean => fitsBudget(ranked.slice(0, n).join('\n'), budget, count)
  let low = 0
  let high = codes.length + 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (fits(middle)) low = middle
    else high = middle
  }
  const kept = ranked.slice(0, low)
  return {
    codes: kept.toSorted((a, b) => rankIn(KINDS, a) - rankIn(KINDS, b)),
    left: codes.length - low,
  }
}

const rankIn = (kinds: readonly CodeKind[], code: string): number =>
  kinds.findIndex((kind) => code.startsWith(`${kind}:`))

const MOST_EACH = 3
const MOST_GOAL = 120
const MOST_LINE = 160

/** Goal, blockers and next steps as codes, for a context that is nearly full. Omitted codes are counted. */
export function signalCodes({ work, talk }: Session): string | undefined {
  const goal = work.goal?.text ?? talk.firstPrompt
  const blockers = openItems(work.blockers)
  const next = [...openItems(work.actions), ...openItems(work.tasks)]
  const cut = Math.max(0, blockers.length - MOST_EACH) + Math.max(0, next.length - MOST_EACH)
  const codes = [
    ...(goal ? [`goal:${word(truncateLine(goal, MOST_GOAL))}`] : []),
    ...blockers.slice(-MOST_EACH).map(blockerCode),
    ...next.slice(0, MOST_EACH).map(({ text }) => `next:${word(truncateLine(text, MOST_GOAL))}`),
    ...(cut > 0 ? [`left:${cut}-more:leftoff-session-status`] : []),
  ]
  return codes.length > 0 ? codes.join('\n') : undefined
}

/** The last blocker and the next step in one line; the goal if there is neither. */
export function signalLine({ work, talk }: Session): string | undefined {
  const blocked = openItems(work.blockers).at(-1)?.text
  const [next, ...others] = [...openItems(work.actions), ...openItems(work.tasks)].map(({ text }) => text)
  const goal = work.goal?.text ?? talk.firstPrompt
  const parts = [
    ...(blocked ? [`blocked: ${truncateLine(blocked, MOST_LINE / 2)}`] : []),
    ...(next ? [`next: ${truncateLine(next, blocked ? MOST_LINE / 2 : MOST_LINE)}`] : []),
    ...(others.length > 0 ? [`${others.length} more: leftoff session status`] : []),
  ]
  const line = parts.length > 0 ? parts.join(' · ') : goal && truncateLine(`goal: ${goal}`, MOST_LINE)
  return line && safeText(line)
}
