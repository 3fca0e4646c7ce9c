import type { BriefUsage } from '../../app/context/brief-usage.ts'
import { type RuleConflict, type RuleSource, ruleSources } from '../../app/memory/rules.ts'
import type { World } from '../../app/world.ts'
import { freshness } from '../../brief/rules.ts'
import type { RuleScope } from '../../event/memory.ts'
import { type Difference, differenceOf } from '../../memory/effects.ts'
import type { Rule } from '../../session/rulebook.ts'
import { countText } from '../../text/time.ts'
import type { Out } from '../out.ts'
import { plain } from '../terminal-safe.ts'
import { shortId } from './session.ts'
import { localTime } from './story.ts'
import { table } from './table.ts'

/** The shape that --json prints. */
export function ruleJsonIn(world: World): (rule: Rule) => object {
  const attested = ruleSources(world)
  const now = world.clock.now()
  return (rule) => ({ ...ruleJson(rule, now), evidence: attested(rule).map(attestedJson) })
}

const attestedJson = ({ message, session, at, said }: RuleSource): object => ({
  message,
  session: session ?? null,
  at: at ?? null,
  said: said ?? null,
})

const ruleJson = (rule: Rule, now: number): object => ({
  id: rule.id,
  rule: rule.text,
  state: rule.state,
  scope: rule.scope,
  origin: rule.origin,
  category: rule.category ?? null,
  rationale: rule.rationale ?? null,
  confidence: rule.confidence ?? null,
  heard: rule.heard,
  proposedAt: rule.at,
  decidedAt: rule.decidedAt ?? null,
  by: rule.by ?? null,
  supersededBy: rule.supersededBy ?? null,
  effects: rule.effects,
  comparison: comparisonOf(rule) ?? null,
  usedAt: rule.usedAt ?? null,
  freshness: Math.round(freshness(rule, now) * 100) / 100,
})

/** Short label of the scope. */
export function scopeText({ kind, of }: RuleScope): string {
  if (kind === 'universal') return 'everywhere'
  return kind === 'language'
    ? `${of ?? ''} code`
    : (of
        ?.replace(/\/\.git$/, '')
        .split(/[/\\]/)
        .at(-1) ?? 'project')
}

interface TableAsk {
  readonly out: Pick<Out, 'columns' | 'style'>
  readonly now: number
  readonly impact: boolean
  readonly all: boolean
}

export const ruleTable = (rules: readonly Rule[], { out, now, impact, all }: TableAsk): string =>
  table(
    rules,
    [
      { title: 'ID', of: ({ id }) => id },
      ...(all ? [{ title: 'STATE', of: ({ state }: Rule) => state }] : []),
      { title: 'SCOPE', of: ({ scope }) => scopeText(scope) },
      ...(impact ? [{ title: 'IMPACT', of: impactText }] : []),
      { title: 'SEEN', of: ({ heard }) => String(heard), right: true },
      {
        title: 'RULE',
        of: (rule) => `${rule.text}${fadedMark(rule, now)}`,
        paint: (text, { state }) => (state === 'approved' ? text : out.style.dim(text)),
        rest: true,
      },
    ],
    out.columns,
  ).join('\n')

/** The strength of a rule after about half a year without use. */
const FADED = 0.25

const fadedMark = (rule: Rule, now: number): string =>
  rule.state === 'approved' && freshness(rule, now) < FADED ? '   (long unused)' : ''

/** The most recent user messages that a rule comes from. */
export function attestedLines(attested: readonly RuleSource[], most = 20): readonly string[] {
  const known = attested.filter(({ said }) => said !== undefined)
  const lines = known
    .slice(-most)
    .map(({ session = '', at = 0, said }) => `${localTime(at)}  ${shortId(session)}  "${plain(said ?? '')}"`)
  const more = attested.length - lines.length
  return more > 0 ? [...lines, `and ${countText(more, 'other message')}`] : lines
}

/** One rule with its details. */
export function ruleText(rule: Rule): string {
  const lines = [
    rule.text,
    `  ${rule.id} · ${rule.state} · ${scopeText(rule.scope)} · seen ${countText(rule.heard, 'time')}`,
    ...(rule.confidence === undefined ? [] : [`  confidence ${rule.confidence.toFixed(2)}`]),
    ...(rule.rationale ? [`  ${rule.rationale}`] : []),
  ]
  return lines.join('\n')
}

/** The older rule that an approved rule replaces or conflicts with. */
export const conflictText = ({ kind, older, isReplaced }: RuleConflict): string =>
  isReplaced
    ? `Replaced (${kind}): ${older.text}   Restore it: leftoff memory approve ${older.id}`
    : `Both apply (${kind}): ${older.text}   Keep only the new one: leftoff memory reject ${older.id}`

/** Counts for sessions that received the rule and for sessions from which it was withheld. */
export function impactText({ effects }: Rule): string {
  const { given = 0, used = 0, broken = 0, withheld = 0 } = effects
  if (given + withheld === 0) return 'never given'
  const counts = `given ${given}, used ${used}, broken ${broken}`
  const { 'used-without': usedWithout = 0, 'broken-without': brokenWithout = 0 } = effects
  return withheld === 0
    ? counts
    : `${counts}; withheld ${withheld}, used ${usedWithout}, broken ${brokenWithout}`
}

/** The effect of giving the rule to a session; undefined if it was never withheld. */
function comparisonOf({ effects }: Rule): Comparison | undefined {
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

/** Compares only rules that were withheld at random from some sessions, because any other difference proves nothing. */
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

export function linesText({ sessions, lines, files, touched, worded, cameUp }: BriefUsage): string {
  if (sessions === 0) return 'No session in this project has received a brief yet.'
  const about = `${countText(sessions, 'session')} in this project received ${countText(lines, 'brief line')}`
  const parts = [
    ...(files > 0 ? [`${touched} of ${countText(files, 'named file')} changed afterwards`] : []),
    ...(worded > 0
      ? [`${cameUp} of ${countText(worded, 'other line')} came up again in prompts, commands or edits`]
      : []),
  ]
  return `${[about, ...parts].join('; ')}.`
}
