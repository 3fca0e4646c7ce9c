import { textHash } from '../../event/content-key.ts'
import { fact, type NewEvent } from '../../event/define.ts'
import { derivedId, type SessionId } from '../../event/identity.ts'
import { BOOK, type EFFECTS, MemoryTried, type RuleScope } from '../../event/memory.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { HeardCorrection } from '../../memory/cluster.ts'
import { seenIn, showingOf } from '../../memory/effects.ts'
import { type Proposal, proposalsFrom } from '../../memory/propose.ts'
import { comparableRule, isSameRule } from '../../memory/similarity.ts'
import type { Rule } from '../../session/rulebook.ts'
import type { Session } from '../../session/session.ts'
import { recordOnce } from '../ingest/record.ts'
import type { World } from '../world.ts'
import { approveTyped } from './approve-typed.ts'
import { appendRules, proposedEvent, rulesOf } from './rules.ts'

interface LearnAsk {
  /** Limits learning to corrections from this session. */
  readonly session?: SessionId
  /** Approves typed corrections with at least this confidence without a review; see `approveTyped`. */
  readonly threshold?: number
}

interface Learned {
  readonly proposed: readonly Rule[]
  /** The rules that were approved because of their confidence. */
  readonly approved: readonly Rule[]
}

/**
 * Proposes rules from the user's corrections, in the user's own words, and records how sessions used existing rules. Event
 * ids are derived from their sources, so a repeated run changes nothing, even after a crash.
 */
export async function learn(world: World, { session, threshold }: LearnAsk = {}): Promise<Learned> {
  // Read before everything else, so that anything forgotten in the meantime is noticed.
  const generation = await world.log.generation()
  const all = listCorrections(world)
  const mine = all.filter((one) => session === undefined || one.session === session)
  const before = await rulesOf(world)
  const suggested = await withoutForgotten(world, findProposals(world, all, mine))
  const judge = (rules: readonly Rule[]) => suggested.flatMap((rule) => proposalEvent(world, rules, rule))
  await appendRules(world, judge, { generation })
  const known = new Set(before.map(({ id }) => id))
  const proposed = (await rulesOf(world)).filter(({ id }) => !known.has(id))
  const approved = threshold === undefined ? [] : await approveTyped(world, threshold)
  await noteEffects(world, all)
  return { proposed, approved }
}

/** A rule that the user erased is not proposed again from the messages it came from. */
async function withoutForgotten(world: World, proposals: readonly Proposal[]): Promise<readonly Proposal[]> {
  const hashes = proposals.map(({ rule }) => textHash(rule))
  const gone = await world.log.forgotten(BOOK, hashes)
  return proposals.filter(({ rule }) => !gone.has(textHash(rule)))
}

function findProposals(
  world: World,
  all: readonly HeardCorrection[],
  mine: readonly HeardCorrection[],
): readonly Proposal[] {
  const read = world.integrations.writtenRules(world.place.checkout).map(comparableRule)
  const projects = new Set(all.map(({ project }) => project)).size
  const asked = new Set(mine)
  return proposalsFrom(all, { projects, of: (one) => asked.has(one) }).filter(
    ({ rule }) => !read.some((line) => isSameRule(line, comparableRule(rule))),
  )
}

/** A reworded proposal of an existing rule counts as evidence for that rule. */
function proposalEvent(world: World, rules: readonly Rule[], { rule, scope, ...rest }: Proposal): NewEvent[] {
  const known = ruleLike(rules, rule) ?? ruleFrom(rules, rest.evidence)
  const isNews = (message: string): boolean => !known?.evidence.includes(message)
  if (known && !rest.evidence.some(isNews)) return []
  // A rule stores only its newest evidence, so an older message can look new although it was counted before.
  if (known && known.heard > known.evidence.length && rest.evidence.length <= known.heard) return []
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

/** Finds a rule by its evidence, because more evidence may change the wording that represents the rule. */
const ruleFrom = (rules: readonly Rule[], evidence: readonly string[]): Rule | undefined =>
  rules.find((rule) => rule.origin === 'user' && rule.evidence.some((message) => evidence.includes(message)))

const MOST_SESSIONS = 20

/**
 * Records whether sessions followed the rules that they received and the rules that were withheld from them.
 * A rule counts as broken after a forbidden action or a correction about its subject, and as used if the
 * session did what it asks for.
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
