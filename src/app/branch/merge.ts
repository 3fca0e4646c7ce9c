import type { SessionId } from '../../event/identity.ts'
import type { Viewed } from '../../log/event-log.ts'
import { Problem } from '../../problem.ts'
import { mergeEvents } from '../../session/merge/merge-events.ts'
import { describeConflict, type Resolution, resolveConflicts } from '../../session/merge/resolve.ts'
import {
  type ConflictChoice,
  type MergeConflict,
  type TakenItem,
  threeWayMerge,
} from '../../session/merge/three-way.ts'
import type { Session } from '../../session/session.ts'
import { redactEvents } from '../ingest/redact-events.ts'
import { dueEvents } from '../lifecycle/advance-state.ts'
import { unknownSession } from '../lifecycle/find-session.ts'
import type { World } from '../world.ts'
import { baseOf } from './merge-base.ts'

export interface MergeAsk {
  /** The session that takes in what the other one has come to. */
  readonly into: SessionId
  readonly from: SessionId
}

export interface MergePlan extends MergeAsk {
  /** What both had in common last. */
  readonly base: { readonly session: SessionId; readonly seq: number }
  /** How far each was looked at. */
  readonly upTo: number
  readonly intoSeq: number
  readonly taken: readonly TakenItem[]
  readonly conflicts: readonly MergeConflict[]
}

/** One answer to every conflict, or one to each; undefined where there is none. */
export type Resolve = ConflictChoice | ((conflict: MergeConflict) => ConflictChoice | undefined)

export interface Merged {
  /** `nothing`: there was nothing to take, and nothing was stored. */
  readonly kind: 'merged' | 'nothing'
  readonly plan: MergePlan
  readonly resolved: Resolution['resolved']
}

/** What a merge would take, and what would have to be decided. Stores nothing. */
export async function planMerge(world: World, ask: MergeAsk): Promise<MergePlan> {
  return (await planned(world, ask)).plan
}

/**
 * Takes in what another session of the same origin has come to, in one transaction: all of it, or nothing where a
 * conflict is not decided. Both histories stay; the same merge again stores nothing.
 */
export async function merge(
  world: World,
  { resolve, note, ...ask }: MergeAsk & { readonly resolve?: Resolve; readonly note?: string },
): Promise<Merged> {
  for (;;) {
    const { plan, ours } = await planned(world, ask)
    if (plan.taken.length === 0 && plan.conflicts.length === 0) return { kind: 'nothing', plan, resolved: [] }
    const resolution = decided(plan, resolve)
    const merging = { into: ask.into, from: ask.from, upTo: plan.upTo, at: world.clock.now(), note }
    const facts = redactEvents(world, mergeEvents(resolution, merging), ours.view.identity.checkout)
    const preface = dueEvents(world, ours)
    const appended = await world.log.append(ask.into, facts, { expectedSeq: plan.intoSeq, preface })
    if (appended.kind === 'moved') continue // it went on meanwhile: judge again
    if (appended.kind === 'conflict') throw new Error(`merge of ${ask.from}: ${appended.stored.id} differs`)
    world.promptMarkers?.set(ours.view.identity.agent, ask.into)
    return { kind: 'merged', plan, resolved: resolution.resolved }
  }
}

function decided(plan: MergePlan, resolve: Resolve | undefined): Resolution {
  const choiceOf = typeof resolve === 'function' ? resolve : () => resolve
  const open = plan.conflicts.filter((conflict) => choiceOf(conflict) === undefined)
  if (open.length > 0) throw undecidedConflicts(plan, open)
  return resolveConflicts(plan, (conflict) => choiceOf(conflict) ?? 'skip')
}

async function planned(
  world: World,
  { into, from }: MergeAsk,
): Promise<{ readonly plan: MergePlan; readonly ours: Viewed<Session> }> {
  if (into === from) throw withItself(into)
  const [ours, theirs] = [await world.log.view(into), await world.log.view(from)]
  if (!ours || !theirs) throw unknownSession(ours ? from : into)
  const base = await baseOf(world, ours, theirs)
  if (!base) throw unrelated(into, from)
  const found = threeWayMerge(base.work, ours.view.work, theirs.view.work)
  const common = { session: base.session, seq: base.upTo }
  return { ours, plan: { into, from, base: common, upTo: theirs.seq, intoSeq: ours.seq, ...found } }
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

const withItself = (session: SessionId): Problem =>
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
