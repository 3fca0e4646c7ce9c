import { textHash } from '../../event/content-key.ts'
import type { SessionId } from '../../event/identity.ts'
import type { Viewed } from '../../log/event-log.ts'
import { Problem } from '../../problem.ts'
import {
  describeConflict,
  mergeEvents,
  type Resolution,
  resolveConflicts,
  withoutUndecided,
} from '../../session/merge/resolve.ts'
import {
  type ConflictChoice,
  type MergeConflict,
  type TakenItem,
  threeWayMerge,
} from '../../session/merge/three-way.ts'
import type { Merge } from '../../session/merges.ts'
import { WORK_LISTS, type Work, type WorkItem } from '../../session/noted-work.ts'
import type { Session } from '../../session/session.ts'
import { again, behind, done, retryAppend } from '../append-retry.ts'
import { redactEvents } from '../ingest/redact-events.ts'
import { dueEvents } from '../lifecycle/advance-state.ts'
import { unknownSession } from '../lifecycle/find-session.ts'
import type { World } from '../world.ts'
import { lineageOf, type SessionPrefix, workAt } from './lineage.ts'

export interface MergeAsk {
  /** The session that receives the other one's work. */
  readonly into: SessionId
  readonly from: SessionId
}

export interface MergePlan extends MergeAsk {
  /** The last state that both sessions share. */
  readonly base: { readonly session: SessionId; readonly seq: number }
  /** The last event read from each session: `upTo` from `from`, `intoSeq` from `into`. */
  readonly upTo: number
  readonly intoSeq: number
  readonly taken: readonly TakenItem[]
  readonly conflicts: readonly MergeConflict[]
}

/** One choice for all conflicts, or a function that may leave a conflict undecided. */
export type Resolve = ConflictChoice | ((conflict: MergeConflict) => ConflictChoice | undefined)

export interface Merged {
  /** `nothing`: there was nothing to merge, so no event was stored. */
  readonly kind: 'merged' | 'nothing'
  readonly plan: MergePlan
  readonly resolved: Resolution['resolved']
}

/** Computes what a merge would change and which conflicts it would have. Stores nothing. */
export async function planMerge(world: World, ask: MergeAsk): Promise<MergePlan> {
  return (await makePlan(world, ask)).plan
}

/**
 * Merges a related session in one transaction. If a conflict is undecided, nothing is merged. Both histories are kept,
 * and repeating the merge stores nothing.
 */
export async function merge(
  world: World,
  { resolve, note, ...ask }: MergeAsk & { readonly resolve?: Resolve; readonly note?: string },
): Promise<Merged> {
  return retryAppend<Merged>(ask.into, async () => {
    // Read before everything else, so that anything forgotten in the meantime is noticed.
    const generation = await world.log.generation()
    const { plan, ours } = await makePlan(world, ask)
    if (plan.taken.length === 0 && plan.conflicts.length === 0)
      return done({ kind: 'nothing', plan, resolved: [] })
    const resolution = resolveAll(plan, resolve)
    const merging = { into: ask.into, from: ask.from, upTo: plan.upTo, at: world.clock.now(), note }
    const facts = redactEvents(world, mergeEvents(resolution, merging), ours.view.identity.checkout)
    const preface = dueEvents(world, ours)
    const appended = await world.log.append(ask.into, facts, {
      expectedSeq: plan.intoSeq,
      generation,
      preface,
    })
    // Events were added or forgotten in the meantime, so plan again.
    if (appended.kind === 'moved')
      return generation === (await world.log.generation()) ? behind(plan.intoSeq, appended) : again
    if (appended.kind === 'conflict') throw new Error(`merge of ${ask.from}: ${appended.stored.id} differs`)
    world.promptMarkers?.set(ours.view.identity.agent, ask.into)
    return done({ kind: 'merged', plan, resolved: resolution.resolved })
  })
}

function resolveAll(plan: MergePlan, resolve: Resolve | undefined): Resolution {
  const choiceOf = typeof resolve === 'function' ? resolve : () => resolve
  const open = plan.conflicts.filter((conflict) => choiceOf(conflict) === undefined)
  if (open.length > 0) throw undecidedConflicts(plan, open)
  return resolveConflicts(plan, (conflict) => choiceOf(conflict) ?? 'skip')
}

async function makePlan(
  world: World,
  { into, from }: MergeAsk,
): Promise<{ readonly plan: MergePlan; readonly ours: Viewed<Session> }> {
  if (into === from) throw mergeIntoItself(into)
  const [ours, theirs] = [await world.log.view(into), await world.log.view(from)]
  if (!ours || !theirs) throw unknownSession(ours ? from : into)
  const base = await findMergeBase(world, ours, theirs)
  if (!base) throw unrelated(into, from)
  const theirWork = await withoutForgotten(world, into, theirs.view.work)
  const found = threeWayMerge(base.work, ours.view.work, theirWork)
  const common = { session: base.session, seq: base.upTo }
  return { ours, plan: { into, from, base: common, upTo: theirs.seq, intoSeq: ours.seq, ...found } }
}

/** Omits content that was forgotten in the receiving session but still exists in the other session. */
async function withoutForgotten(world: World, into: SessionId, work: Work): Promise<Work> {
  const lists = WORK_LISTS.map((list) => [list, work[list]] as const)
  const texts = [...lists.flatMap(([, items]) => items), ...(work.goal ? [work.goal] : [])]
  const erasedHashes = await world.log.forgotten(
    into,
    texts.map(({ text }) => textHash(text)),
  )
  if (erasedHashes.size === 0) return work
  const isKept = ({ text }: WorkItem): boolean => !erasedHashes.has(textHash(text))
  const { goal, ...rest } = work
  const kept = lists.map(([list, items]) => [list, items.filter(isKept)])
  return { ...rest, ...Object.fromEntries(kept), ...(goal && isKept(goal) && { goal }) }
}

const undecidedConflicts = ({ into, from }: MergePlan, open: readonly MergeConflict[]): Problem =>
  new Problem({
    code: 'merge-conflicts',
    message: [
      `nothing was merged because of ${open.length} ${open.length === 1 ? 'conflict' : 'conflicts'}:`,
      ...open
        .map(describeConflict)
        .map(({ about, ours, theirs }) => `  ${about}: ours "${ours}", theirs "${theirs}"`),
    ].join('\n'),
    fix: `leftoff session merge ${from} --into ${into} --ours (or --theirs, or --both)`,
  })

const mergeIntoItself = (session: SessionId): Problem =>
  new Problem({
    code: 'merge-same',
    message: `session ${session} cannot be merged into itself`,
    fix: 'leftoff session merge FROM --into ID   (with two different sessions)',
    outcome: 'usage',
  })

const unrelated = (into: SessionId, from: SessionId): Problem =>
  new Problem({
    code: 'merge-unrelated',
    message: `sessions ${into} and ${from} have no common ancestor`,
    fix: 'leftoff session tree   (shows related sessions)',
    outcome: 'usage',
  })

interface MergeBase extends SessionPrefix {
  readonly work: Work
}

/** The last common state of two sessions: their last merge or, if there is none, the branch point. */
async function findMergeBase(
  world: World,
  ours: Viewed<Session>,
  theirs: Viewed<Session>,
): Promise<MergeBase | undefined> {
  const met = lastMerge(ours, theirs)
  if (met) {
    const past = { session: met.of, upTo: met.merge.upTo }
    return { ...past, work: withoutUndecided(await workAt(world, past), met.merge.undecided) }
  }
  const past = commonAncestor(await lineageOf(world, ours.session), await lineageOf(world, theirs.session))
  return past && { ...past, work: await workAt(world, past) }
}

interface LastMerge {
  /** The session whose events were merged. */
  readonly of: SessionId
  readonly merge: Merge
}

/** The sessions may have been merged in both directions. The later merge includes the earlier one. */
function lastMerge(ours: Viewed<Session>, theirs: Viewed<Session>): LastMerge | undefined {
  const there = ours.view.merges.done.findLast(({ from }) => from === theirs.session)
  const back = theirs.view.merges.done.findLast(({ from }) => from === ours.session)
  const isBack = back && (!there || back.upTo >= there.seq)
  if (isBack) return { of: ours.session, merge: back }
  return there && { of: theirs.session, merge: there }
}

/** The nearest session that is in both lineages, up to the last event that both inherit. */
function commonAncestor(
  ours: readonly SessionPrefix[],
  theirs: readonly SessionPrefix[],
): SessionPrefix | undefined {
  for (const { session, upTo } of ours) {
    const same = theirs.find((past) => past.session === session)
    if (same) return { session, upTo: Math.min(upTo, same.upTo) }
  }
  return undefined
}
