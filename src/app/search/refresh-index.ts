import { settledBy } from '../../brief/gather.ts'
import { digestText } from '../../brief/leftover.ts'
import type { KnownEvent } from '../../event/catalogue.ts'
import { fact, type NewEvent } from '../../event/define.ts'
import { derivedId, type SessionId } from '../../event/identity.ts'
import { CorrectionHeard } from '../../event/turn.ts'
import { understand } from '../../event/understand.ts'
import type { Viewed } from '../../log/event-log.ts'
import { type Correction, detectCorrections } from '../../memory/detect-corrections.ts'
import { RECORD_CONFIDENCE } from '../../memory/thresholds.ts'
import { Problem } from '../../problem.ts'
import { factsOf } from '../../search/session-facts.ts'
import { digestEvents } from '../../session/digest.ts'
import type { Session } from '../../session/session.ts'
import { relativeTo } from '../../text/paths.ts'
import { collectTurns } from '../memory/turns.ts'
import type { World } from '../world.ts'

export interface RefreshBounds {
  readonly withinMs?: number
  /** All projects when absent. */
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

/** False if the index cannot be written because it is locked or the disk is full. A later refresh catches up. */
export async function indexSession(world: World, session: SessionId): Promise<boolean> {
  const viewed = await world.log.view(session)
  if (!viewed) return true
  const { identity } = viewed.view
  const before = world.index.digests([session]).get(session)
  const events: KnownEvent[] = []
  for await (const stored of world.log.read({ session, onDamage: () => {} })) {
    if (stored.seq > viewed.seq) break // appended meanwhile: the next refresh counts it
    const meaning = understand(stored)
    if (meaning.kind !== 'known') continue
    events.push(slim(meaning.event))
  }
  const corrections = detectCorrections(collectTurns(events))
  const seq = await appendCorrections(world, viewed, correctionFacts(session, corrections, events))
  const digest = { ...digestEvents(events, before), seq }
  const entry = {
    project: identity.project.id,
    seq,
    facts: factsOf(events, relativeTo([identity.checkout])),
    digest,
    settled: settledBy({ session, view: viewed.view, gist: digest }),
    corrections,
    summary: digestText(viewed.view, digest),
  }
  try {
    world.index.put(entry)
    return true
  } catch {
    return false
  }
}

/** Events for the corrections that the log does not have yet. */
function correctionFacts(
  session: SessionId,
  corrections: readonly Correction[],
  events: readonly KnownEvent[],
): readonly NewEvent[] {
  const ids = new Set(events.map(({ id }) => id))
  return corrections
    .filter(({ confidence }) => confidence >= RECORD_CONFIDENCE)
    .map(({ message, rule, kind, confidence, at }) => {
      const id = derivedId('evt', session, CorrectionHeard.type, message)
      return fact(CorrectionHeard, { id, at }, { text: rule, kind, confidence, origin: 'user' })
    })
    .filter(({ id }) => !ids.has(id))
}

/** Returns the last seq of the session. The session is indexed even if the log cannot be written. */
async function appendCorrections(
  world: World,
  viewed: Viewed<Session>,
  facts: readonly NewEvent[],
): Promise<number> {
  if (facts.length === 0) return viewed.seq
  try {
    const appended = await world.log.append(viewed.session, facts, { expectedSeq: viewed.seq })
    return appended.kind === 'appended' ? appended.seq : viewed.seq
  } catch (error) {
    if (error instanceof Problem) return viewed.seq
    throw error
  }
}

/** Bounds the memory that a long session needs. */
const MAX_OUTPUT = 20_000

const slim = (event: KnownEvent): KnownEvent =>
  event.type === 'tool.returned' && event.output !== undefined && event.output.length > MAX_OUTPUT
    ? { ...event, output: event.output.slice(0, MAX_OUTPUT) }
    : event
