import type { Rule } from '../session/rulebook.ts'
import { safeText } from '../text/safe-text.ts'
import { countText } from '../text/time.ts'
import { type CountTokens, composeWithin } from '../text/tokens.ts'
import { truncateAtWord } from '../text/truncate.ts'

/** Where and when a session takes place. */
export interface RuleContext {
  readonly projects: readonly string[]
  readonly language?: string | undefined
  readonly now: number
}

/** The approved rules that apply here, most important first. */
export const rulesFor = (rules: readonly Rule[], here: RuleContext): readonly Rule[] =>
  rules
    .filter((rule) => rule.state === 'approved' && holdsIn(rule, here))
    .map((rule) => ({ rule, score: scoreOf(rule, here) }))
    .sort((a, b) => b.score - a.score || a.rule.at - b.rule.at)
    .map(({ rule }) => rule)

function holdsIn({ scope }: Rule, { projects, language }: RuleContext): boolean {
  if (scope.kind === 'universal') return true
  if (scope.of === undefined) return false
  return scope.kind === 'project' ? projects.includes(scope.of) : scope.of === language
}

const DAY = 86_400_000
const HALF_LIFE_DAYS = 90

/** Rules that were broken come first, unused ones last. */
function scoreOf(rule: Rule, { now }: Pick<RuleContext, 'now'>): number {
  const { broken = 0 } = rule.effects
  const closeness = { project: 1, language: 0.9, universal: 0.8 }[rule.scope.kind]
  const weight = 1 + 0.5 * Math.min(broken, 4) + 0.1 * Math.min(rule.heard - 1, 5)
  return closeness * weight * freshness(rule, now)
}

/** 1 for a rule that was just used; approaches 0 the longer it goes unused. It affects only the order. */
export function freshness(rule: Rule, now: number): number {
  const last = Math.max(rule.at, rule.decidedAt ?? 0, rule.usedAt ?? 0)
  return 0.5 ** (Math.max(0, now - last) / DAY / HALF_LIFE_DAYS)
}

export interface RulesText {
  readonly text: string
  readonly told: readonly string[]
  /** Number of rules that did not fit. */
  readonly left: number
  /** Notices for the user about rules that nobody has reviewed, and how to revert them. */
  readonly notices: readonly RuleNotice[]
}

interface RuleNotice {
  readonly rule: string
  readonly quote: string
  readonly text: string
}

/** The rules as an agent or a user reads them. */
export const rulesWithNotices = ({ text, notices, left }: Omit<RulesText, 'told'>): string =>
  [text, ...notices.map((notice) => notice.text), omissionOf(left)].filter(Boolean).join('\n')

/** The line that mentions omitted rules. */
const omissionOf = (left: number): string =>
  left === 0 ? '' : `(${countText(left, 'more rule')} did not fit: leftoff memory list --here)`

/** The text of as many rules as fit, none of them truncated. */
export function rulesText(
  rules: readonly Rule[],
  { budget, count }: { readonly budget: number; readonly count: CountTokens },
): RulesText | undefined {
  if (rules.length === 0) return undefined
  const room = budget - HEADING_TOKENS
  const compose = (cost: CountTokens) => {
    const found = rulesWithin(rules, room, cost)
    return found && { text: rulesWithNotices(found), found }
  }
  return composeWithin(compose, { budget: room, count })?.found
}

function rulesWithin(rules: readonly Rule[], budget: number, cost: CountTokens): RulesText | undefined {
  const lines: string[] = []
  const told: string[] = []
  const notices: RuleNotice[] = []
  // Space for the line about omitted rules, unless all rules fit.
  let room = budget - (rules.length > 1 ? cost(omissionOf(rules.length)) + 1 : 0)
  for (const rule of rules) {
    const line = lineFor(rule)
    const notice = noticeFor(rule)
    const tokens = cost(line) + 1 + (notice ? cost(notice) + 1 : 0)
    if (tokens > room) continue
    room -= tokens
    lines.push(line)
    told.push(rule.id)
    if (notice) notices.push({ rule: rule.id, quote: cleanRule(rule.text), text: notice })
  }
  if (lines.length === 0 && cost(omissionOf(rules.length)) > budget) return undefined
  return { text: lines.join('\n'), told, left: rules.length - told.length, notices }
}

/** Tokens of the fence and heading. */
const HEADING_TOKENS = 60

const lineFor = ({ text, effects: { broken = 0 } }: Rule): string =>
  `- ${cleanRule(text)}${broken > 0 ? ' (was broken again: please follow it)' : ''}`

/** The rule on one line, without invisible characters. */
export const cleanRule = (text: string): string => safeText(text).replaceAll(/\s+/g, ' ').trim()

/** The notice is repeated at every start until the user decides, because an agent might not pass it on. */
const noticeFor = ({ id, text, by, state }: Rule): string | undefined =>
  state === 'approved' && by === 'threshold'
    ? `Tell the user: leftoff made "${truncateAtWord(cleanRule(text), MOST_QUOTED)}" a rule of this project without a review. To revert it: leftoff memory reject ${id}. To keep it: leftoff memory approve ${id}.`
    : undefined
const MOST_QUOTED = 60
