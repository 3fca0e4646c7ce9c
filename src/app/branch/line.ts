import type { SessionId } from '../../event/identity.ts'
import type { Condensation } from '../../session/conversation.ts'
import { unknownSession } from '../lifecycle/find-session.ts'
import type { World } from '../world.ts'
import { lineageOf, type Stretch } from './lineage.ts'

/** The session and those that it branched from, the oldest first, each up to where the next one left it. */
export async function lineOf(world: World, session: SessionId): Promise<readonly Stretch[]> {
  const lineage = await lineageOf(world, session)
  if (lineage.length === 0) throw unknownSession(session)
  return lineage.toReversed()
}

/** A place in a line: an event of one of its sessions. */
export interface Point {
  readonly session: string
  readonly seq: number
}

export interface Condensed extends Condensation {
  /** The session that the summary is recorded in. */
  readonly session: SessionId
}

/** The compaction that holds for a session, be it its own or one that it branched off after. */
export function condensedIn(line: readonly Stretch[]): Condensed | undefined {
  for (const { session, view, upTo } of line.toReversed()) {
    const found = view.talk.condensed.findLast(({ seq }) => seq <= upTo)
    if (found) return { ...found, session }
  }
  return undefined
}

/** The last event that the summary stands for. */
export const boundaryOf = ({ session, upTo, upToIn }: Condensed): Point => ({
  session: upToIn ?? session,
  seq: upTo,
})
