import { type Attested, attestedIn } from '../../app/memory/attested.ts'
import type { Clash } from '../../app/memory/clashes.ts'
import type { World } from '../../app/world.ts'
import { freshness } from '../../brief/rules.ts'
import type { Scope } from '../../event/memory.ts'
import type { Rule } from '../../session/rulebook.ts'
import { counted } from '../../text/time.ts'
import type { Out } from '../out.ts'
import { plain } from '../terminal-safe.ts'
import { comparisonOf, impactText } from './impact.ts'
import { shortId } from './session.ts'
import { localTime } from './story.ts'
import { table } from './table.ts'

/** The shape that --json prints. */
export function ruleJsonIn(world: World): (rule: Rule) => object {
  const attested = attestedIn(world)
  const now = world.clock.now()
  return (rule) => ({ ...ruleJson(rule, now), evidence: attested(rule).map(attestedJson) })
}

const attestedJson = ({ message, session, at, said }: Attested): object => ({
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

/** The scope in a word or two. */
export function scopeText({ kind, of }: Scope): string {
  if (kind === 'universal') return 'everywhere'
  return kind === 'language'
    ? `${of ?? ''} code`
    : (of
        ?.replace(/\/\.git$/, '')
        .split(/[/\\]/)
        .at(-1) ?? 'project')
}

export interface TableAsk {
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

/** About half a year without use. */
const FADED = 0.25

const fadedMark = (rule: Rule, now: number): string =>
  rule.state === 'approved' && freshness(rule, now) < FADED ? '   (long unused)' : ''

/** The most recent user messages that a rule comes from. */
export function attestedLines(attested: readonly Attested[], most = 20): readonly string[] {
  const known = attested.filter(({ said }) => said !== undefined)
  const lines = known
    .slice(-most)
    .map(({ session = '', at = 0, said }) => `${localTime(at)}  ${shortId(session)}  "${plain(said ?? '')}"`)
  const more = attested.length - lines.length
  return more > 0 ? [...lines, `and ${counted(more, 'other message')}`] : lines
}

/** One rule with its details. */
export function ruleText(rule: Rule): string {
  const lines = [
    rule.text,
    `  ${rule.id} · ${rule.state} · ${scopeText(rule.scope)} · seen ${counted(rule.heard, 'time')}`,
    ...(rule.confidence === undefined ? [] : [`  confidence ${rule.confidence.toFixed(2)}`]),
    ...(rule.rationale ? [`  ${rule.rationale}`] : []),
  ]
  return lines.join('\n')
}

/** The older rule that an approved rule replaces. */
export const replacedText = ({ kind, older }: Clash): string =>
  `Replaced (${kind}): ${older.text}   Restore it: leftoff memory approve ${older.id}`
