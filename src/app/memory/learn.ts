import { fact, type NewEvent } from '../../event/define.ts'
import { derivedId, type SessionId } from '../../event/identity.ts'
import { BOOK, type EFFECTS, MemoryTried, type RuleScope } from '../../event/memory.ts'
import type { Viewed } from '../../log/event-log.ts'
import { clusterCorrections, type HeardCorrection } from '../../memory/cluster.ts'
import { seenIn, showingOf } from '../../memory/effects.ts'
import { type Proposal, propose as proposalOf } from '../../memory/propose.ts'
import { comparableRule, isSameRule } from '../../memory/similarity.ts'
import { REVIEW_CONFIDENCE, SUGGEST_CONFIDENCE } from '../../memory/thresholds.ts'
import type { Rule } from '../../session/rulebook.ts'
import type { Session } from '../../session/session.ts'
import { recordOnce } from '../ingest/record.ts'
import type { World } from '../world.ts'
import { appendRules, approveAsSure, proposedEvent, rulesOf } from './rules.ts'

interface LearnAsk {
  /** Only corrections from this session. */
  readonly session?: SessionId
  /** Approves proposals with at least this confidence without review. */
  readonly threshold?: number
}

interface Learned {
  readonly proposed: readonly Rule[]
  /** Approved because of their confidence. */
  readonly approved: readonly Rule[]
}

/**
 * Proposes rules from the user's corrections, in the user's own words, and records how sessions used existing rules. Event
 * ids are derived from their sources, so repeating it, even after a crash, changes nothing.
 */
export async function learn(world: World, { session, threshold }: LearnAsk = {}): Promise<Learned> {
  const all = listCorrections(world)
  const mine = all.filter((one) => session === undefined || one.session === session)
  const before = await rulesOf(world)
  const suggested = findProposals(world, all, mine)
  await appendRules(world, (rules) => suggested.flatMap((rule) => proposalEvent(world, rules, rule)))
  const known = new Set(before.map(({ id }) => id))
  const proposed = (await rulesOf(world)).filter(({ id }) => !known.has(id))
  const approved = threshold === undefined ? [] : await approveAbove(world, threshold)
  await noteEffects(world, all)
  return { proposed, approved }
}

function findProposals(
  world: World,
  all: readonly HeardCorrection[],
  mine: readonly HeardCorrection[],
): readonly Proposal[] {
  const read = world.integrations.writtenRules(world.place.checkout).map(comparableRule)
  const projects = new Set(all.map(({ project }) => project)).size
  return clusterCorrections(all.filter(isLastingCorrection))
    .filter(({ heard }) => heard.some((one) => mine.includes(one)))
    .map((found) => proposalOf(found, { projects }))
    .filter(
      ({ confidence, rule }) =>
        confidence >= SUGGEST_CONFIDENCE && !read.some((line) => isSameRule(line, comparableRule(rule))),
    )
}

/** A reworded proposal of an existing rule counts as evidence for that rule. */
function proposalEvent(world: World, rules: readonly Rule[], { rule, scope, ...rest }: Proposal): NewEvent[] {
  const known = ruleLike(rules, rule)
  if (known && rest.evidence.length <= known.heard) return [] // no new evidence
  const rationale = withProjectName(rest.rationale, scope)
  const origin = 'user' as const
  const suggestion = { ...rest, text: rule, rationale, scope: scopeOf(scope), origin }
  return [proposedEvent(world, { ...suggestion, ...(known && { id: known.id }) })]
}

const listCorrections = (world: World): readonly HeardCorrection[] =>
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

/** A correction of only the current task is not a rule, however certain. */
const isLastingCorrection = ({ correction: { confidence, isLasting, kind } }: HeardCorrection): boolean =>
  confidence >= REVIEW_CONFIDENCE && (isLasting || kind === 'repeated')

/** Shows the project's name instead of its id. */
const withProjectName = (rationale: string, scope: Proposal['scope']): string =>
  scope.kind === 'project' ? rationale.replaceAll(scope.project, nameOf(scope.project)) : rationale

function scopeOf(scope: Proposal['scope']): RuleScope {
  if (scope.kind === 'universal') return { kind: 'universal' }
  return scope.kind === 'language'
    ? { kind: 'language', of: scope.language }
    : { kind: 'project', of: scope.project }
}

const ruleLike = (rules: readonly Rule[], text: string): Rule | undefined =>
  rules.find((rule) => isSameRule(comparableRule(rule.text), comparableRule(text)))

/** Only rules in the user's own words are approved without review. */
async function approveAbove(world: World, threshold: number): Promise<readonly Rule[]> {
  const sure = (await rulesOf(world)).filter(
    ({ state, origin, confidence = 0 }) =>
      state === 'proposed' && origin === 'user' && confidence >= threshold,
  )
  for (const { id } of sure) await approveAsSure(world, id)
  const ids = new Set(sure.map(({ id }) => id))
  return (await rulesOf(world)).filter(({ id }) => ids.has(id))
}

const MOST_SESSIONS = 20

/**
 * Records whether sessions followed the rules they were given, and those withheld from them. A correction on the same
 * subject or a forbidden action breaks a rule; doing what it asks for uses it.
 */
async function noteEffects(world: World, heard: readonly HeardCorrection[]): Promise<void> {
  const rules = (await rulesOf(world)).filter(({ state }) => state === 'approved')
  if (rules.length === 0) return
  const views = await world.log.views({ projects: world.place.projectIds, limit: MOST_SESSIONS })
  const facts = views.flatMap((seen) => rules.flatMap((rule) => factsOf(rule, seen, heard)))
  if (facts.length === 0) return
  const known = await storedEffects(world)
  await recordOnce(
    world,
    BOOK,
    facts.filter(({ id }) => !known.has(id)),
  )
}

async function storedEffects(world: World): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for await (const { id } of world.log.read({ session: BOOK, onDamage: () => {} })) ids.add(id)
  return ids
}

type Effect = (typeof EFFECTS)[number]

function factsOf(
  rule: Rule,
  { session, view }: Viewed<Session>,
  heard: readonly HeardCorrection[],
): readonly NewEvent[] {
  const at = view.life.lastActivityAt
  return effectsOf(rule, { session, view }, heard).map((effect) => {
    const id = derivedId('evt', BOOK, MemoryTried.type, rule.id, session, effect)
    return fact(MemoryTried, { id, at }, { memory: rule.id, during: session, effect })
  })
}

function effectsOf(
  rule: Rule,
  { session, view }: { readonly session: SessionId; readonly view: Session },
  heard: readonly HeardCorrection[],
): readonly Effect[] {
  const { told = [], withheld = [] } = view.memory
  const isTold = told.includes(rule.id)
  if (!isTold && !withheld.includes(rule.id)) return []
  const matter = comparableRule(rule.text)
  const { isUsed, isBroken } = seenIn(showingOf(rule.text), {
    commands: view.craft.successes.map(({ command }) => command),
    paths: view.craft.files.map(({ path }) => path),
  })
  const isCorrected = heard.some(
    ({ session: where, correction }) =>
      where === session && correction.at > rule.at && isSameRule(correction, matter),
  )
  const isBrokenAnyhow = isBroken || isCorrected
  return isTold
    ? ['given', ...(isUsed ? (['used'] as const) : []), ...(isBrokenAnyhow ? (['broken'] as const) : [])]
    : [
        'withheld',
        ...(isUsed ? (['used-without'] as const) : []),
        ...(isBrokenAnyhow ? (['broken-without'] as const) : []),
      ]
}
