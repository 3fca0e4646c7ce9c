import type { LinesUsed } from '../../app/context/lines-used.ts'
import { type Difference, differenceOf } from '../../memory/impact.ts'
import type { Rule } from '../../session/rulebook.ts'
import { counted } from '../../text/time.ts'
import { plain } from '../terminal-safe.ts'

/** What sessions with the rule did, and what those did that it was withheld from. */
export function impactText({ effects }: Rule): string {
  const { given = 0, used = 0, broken = 0, withheld = 0 } = effects
  if (given + withheld === 0) return 'never given'
  const told = `given ${given}, used ${used}, broken ${broken}`
  const { 'used-without': usedWithout = 0, 'broken-without': brokenWithout = 0 } = effects
  return withheld === 0 ? told : `${told}; withheld ${withheld}, used ${usedWithout}, broken ${brokenWithout}`
}

/** How much more often a rule was broken and used where it was told; undefined where it was never withheld. */
export function comparisonOf({ effects }: Rule): Comparison | undefined {
  const { given = 0, withheld = 0 } = effects
  const side = (told: number | undefined, not: number | undefined): Difference | undefined =>
    differenceOf({ of: given, happened: told ?? 0 }, { of: withheld, happened: not ?? 0 })
  const broken = side(effects.broken, effects['broken-without'])
  const used = side(effects.used, effects['used-without'])
  return broken && used && { broken, used }
}

interface Comparison {
  readonly broken: Difference
  readonly used: Difference
}

/** Only where chance decided who was told: else it is said what happened, and nothing more. */
export function comparisonLines(rules: readonly Rule[]): readonly string[] {
  return rules.flatMap((rule) => {
    const found = comparisonOf(rule)
    return found
      ? [`${plain(rule.text)}`, `  broken ${pointsText(found.broken)}`, `  used ${pointsText(found.used)}`]
      : []
  })
}

function pointsText({ difference, from, to }: Difference): string {
  const points = (share: number): string => `${share > 0 ? '+' : ''}${Math.round(share * 100)}`
  const doubt = from <= 0 && to >= 0 ? ': this may be chance' : ''
  return `${points(difference)} points where it was told (95 %: ${points(from)} to ${points(to)})${doubt}`
}

export function linesText({ sessions, lines, files, touched, worded, cameUp }: LinesUsed): string {
  if (sessions === 0) return 'No session here was given a brief yet.'
  const about = `${counted(sessions, 'session')} here ${sessions === 1 ? 'was' : 'were'} given ${counted(lines, 'line')} of briefs`
  const parts = [
    ...(files > 0 ? [`${files} named a file, ${touched} of these were then changed`] : []),
    ...(worded > 0 ? [`of ${worded} others ${cameUp} came up again in what was asked, run or changed`] : []),
  ]
  return `${[about, ...parts].join('; ')}.`
}
