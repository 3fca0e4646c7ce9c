import { settledBy } from '../../brief/gather.ts'
import { digestText } from '../../brief/leftover.ts'
import { fact, type NewEvent } from '../../event/define.ts'
import { derivedId, type SessionId } from '../../event/identity.ts'
import { CorrectionHeard } from '../../event/turn.ts'
import type { Viewed } from '../../log/event-log.ts'
import { type Correction, detectCorrections, heardAfter } from '../../memory/detect-corrections.ts'
import { RECORD_CONFIDENCE } from '../../memory/thresholds.ts'
import { Problem } from '../../problem.ts'
import { FactCollector } from '../../search/session-facts.ts'
import { type IndexProgress, NOTHING_INDEXED, type SessionEntry } from '../../search/session-index.ts'
import type { Session } from '../../session/session.ts'
import { relativeTo } from '../../text/paths.ts'
import { appendUnstored } from '../append-retry.ts'
import { knownEvents } from '../branch/lineage.ts'
import { TurnCollector } from '../memory/turns.ts'
import type { World } from '../world.ts'

interface RefreshBounds {
  readonly withinMs?: number
  /** Default: all projects. */
  readonly projects?: readonly string[]
}

/** Indexes every session with new events. Returns how many were indexed. */
export async function refreshIndex(
  world: World,
  { withinMs = Number.POSITIVE_INFINITY, projects }: RefreshBounds = {},
): Promise<number> {
  const deadline = world.clock.now() + withinMs
  const indexed = world.index.indexedSeqs()
  const heads = await world.log.heads(projects ? { projects } : {})
  let refreshed = 0
  for (const { session, seq } of heads) {
    if (indexed.get(session) === seq) continue
    if (world.clock.now() > deadline) break
    if (!(await indexSession(world, session))) break
    refreshed += 1
  }
  return refreshed
}

/**
 * Indexes the events that the index does not contain yet, and never reads other events again. Returns false if the
 * index cannot be written because it is locked, another process extended it, or content was forgotten. A later
 * refresh catches up.
 */
export async function indexSession(world: World, session: SessionId): Promise<boolean> {
  // Read before everything else, so that anything forgotten in the meantime is noticed.
  const generation = await world.log.generation()
  const viewed = await world.log.view(session)
  if (!viewed) return true
  const { identity } = viewed.view
  const stored = world.index.progress(session, identity.project.id)
  const before = stored && stored.seq <= viewed.seq ? stored : { seq: 0, progress: NOTHING_INDEXED }
  const { worktrees } = world.treeAt(identity.checkout)
  const facts = new FactCollector(session, relativeTo([identity.checkout, ...worktrees]))
  const { heard, turns, recorded } = before.progress
  const collector = new TurnCollector(heard.turns, turns)
  // The next refresh covers events that are appended in the meantime.
  for await (const event of knownEvents(world, { session, after: before.seq, upTo: viewed.seq })) {
    facts.add(event)
    collector.add(event)
  }
  const corrections = detectCorrections(collector.turns, { before: heard })
  const appended = await appendCorrections(world, viewed, { corrections, recorded })
  const entry = {
    project: identity.project.id,
    after: before.seq,
    seq: appended.seq,
    facts: facts.facts(),
    settled: settledBy(viewed),
    corrections,
    summary: digestText(viewed.view),
    progress: {
      heard: heardAfter(collector.turns, corrections, heard),
      turns: collector.state,
      recorded: appended.recorded,
    },
  }
  try {
    world.index.put(entry, generation)
    return true
  } catch {
    return false
  }
}

/**
 * Appends events for the corrections that the log does not have yet. Returns the last seq of the session. The session
 * is indexed even if the log cannot be written; the next refresh tries again.
 */
async function appendCorrections(
  world: World,
  { session, seq }: Viewed<Session>,
  { corrections, recorded }: Pick<SessionEntry, 'corrections'> & Pick<IndexProgress, 'recorded'>,
): Promise<{ readonly seq: number; readonly recorded: readonly string[] }> {
  const fresh = corrections.filter(
    ({ message, confidence }) => confidence >= RECORD_CONFIDENCE && !recorded.includes(message),
  )
  if (fresh.length === 0) return { seq, recorded }
  const facts = fresh.map((correction) => correctionFact(session, correction))
  const unchanged = { seq, recorded }
  try {
    const { appended } = await appendUnstored(facts, (rest) =>
      world.log.append(session, rest, { expectedSeq: seq }),
    )
    if (appended?.kind === 'moved') return unchanged
    const known = [...recorded, ...fresh.map(({ message }) => message)]
    return { seq: appended?.kind === 'appended' ? appended.seq : seq, recorded: known }
  } catch (error) {
    if (error instanceof Problem) return unchanged
    throw error
  }
}

function correctionFact(session: SessionId, { message, rule, kind, confidence, at }: Correction): NewEvent {
  const id = derivedId('evt', session, CorrectionHeard.type, message)
  return fact(CorrectionHeard, { id, at }, { text: rule, kind, confidence, origin: 'user' })
}
