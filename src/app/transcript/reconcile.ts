import { sessionIdOf } from '../../agent/event-draft.ts'
import { formatNamed, formatOf } from '../../agent/transcript/formats.ts'
import type { TranscriptFile } from '../../agent/transcript/reader.ts'
import { fact } from '../../event/define.ts'
import { derivedId } from '../../event/identity.ts'
import { CaptureReconciled } from '../../event/upkeep.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { stateNow } from '../../session/state.ts'
import { observationOf } from '../lifecycle/advance-state.ts'
import type { World, WorldWith } from '../world.ts'
import { headOf, importTranscript } from './import-transcript.ts'

export type Reconciled =
  | { readonly kind: 'compared'; readonly filled: number; readonly skipped: number }
  /** Its transcripts are unchanged since the last comparison. */
  | { readonly kind: 'unchanged' }
  /** Active, or ended just now: missing events may still arrive. */
  | { readonly kind: 'at-work' }
  /** The client writes none or never sent its path. */
  | { readonly kind: 'no-transcript' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly reason: string }

/** Hooks may arrive after the end of the session. */
const GRACE_MS = 10_000

/** Compares the log of an ended session with its transcript and adds what is missing. */
export async function reconcile(world: WorldWith<'transcripts'>, seen: Viewed<Session>): Promise<Reconciled> {
  const { identity } = seen.view
  const transcript = transcriptOf(world, seen.view)
  if (!transcript || !identity.agentSession) return { kind: 'no-transcript' }
  if (isAtWork(world, seen.view)) return { kind: 'at-work' }
  const opened = world.transcripts.open(identity.agent, transcript)
  if (opened.kind === 'refused') return opened
  if (opened.kind === 'missing') return recordMissing(world, seen, transcript)
  const files = [opened.file, ...world.transcripts.ofHelpers(identity.agent, transcript)]
  const changed = files.filter((file) => !isCompared(seen.view, file))
  if (changed.length === 0) return { kind: 'unchanged' }
  const done = { filled: 0, skipped: 0 }
  for (const file of changed) {
    const one = await compareFile(world, seen.view, file)
    done.filled += one.filled
    done.skipped += one.skipped
  }
  return { kind: 'compared', ...done }
}

/** Compares pending sessions within the time budget, quickest first. */
export async function reconcilePending(
  world: WorldWith<'transcripts'>,
  { budgetMs, now }: { readonly budgetMs: number; readonly now: () => number },
): Promise<number> {
  const deadline = now() + budgetMs
  const due = pendingOf(world, await world.log.views({ archived: false, limit: MOST_LOOKED_AT }))
  let done = 0
  for (const { seen, bytes } of due) {
    if (now() + bytes / BYTES_A_MS > deadline) break
    const { kind } = await reconcile(world, seen)
    if (kind === 'compared') done += 1
  }
  return done
}

const MOST_LOOKED_AT = 50
/** Throughput of reading, comparing and storing on a slow machine. */
const BYTES_A_MS = 10_000

/** Fixed cost of reading the log of a session. */
const EVENTS_A_MS = 20

/** Estimated time of the comparison. */
export function comparisonMs(world: WorldWith<'transcripts'>, { seq, view }: Viewed<Session>): number {
  const transcript = transcriptOf(world, view)
  const opened = transcript ? world.transcripts.open(view.identity.agent, transcript) : undefined
  return opened?.kind === 'file' ? opened.file.bytes / BYTES_A_MS + seq / EVENTS_A_MS : 0
}

interface Pending {
  readonly seen: Viewed<Session>
  readonly bytes: number
}

function pendingOf(world: WorldWith<'transcripts'>, views: readonly Viewed<Session>[]): readonly Pending[] {
  return views
    .flatMap((seen): readonly Pending[] => {
      const { agent } = seen.view.identity
      const transcript = transcriptOf(world, seen.view)
      if (!transcript || !seen.view.capture.isHeard || isAtWork(world, seen.view)) return []
      const opened = world.transcripts.open(agent, transcript)
      if (opened.kind !== 'file' || isCompared(seen.view, opened.file)) return []
      return [{ seen, bytes: opened.file.bytes }]
    })
    .sort((a, b) => a.bytes - b.bytes)
}

const transcriptOf = ({ transcripts }: WorldWith<'transcripts'>, { identity }: Session): string | undefined =>
  identity.transcript ?? (identity.agentSession && transcripts.usual?.(identity.agent, identity.agentSession))

/** Same size and not modified since the last comparison. */
export function isCompared({ capture }: Session, { path, bytes, modifiedAt }: TranscriptFile): boolean {
  const last = capture.compared.find(({ source }) => source === path)
  return last !== undefined && !last.missing && last.bytes === bytes && modifiedAt < last.at
}

export function isAtWork(world: World, session: Session): boolean {
  const { life } = session
  const state = stateNow(life, observationOf(world, session))
  if (state === 'crashed' || life.endTrigger === 'recovered') return false
  // Tolerates a clock that was set back.
  return state !== 'ended' || Math.abs(world.clock.now() - (life.endedAt ?? 0)) < GRACE_MS
}

async function compareFile(
  world: World,
  { identity, life }: Session,
  file: TranscriptFile,
): Promise<{ readonly filled: number; readonly skipped: number }> {
  const { agent, agentSession = '', checkout } = identity
  const looksLike = formatOf(headOf(file))
  const format = looksLike?.name === agent ? looksLike : formatNamed(agent)
  if (!format) return { filled: 0, skipped: 0 }
  const plan = {
    agent,
    clientSession: agentSession,
    via: 'transcript',
    directory: checkout,
    fallbackAt: life.lastActivityAt,
    // A fork begins with a copy of its origin.
    notBefore: identity.parent === undefined ? undefined : life.startedAt,
  } as const
  const { filled, skipped } = await importTranscript(world, {
    file,
    format,
    expected: { agent, session: agentSession },
    plan: async (about) => (about.session === agentSession ? plan : undefined),
  })
  return { filled: filled.get(sessionIdOf(agent, agentSession)) ?? 0, skipped }
}

/** Recorded once. */
async function recordMissing(
  world: World,
  { session, view }: Viewed<Session>,
  source: string,
): Promise<Reconciled> {
  const before = view.capture.compared.find((one) => one.source === source)
  if (!before) {
    const heading = { id: derivedId('evt', session, 'capture', source, 'missing'), at: world.clock.now() }
    const data = { source, bytes: 0, records: 0, filled: 0, skipped: 0, missing: true }
    await world.log.append(session, [fact(CaptureReconciled, heading, data)])
  }
  return { kind: 'missing' }
}
