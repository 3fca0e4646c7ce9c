import type { Session } from '../session/session.ts'
import type { WorkItem } from '../session/work.ts'
import { openItems } from '../session/work.ts'
import { type CountTokens, fitsBudget } from '../text/tokens.ts'

/** The terse form of what a session leaves: one code a line, each once, in the order in which they are read. */
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
export const blockerCode = ({ kind, text }: WorkItem): string => `block:${word(kind ?? 'open')}:${word(text)}`

const fileName = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

/** A code is one word: blanks become hyphens, and nothing invisible gets through. */
export const word = (text: string): string =>
  text
    .trim()
    .replace(/\s+/gu, '-')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')

interface CutCodes {
  readonly codes: readonly string[]
  readonly left: number
}

/** The first codes that fit. The project stays; what is cut is counted. */
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
