import type { SessionId } from '../../event/identity.ts'
import type { Viewed } from '../../log/event-log.ts'
import { withoutUndecided } from '../../session/merge/resolve.ts'
import type { Merge } from '../../session/merges.ts'
import type { Session } from '../../session/session.ts'
import type { Work } from '../../session/work.ts'
import type { World } from '../world.ts'
import { lineageOf, type Past, workAt } from './lineage.ts'

export interface Base extends Past {
  readonly work: Work
}

/** What two sessions had in common last: at their last merge, else where their ways parted. */
export async function baseOf(
  world: World,
  ours: Viewed<Session>,
  theirs: Viewed<Session>,
): Promise<Base | undefined> {
  const met = lastMerge(ours, theirs)
  if (met) {
    const past = { session: met.of, upTo: met.merge.upTo }
    return { ...past, work: withoutUndecided(await workAt(world, past), met.merge.undecided) }
  }
  const past = parting(await lineageOf(world, ours.session), await lineageOf(world, theirs.session))
  return past && { ...past, work: await workAt(world, past) }
}

interface Met {
  /** Whose events were looked at. */
  readonly of: SessionId
  readonly merge: Merge
}

/** Either may have taken in the other; the later of the two had seen the earlier one. */
function lastMerge(ours: Viewed<Session>, theirs: Viewed<Session>): Met | undefined {
  const there = ours.view.merges.done.findLast(({ from }) => from === theirs.session)
  const back = theirs.view.merges.done.findLast(({ from }) => from === ours.session)
  const isBack = back && (!there || back.upTo >= there.seq)
  if (isBack) return { of: ours.session, merge: back }
  return there && { of: theirs.session, merge: there }
}

/** The nearest session that is part of both pasts, as far as it is part of both. */
function parting(ours: readonly Past[], theirs: readonly Past[]): Past | undefined {
  for (const { session, upTo } of ours) {
    const same = theirs.find((past) => past.session === session)
    if (same) return { session, upTo: Math.min(upTo, same.upTo) }
  }
  return undefined
}
