import { cleanRule, type RuleContext, type RulesText, rulesFor, rulesText } from '../../brief/rules.ts'
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
import type { AppendOptions } from '../../log/event-log.ts'
import { arePlainOpposites, type Conflict, conflictOf } from '../../memory/conflict.ts'
import { comparableRule, isSameRule } from '../../memory/similarity.ts'
import { Problem } from '../../problem.ts'
import type { Rule } from '../../session/rulebook.ts'
import { appendUnstored, behind, done, retryAppend } from '../append-retry.ts'
import { redactEvents } from '../ingest/redact-events.ts'
import type { World } from '../world.ts'

export const hereOf = ({ place, clock }: World): RuleContext => ({
  projects: place.projectIds,
  language: place.language,
  now: clock.now(),
})

interface RulesAsk {
  /** Maximum number of tokens for rules and brief together. */
  readonly total?: number | undefined
  /**
   * Whether to include rules that AGENTS.md and similar files contain, because the reader does not read these
   * files.
   */
  readonly withWritten?: boolean | undefined
}

/** The rules for a session that starts here, within the tokens that the rest of the brief leaves. */
export async function rulesHere(
  world: World,
  sessionTokens: number,
  { total = world.settings['brief.total-budget'], withWritten = false }: RulesAsk = {},
): Promise<RulesText | undefined> {
  const most = world.settings['brief.memory-budget']
  const budget = Math.min(most, total - sessionTokens)
  const rules = rulesFor(await rulesOf(world), hereOf(world))
  if (rules.length === 0) return undefined
  if (withWritten) return rulesText(rules, { budget, count: world.countTokens })
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
  /** The id of an existing rule with the same meaning. */
  readonly id?: string
}

/** Derived from the words, so that rules with the same words have the same id. */
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
  requireContent(rule.text)
  const { id = ruleId(rule.text) } = rule
  const event = proposedEvent(world, { ...rule, id })
  await appendRules(world, () => [event])
  // If a rule with the same words was erased, its event id cannot be used again.
  const isErased = !(await rulesOf(world)).some((known) => known.id === id)
  if (isErased) await appendRules(world, () => [{ ...event, id: world.ids.event() }])
  return id
}

function requireContent(text: string): void {
  if (hasContent(text)) return
  throw new Problem({
    code: 'rule-empty',
    message: `the rule ${JSON.stringify(text.slice(0, 60))} has no content`,
    fix: 'write it as an instruction, for example: Use pnpm, never npm',
    outcome: 'usage',
  })
}

/** Whether the rule contains words other than fillers such as "always" and "please". */
const hasContent = (text: string): boolean =>
  (
    cleanRule(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).some((word) => !SAYS_NOTHING.has(word))
const SAYS_NOTHING = new Set(
  'a an and always avoid do don dont ever it must never no not ok please rule rules should stop t that the these this to yes you'.split(
    ' ',
  ),
)

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
 * Approves a rule and supersedes approved rules that say the opposite, in one write. To revert that, approve the older
 * rule again. Returns all conflicts with approved rules. The user resolves the ones that remain.
 */
export async function approve(world: World, id: string): Promise<readonly RuleConflict[]> {
  let found: readonly RuleConflict[] = []
  await appendRules(world, (rules) => {
    const newer = rules.find((rule) => rule.id === id)
    if (!newer) return []
    found = rules.flatMap((older) =>
      older.id !== id && older.state === 'approved' ? (conflictBetween(older, newer) ?? []) : [],
    )
    const isDone = newer.state === 'approved' && newer.by === 'user'
    return [
      ...(isDone ? [] : [fact(MemoryApproved, newHeading(world), { memory: id, by: 'user' })]),
      ...found
        .filter(({ isReplaced }) => isReplaced)
        .map(({ older }) => fact(MemorySuperseded, newHeading(world), { memory: older.id, by: id })),
    ]
  })
  return found
}

/**
 * Approves a rule without a review, for one project only. Idempotent, and never overrides a user decision. Supersedes
 * older rules in the same way as an approval by the user.
 */
export const approveAsSure = (world: World, id: string, project: string): Promise<void> =>
  appendRules(world, (rules) => {
    const proposed = rules.find((rule) => rule.id === id)
    if (proposed?.state !== 'proposed') return []
    const at = world.clock.now()
    const scope = { kind: 'project', of: project } as const
    const newer = { ...proposed, scope }
    const heading = (...parts: readonly string[]) => ({ id: derivedId('evt', BOOK, ...parts), at })
    const replaced = rules.filter(
      (older) =>
        older.state === 'approved' &&
        older.at < newer.at &&
        conflictBetween(older, newer)?.isReplaced === true,
    )
    return [
      ...(haveSameScope(proposed, newer)
        ? []
        : [fact(MemoryEdited, heading(MemoryEdited.type, id, project), { memory: id, scope })]),
      fact(MemoryApproved, heading(MemoryApproved.type, id), { memory: id, by: 'threshold' }),
      ...replaced.map((older) =>
        fact(MemorySuperseded, heading(MemorySuperseded.type, older.id, id), { memory: older.id, by: id }),
      ),
    ]
  })

export const reject = (world: World, id: string, reason?: string): Promise<void> =>
  appendRules(world, (rules) =>
    rules.find((rule) => rule.id === id)?.state === 'rejected'
      ? []
      : [fact(MemoryRejected, newHeading(world), { memory: id, ...(reason && { reason }) })],
  )

export async function edit(
  world: World,
  id: string,
  { text, scope }: { readonly text?: string | undefined; readonly scope?: RuleScope | undefined },
): Promise<void> {
  if (text !== undefined) requireContent(text)
  return appendRules(world, () => [
    fact(MemoryEdited, newHeading(world), {
      memory: id,
      ...(text && { rule: text }),
      ...(scope && { scope }),
    }),
  ])
}

/** Erases all events of these rules, including their text. */
export async function forgetRules(world: World, ids: readonly string[]): Promise<number> {
  const gone = new Set(ids)
  const seqs: number[] = []
  for await (const { seq, data } of world.log.read({ session: BOOK, onDamage: () => {} }))
    if (gone.has(String(data?.memory))) seqs.push(seq)
  if (seqs.length === 0) return 0
  const at = world.clock.now()
  const id = derivedId('evt', 'forget', BOOK, ...ids, world.ids.event())
  world.index.drop(await world.log.generation())
  const { events } = await world.log.forget({ session: BOOK, seqs, at, id })
  world.index.drop(await world.log.generation())
  return events
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
 * Appends the events that `judge` derives from the current rules, all or nothing. If another process appends
 * first, it calls `judge` again, so that no decision is based on stale rules. Appends nothing if content was
 * forgotten since `generation`.
 */
export async function appendRules(
  world: World,
  judge: Judge,
  options: Pick<AppendOptions, 'generation'> = {},
): Promise<void> {
  await retryAppend(BOOK, async () => {
    const seen = await world.log.view(BOOK)
    const expectedSeq = seen?.seq ?? 0
    const facts = redactEvents(world, judge(seen?.view.rulebook.rules ?? []), world.place.checkout)
    const { appended } = await appendUnstored(facts, (rest) =>
      world.log.append(BOOK, rest, { expectedSeq, ...options }),
    )
    if (appended?.kind !== 'moved') return done(undefined)
    const { generation } = options
    const isOutdated = generation !== undefined && generation !== (await world.log.generation())
    return isOutdated ? done(undefined) : behind(expectedSeq, appended)
  })
}

/** Two rules that contradict each other, or one of which repeats or includes the other. */
export interface RuleConflict extends Pick<Conflict, 'kind' | 'why' | 'about'> {
  readonly older: Rule
  readonly newer: Rule
  /** Whether the newer rule says the exact opposite, so that its approval replaces the older one. */
  readonly isReplaced: boolean
}

function conflictBetween(older: Rule, newer: Rule): RuleConflict | undefined {
  if (!haveSameScope(older, newer)) return undefined
  const found = conflictOf({ rule: older.text, at: older.at }, { rule: newer.text, at: newer.at })
  if (!found) return undefined
  const { kind, why, about } = found
  return { kind, why, about, older, newer, isReplaced: arePlainOpposites(older.text, newer.text) }
}

/** Rules with different scopes do not conflict, because the narrower one applies. */
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
