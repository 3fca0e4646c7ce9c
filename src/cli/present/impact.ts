import type { LinesUsed } from '../../app/context/lines-used.ts'
import { type Difference, differenceOf } from '../../memory/impact.ts'
import type { Rule } from '../../session/rulebook.ts'
import { counted } from '../../text/time.ts'
import { plain } from '../terminal-safe.ts'

/** Counts for sessions that got the rule, and for those from which it was withheld. */
export function impactText({ effects }: Rule): string {
  const { given = 0, used = 0, broken = 0, withheld = 0 } = effects
  if (given + withheld === 0) return 'never given'
  const counts = `given ${given}, used ${used}, broken ${broken}`
  const { 'used-without': usedWithout = 0, 'broken-without': brokenWithout = 0 } = effects
  return withheld === 0
    ? counts
    : `${counts}; withheld ${withheld}, used ${usedWithout}, broken ${brokenWithout}`
}

/** The difference that giving the rule makes; undefined if it was never withheld. */
export function comparisonOf({ effects }: Rule): Comparison | undefined {
  const { given = 0, withheld = 0 } = effects
  const side = (withRule: number | undefined, without: number | undefined): Difference | undefined =>
    differenceOf({ of: given, happened: withRule ?? 0 }, { of: withheld, happened: without ?? 0 })
  const broken = side(effects.broken, effects['broken-without'])
  const used = side(effects.used, effects['used-without'])
  return broken && used && { broken, used }
}

interface Comparison {
  readonly broken: Difference
  readonly used: Difference
}

/** Compares only where the rule was withheld at random; otherwise a difference proves nothing. */
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
  const doubt = from <= 0 && to >= 0 ? ', may be chance' : ''
  return `${points(difference)} points with the rule (95% interval ${points(from)} to ${points(to)})${doubt}`
}

export function linesText({ sessions, lines, files, touched, worded, cameUp }: LinesUsed): string {
  if (sessions === 0) return 'No session in this project has received a brief yet.'
  const about = `${counted(sessions, 'session')} in this project received ${counted(lines, 'brief line')}`
  const parts = [
    ...(files > 0 ? [`${touched} of ${counted(files, 'named file')} changed afterwards`] : []),
    ...(worded > 0
      ? [`${cameUp} of ${counted(worded, 'other line')} came up again in prompts, commands or edits`]
      : []),
  ]
  return `${[about, ...parts].join('; ')}.`
}
