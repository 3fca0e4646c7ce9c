import { type Here, type RulesText, rulesFor, rulesText } from '../../brief/rules.ts'
import { fact, type NewEvent } from '../../event/define.ts'
import type { Origin } from '../../event/fields.ts'
import { derivedId, type EventId, type SessionId } from '../../event/identity.ts'
import {
  BOOK,
  MemoryApproved,
  MemoryEdited,
  MemoryProposed,
  MemoryRejected,
  MemorySuperseded,
  type RuleScope,
} from '../../event/memory.ts'
import { type Conflict, conflictOf } from '../../memory/conflict.ts'
import { comparableRule, isSameRule } from '../../memory/similarity.ts'
import { Problem } from '../../problem.ts'
import type { Rule } from '../../session/rulebook.ts'
import { redactEvents } from '../ingest/redact-events.ts'
import type { World } from '../world.ts'

export const hereOf = ({ place, clock }: World): Here => ({
  projects: place.projectIds,
  language: place.language,
  now: clock.now(),
})

/** The rules for a session that starts here, within the tokens that the rest of the brief leaves. */
export async function rulesHere(
  world: World,
  sessionTokens: number,
  total = world.settings['brief.total-budget'],
): Promise<RulesText | undefined> {
  const most = world.settings['brief.memory-budget']
  const budget = Math.min(most, total - sessionTokens)
  const rules = rulesFor(await rulesOf(world), hereOf(world))
  if (rules.length === 0) return undefined
  // Agents read the rules in AGENTS.md and similar files themselves.
  const known = world.integrations.writtenRules(world.place.checkout).map(comparableRule)
  const untold = rules.filter(({ text }) => !known.some((line) => isSameRule(line, comparableRule(text))))
  return rulesText(untold, { budget, count: world.countTokens })
}

interface NewRule {
  readonly text: string
  readonly scope: RuleScope
  readonly origin: Origin
  readonly category?: string
  readonly rationale?: string
  readonly confidence?: number
  readonly evidence?: readonly string[]
  /** The existing rule with the same meaning, if any. */
  readonly id?: string
}

/** Derived from the words, so that equal words give the same rule. */
const ruleId = (text: string): string =>
  `mem_${derivedId(
    'evt',
    'memory',
    text
      .toLowerCase()
      .replaceAll(/[\s\p{P}]+/gu, ' ')
      .trim(),
  ).slice(4, 14)}`

/** Proposes a rule. It takes effect when it is approved. */
export async function propose(world: World, rule: NewRule): Promise<string> {
  const { id = ruleId(rule.text) } = rule
  await appendRules(world, () => [proposedEvent(world, { ...rule, id })])
  return id
}

export function proposedEvent(world: World, rule: NewRule): NewEvent {
  const { text, scope, origin, category, rationale, confidence, evidence, id = ruleId(text) } = rule
  const heading = {
    id: derivedId('evt', BOOK, 'memory.proposed', id, scope.kind, scope.of ?? '', ...(evidence ?? [])),
    at: world.clock.now(),
  }
  return fact(MemoryProposed, heading, {
    memory: id,
    rule: text,
    scope,
    origin,
    ...(category && { category }),
    ...(rationale && { rationale }),
    ...(confidence !== undefined && { confidence }),
    ...(evidence?.length && { evidence: [...evidence] }),
  })
}

/**
 * Approves a rule and supersedes the approved rules that it contradicts, repeats or includes, in one write. Approving
 * an older rule again reverts that. Returns the superseded rules.
 */
export async function approve(world: World, id: string): Promise<readonly RuleConflict[]> {
  let replaced: readonly RuleConflict[] = []
  await appendRules(world, (rules) => {
    const newer = rules.find((rule) => rule.id === id)
    if (!newer) return []
    replaced = rules.flatMap((older) =>
      older.id !== id && older.state === 'approved' ? (conflictBetween(older, newer) ?? []) : [],
    )
    const isDone = newer.state === 'approved' && newer.by === 'user'
    return [
      ...(isDone ? [] : [fact(MemoryApproved, newHeading(world), { memory: id, by: 'user' })]),
      ...replaced.map(({ older }) => fact(MemorySuperseded, newHeading(world), { memory: older.id, by: id })),
    ]
  })
  return replaced
}

/**
 * Approves a rule because of its confidence. Idempotent, and never overrides a user decision. Supersedes older
 * conflicting rules like an approval by the user.
 */
export const approveAsSure = (world: World, id: string): Promise<void> =>
  appendRules(world, (rules) => {
    const newer = rules.find((rule) => rule.id === id)
    if (newer?.state !== 'proposed') return []
    const at = world.clock.now()
    const event = { id: derivedId('evt', BOOK, MemoryApproved.type, id), at }
    const replaced = rules.filter(
      (older) =>
        older.state === 'approved' && older.at < newer.at && conflictBetween(older, newer) !== undefined,
    )
    return [
      fact(MemoryApproved, event, { memory: id, by: 'threshold' }),
      ...replaced.map((older) => {
        const superseding = derivedId('evt', BOOK, MemorySuperseded.type, older.id, id)
        return fact(MemorySuperseded, { id: superseding, at }, { memory: older.id, by: id })
      }),
    ]
  })

export const reject = (world: World, id: string, reason?: string): Promise<void> =>
  appendRules(world, (rules) =>
    rules.find((rule) => rule.id === id)?.state === 'rejected'
      ? []
      : [fact(MemoryRejected, newHeading(world), { memory: id, ...(reason && { reason }) })],
  )

export const edit = (
  world: World,
  id: string,
  { text, scope }: { readonly text?: string | undefined; readonly scope?: RuleScope | undefined },
): Promise<void> =>
  appendRules(world, () => [
    fact(MemoryEdited, newHeading(world), {
      memory: id,
      ...(text && { rule: text }),
      ...(scope && { scope }),
    }),
  ])

/** Erases all events of a rule, including its text. */
export async function forgetRule(world: World, id: string): Promise<number> {
  const seqs: number[] = []
  for await (const { seq, data } of world.log.read({ session: BOOK, onDamage: () => {} }))
    if (data?.memory === id) seqs.push(seq)
  if (seqs.length === 0) return 0
  world.index.drop()
  const at = world.clock.now()
  const erasure = { session: BOOK, seqs, at, id: derivedId('evt', 'forget', BOOK, id, world.ids.event()) }
  return (await world.log.forget(erasure)).events
}

/** Finds a rule by its id or a unique prefix. */
export async function ruleNamed(world: World, name: string): Promise<Rule> {
  const wanted = name.startsWith('mem_') ? name : `mem_${name}`
  const found = (await rulesOf(world)).filter(({ id }) => id.startsWith(wanted))
  const [only] = found
  if (only && found.length === 1) return only
  throw new Problem({
    code: only ? 'memory-ambiguous' : 'memory-unknown',
    message: only
      ? `${JSON.stringify(name)} matches ${found.length} rules`
      : `no rule matches ${JSON.stringify(name.slice(0, 60))}`,
    fix: 'leftoff memory list --all   (shows the IDs)',
    outcome: only ? 'usage' : 'notFound',
  })
}

const newHeading = (world: World): { readonly id: EventId; readonly at: number } => ({
  id: world.ids.event(),
  at: world.clock.now(),
})

/** All rules: proposed, approved, rejected and superseded. */
export const rulesOf = async (world: World): Promise<readonly Rule[]> =>
  (await world.log.view(BOOK))?.view.rulebook.rules ?? []

type Judge = (rules: readonly Rule[]) => readonly NewEvent[]

/**
 * Appends the events that `judge` derives from the current rules, all or nothing. If another process appends first, it
 * judges again, so that no decision is based on stale rules.
 */
export async function appendRules(world: World, judge: Judge): Promise<void> {
  const taken = new Set<string>()
  for (;;) {
    const seen = await world.log.view(BOOK)
    const facts = judge(seen?.view.rulebook.rules ?? []).filter(({ id }) => !taken.has(id))
    if (facts.length === 0) return
    const redacted = redactEvents(world, facts, world.place.checkout)
    const appended = await world.log.append(BOOK, redacted, { expectedSeq: seen?.seq ?? 0 })
    if (appended.kind === 'appended' || appended.kind === 'duplicate') return
    // The stored event with this id wins; the others are still appended.
    if (appended.kind === 'conflict') taken.add(appended.stored.id)
  }
}

/** Two rules that contradict, repeat or include each other. */
export interface RuleConflict extends Pick<Conflict, 'kind' | 'why' | 'about'> {
  readonly older: Rule
  readonly newer: Rule
}

function conflictBetween(older: Rule, newer: Rule): RuleConflict | undefined {
  if (!haveSameScope(older, newer)) return undefined
  const found = conflictOf({ rule: older.text, at: older.at }, { rule: newer.text, at: newer.at })
  return found && { kind: found.kind, why: found.why, about: found.about, older, newer }
}

/** Rules of different scopes do not conflict: the narrower one applies. */
const haveSameScope = ({ scope: one }: Rule, { scope: other }: Rule): boolean =>
  one.kind === other.kind && one.of === other.of

/** Conflicts among approved and proposed rules. */
export async function listConflicts(world: World): Promise<readonly RuleConflict[]> {
  const rules = (await rulesOf(world)).filter(({ state }) => state === 'approved' || state === 'proposed')
  return rules.flatMap((rule, at) =>
    rules.slice(at + 1).flatMap((other) => conflictBetween(rule, other) ?? []),
  )
}

/** A message that a rule comes from. Only its id is known if its session was erased or is not indexed yet. */
export interface RuleSource {
  readonly message: string
  readonly session?: SessionId
  readonly at?: number
  /** The user's words, shortened. */
  readonly said?: string
}

/** Returns a function that lists the messages a rule comes from, oldest first. */
export function ruleSources(world: World): (rule: Rule) => readonly RuleSource[] {
  const known = new Map(
    world.index
      .corrections()
      .flatMap(({ session, corrections }) =>
        corrections.map(({ message, at, said }) => [message, { message, session, at, said }] as const),
      ),
  )
  return ({ evidence }) =>
    evidence
      .map((message): RuleSource => known.get(message) ?? { message })
      .sort((one, other) => (one.at ?? 0) - (other.at ?? 0))
}
