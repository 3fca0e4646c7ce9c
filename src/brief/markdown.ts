import { countText } from '../text/time.ts'
import type { Chosen } from './choose.ts'
import { type Claim, type ClaimCheck, SECTIONS, type Section } from './claim.ts'

/** What stands above the lines of a section; none where they speak for themselves. */
const HEADINGS: Readonly<Partial<Record<Section, string>>> = {
  since: 'Since then:',
  decisions: 'Decided:',
  blockers: 'Blocked or broken:',
  next: 'Next:',
  questions: 'Open questions:',
  files: 'Files in play:',
  symbols: 'Functions and classes touched:',
  tests: 'Tests:',
  commands: 'Commands that worked:',
  facts: 'Worth knowing:',
  answer: 'Said last:',
  others: 'Other sessions:',
}

/** What is worth saying that there is more of. Of what was said there is always more. */
const NAMES: Readonly<Partial<Record<Section, readonly [one: string, several: string]>>> = {
  goal: ['goal', 'goals'],
  since: ['change', 'changes'],
  decisions: ['decision', 'decisions'],
  blockers: ['blocker', 'blockers'],
  next: ['next action', 'next actions'],
  questions: ['question', 'questions'],
  files: ['file', 'files'],
  tests: ['test run', 'test runs'],
  facts: ['fact', 'facts'],
  others: ['session', 'sessions'],
}

/** One claim as it stands in the brief, with what has become of it. */
export function lineOf(claim: Claim): string {
  const bullet = HEADINGS[claim.section] ? '- ' : claim.section === 'goal' ? 'Goal: ' : ''
  return `${bullet}${claim.text}${markOf(claim.standing)}`
}

/** What has become of it, where that is worth saying. */
export const markOf = (standing: ClaimCheck | undefined): string =>
  standing?.why && (standing.kind === 'changed' || standing.kind === 'gone') ? ` [${standing.why}]` : ''

export function markdownOf(chosen: readonly Chosen[]): string {
  const blocks = SECTIONS.flatMap((section) => {
    const lines = chosen.filter(({ claim }) => claim.section === section).map(({ claim }) => lineOf(claim))
    if (lines.length === 0) return []
    const heading = HEADINGS[section]
    return [heading ? [heading, ...lines] : lines]
  })
  return blocks.map((lines) => lines.join('\n')).join('\n\n')
}

/** `3 decisions and 12 files did not fit`, or nothing. */
export function leftText(left: Readonly<Partial<Record<Section, number>>>): string {
  const parts = SECTIONS.flatMap((section) => {
    const n = left[section]
    const names = NAMES[section]
    return n && names ? [countText(n, ...names)] : []
  })
  const last = parts.pop()
  if (last === undefined) return ''
  return `Left out: ${parts.length > 0 ? `${parts.join(', ')} and ${last}` : last}.`
}
