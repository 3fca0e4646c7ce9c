import type { Rule } from '../session/rulebook.ts'
import { safeText } from '../text/safe-text.ts'
import { type CountTokens, composeWithin } from '../text/tokens.ts'

/** Where a session starts. */
export interface Here {
  readonly projects: readonly string[]
  readonly language?: string | undefined
  readonly now: number
}

/** The approved rules that apply here, most important first. */
export const rulesFor = (rules: readonly Rule[], here: Here): readonly Rule[] =>
  rules
    .filter((rule) => rule.state === 'approved' && holdsIn(rule, here))
    .map((rule) => ({ rule, score: scoreOf(rule, here) }))
    .sort((a, b) => b.score - a.score || a.rule.at - b.rule.at)
    .map(({ rule }) => rule)

function holdsIn({ scope }: Rule, { projects, language }: Here): boolean {
  if (scope.kind === 'universal') return true
  if (scope.of === undefined) return false
  return scope.kind === 'project' ? projects.includes(scope.of) : scope.of === language
}

const DAY = 86_400_000
const HALF_LIFE_DAYS = 90

/** Rules that were broken come first, unused ones last. */
function scoreOf(rule: Rule, { now }: Pick<Here, 'now'>): number {
  const { broken = 0 } = rule.effects
  const closeness = { project: 1, language: 0.9, universal: 0.8 }[rule.scope.kind]
  const weight = 1 + 0.5 * Math.min(broken, 4) + 0.1 * Math.min(rule.heard - 1, 5)
  return closeness * weight * freshness(rule, now)
}

/** 1 for a rule that was used now, falling towards 0. Only affects the order. */
export function freshness(rule: Rule, now: number): number {
  const last = Math.max(rule.at, rule.decidedAt ?? 0, rule.usedAt ?? 0)
  return 0.5 ** (Math.max(0, now - last) / DAY / HALF_LIFE_DAYS)
}

export interface RulesText {
  readonly text: string
  readonly told: readonly string[]
  /** Number of rules that did not fit. */
  readonly left: number
}

/** As many rules as fit, none of them truncated. */
export function rulesText(
  rules: readonly Rule[],
  { budget, count }: { readonly budget: number; readonly count: CountTokens },
): RulesText | undefined {
  const room = budget - HEADING_TOKENS
  return composeWithin((cost) => rulesWithin(rules, room, cost), { budget: room, count })
}

function rulesWithin(rules: readonly Rule[], budget: number, cost: CountTokens): RulesText | undefined {
  const lines: string[] = []
  const told: string[] = []
  let room = budget
  for (const rule of rules) {
    const line = lineFor(rule)
    const tokens = cost(line) + 1
    if (tokens > room) continue
    room -= tokens
    lines.push(line)
    told.push(rule.id)
  }
  if (lines.length === 0) return undefined
  return { text: lines.join('\n'), told, left: rules.length - told.length }
}

/** Tokens of the fence and heading. */
const HEADING_TOKENS = 60

const lineFor = ({ text, effects: { broken = 0 } }: Rule): string =>
  `- ${safeText(text).replaceAll(/\s+/g, ' ').trim()}${broken > 0 ? ' (was broken again: mind it)' : ''}`
