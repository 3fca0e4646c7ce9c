import type { NewEvent } from '../../event/define.ts'
import type { SessionId } from '../../event/identity.ts'
import type { RuleScope } from '../../event/memory.ts'
import { clusterCorrections, type HeardCorrection } from '../../memory/cluster.ts'
import { type Proposal, propose as proposalOf } from '../../memory/propose.ts'
import { comparableRule, isSameRule } from '../../memory/similarity.ts'
import { REVIEW_CONFIDENCE, SUGGEST_CONFIDENCE } from '../../memory/thresholds.ts'
import type { Rule } from '../../session/rulebook.ts'
import type { World } from '../world.ts'
import { rulesOf, written } from './book.ts'
import { noteEffects } from './effects.ts'
import { approveAsSure, proposedFact } from './rules.ts'

export interface LearnAsk {
  /** Only what was heard in this session. */
  readonly session?: SessionId
  /** What is as sure as this is approved unseen. */
  readonly threshold?: number
}

export interface Learned {
  /** New suggestions. */
  readonly proposed: readonly Rule[]
  /** Approved by their confidence. */
  readonly approved: readonly Rule[]
}

/**
 * Makes suggestions of what users corrected, in the words of the user alone, and writes down what became of the rules
 * that sessions were given. Everything has an id of its source, so doing it again, or again after a crash in the middle
 * of it, changes nothing.
 */
export async function learn(world: World, { session, threshold }: LearnAsk = {}): Promise<Learned> {
  const all = heardIn(world)
  const mine = all.filter((one) => session === undefined || one.session === session)
  const before = await rulesOf(world)
  const suggested = suggestionsOf(world, all, mine)
  await written(world, (rules) => suggested.flatMap((rule) => suggestedFact(world, rules, rule)))
  const known = new Set(before.map(({ id }) => id))
  const proposed = (await rulesOf(world)).filter(({ id }) => !known.has(id))
  const approved = threshold === undefined ? [] : await approvedAbove(world, threshold)
  await noteEffects(world, all)
  return { proposed, approved }
}

function suggestionsOf(
  world: World,
  all: readonly HeardCorrection[],
  mine: readonly HeardCorrection[],
): readonly Proposal[] {
  const read = world.integrations.writtenRules(world.place.checkout).map(comparableRule)
  const projects = new Set(all.map(({ project }) => project)).size
  return clusterCorrections(all.filter(isWorthIt))
    .filter(({ heard }) => heard.some((one) => mine.includes(one)))
    .map((found) => proposalOf(found, { projects }))
    .filter(
      ({ confidence, rule }) =>
        confidence >= SUGGEST_CONFIDENCE && !read.some((line) => isSameRule(line, comparableRule(rule))),
    )
}

/** As the book stands: the same matter in other words is the rule that it is known as. */
function suggestedFact(world: World, rules: readonly Rule[], { rule, scope, ...rest }: Proposal): NewEvent[] {
  const known = ruleLike(rules, rule)
  if (known && rest.evidence.length <= known.heard) return [] // nobody has said it again
  const rationale = named(rest.rationale, scope)
  const origin = 'user' as const
  const suggestion = { ...rest, text: rule, rationale, scope: scopeOf(scope), origin }
  return [proposedFact(world, { ...suggestion, ...(known && { id: known.id }) })]
}

const heardIn = (world: World): readonly HeardCorrection[] =>
  world.index
    .corrections()
    .flatMap(({ session, project, corrections }) =>
      corrections.map((correction) => ({ correction, session, project, names: [nameOf(project)] })),
    )

const nameOf = (project: string): string =>
  project
    .replace(/\/\.git$/, '')
    .split(/[/\\:]/)
    .at(-1) ?? ''

/** What was meant for the task at hand is no rule, however surely it was a correction. */
const isWorthIt = ({ correction: { confidence, isLasting, kind } }: HeardCorrection): boolean =>
  confidence >= REVIEW_CONFIDENCE && (isLasting || kind === 'repeated')

/** People know a project by its name. */
const named = (rationale: string, scope: Proposal['scope']): string =>
  scope.kind === 'project' ? rationale.replaceAll(scope.project, nameOf(scope.project)) : rationale

function scopeOf(scope: Proposal['scope']): RuleScope {
  if (scope.kind === 'universal') return { kind: 'universal' }
  return scope.kind === 'language'
    ? { kind: 'language', of: scope.language }
    : { kind: 'project', of: scope.project }
}

/** The rule among these that says the same. */
export const ruleLike = (rules: readonly Rule[], text: string): Rule | undefined =>
  rules.find((rule) => isSameRule(comparableRule(rule.text), comparableRule(text)))

/** Only the user's own words become a memory without approval. */
async function approvedAbove(world: World, threshold: number): Promise<readonly Rule[]> {
  const sure = (await rulesOf(world)).filter(
    ({ state, origin, confidence = 0 }) =>
      state === 'proposed' && origin === 'user' && confidence >= threshold,
  )
  for (const { id } of sure) await approveAsSure(world, id)
  const ids = new Set(sure.map(({ id }) => id))
  return (await rulesOf(world)).filter(({ id }) => ids.has(id))
}
