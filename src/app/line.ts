import { isSessionId, type SessionId } from '../event/identity.ts'
import type { Session } from '../fold/session.ts'
import type { Condensation } from '../fold/talk.ts'
import type { Viewed } from '../log/event-log.ts'
import { unknownSession } from './find.ts'
import type { World } from './world.ts'

/** A session as far as it is the past of another, or its own. */
export interface Stretch extends Viewed<Session> {
  /** The last event that counts. */
  readonly upTo: number
}

/** A branch of a branch of a branch: nobody has so many, but a log that was tampered with may. */
const MOST_ANCESTORS = 100

/** The session and those that it branched from, the oldest first, each up to where the next one left it. */
export async function lineOf(world: World, session: SessionId): Promise<readonly Stretch[]> {
  const own = await world.log.view(session)
  if (!own) throw unknownSession(session)
  const line: Stretch[] = [{ ...own, upTo: own.seq }]
  const known = new Set<string>([session])
  for (let child = own; line.length <= MOST_ANCESTORS; ) {
    const { parent, parentSeq } = child.view.identity
    if (parent === undefined || !isSessionId(parent) || known.has(parent)) break
    const seen = await world.log.view(parent)
    if (!seen) break // it is on another machine, or was never taken in: the branch has what it inherited
    known.add(parent)
    line.unshift({ ...seen, upTo: Math.min(parentSeq ?? seen.seq, seen.seq) })
    child = seen
  }
  return line
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
