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

export type ReconcileResult =
  | { readonly kind: 'compared'; readonly filled: number; readonly skipped: number }
  /** The transcripts have not changed since the last comparison. */
  | { readonly kind: 'unchanged' }
  /** The session is active or has just ended, so missing events may still arrive. */
  | { readonly kind: 'at-work' }
  /** The client writes no transcript or never sent its path. */
  | { readonly kind: 'no-transcript' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly reason: string }

/** For this long after its end, a session is not compared, because late hooks may still arrive. */
const GRACE_MS = 10_000

/** Compares the log of an ended session with its transcript and adds missing events. */
export async function reconcile(
  world: WorldWith<'transcripts'>,
  viewed: Viewed<Session>,
): Promise<ReconcileResult> {
  const { identity } = viewed.view
  const transcript = transcriptOf(world, viewed.view)
  if (!transcript || !identity.agentSession) return { kind: 'no-transcript' }
  if (isAtWork(world, viewed.view)) return { kind: 'at-work' }
  const opened = world.transcripts.open(identity.agent, transcript)
  if (opened.kind === 'refused') return opened
  if (opened.kind === 'missing') return recordMissing(world, viewed, transcript)
  const files = [opened.file, ...world.transcripts.subagentFiles(identity.agent, transcript)]
  const changed = files.filter((file) => !isCompared(viewed.view, file))
  if (changed.length === 0) return { kind: 'unchanged' }
  const totals = { filled: 0, skipped: 0 }
  for (const file of changed) {
    const one = await compareFile(world, viewed.view, file)
    totals.filled += one.filled
    totals.skipped += one.skipped
  }
  return { kind: 'compared', ...totals }
}

/** Compares pending sessions within the time budget, smallest transcript first. */
export async function reconcilePending(
  world: WorldWith<'transcripts'>,
  { budgetMs, now }: { readonly budgetMs: number; readonly now: () => number },
): Promise<number> {
  const deadline = now() + budgetMs
  const due = pendingOf(world, await world.log.views({ archived: false, limit: MAX_SESSIONS }))
  let compared = 0
  for (const { viewed, bytes } of due) {
    if (now() + bytes / BYTES_PER_MS > deadline) break
    const { kind } = await reconcile(world, viewed)
    if (kind === 'compared') compared += 1
  }
  return compared
}

const MAX_SESSIONS = 50
/** Throughput of reading, comparing and storing on a slow machine. */
const BYTES_PER_MS = 10_000

/** Speed of reading a session's log on a slow machine. */
const EVENTS_PER_MS = 20

export function comparisonMs(world: WorldWith<'transcripts'>, { seq, view }: Viewed<Session>): number {
  const transcript = transcriptOf(world, view)
  const opened = transcript ? world.transcripts.open(view.identity.agent, transcript) : undefined
  return opened?.kind === 'file' ? opened.file.bytes / BYTES_PER_MS + seq / EVENTS_PER_MS : 0
}

interface PendingComparison {
  readonly viewed: Viewed<Session>
  readonly bytes: number
}

function pendingOf(
  world: WorldWith<'transcripts'>,
  views: readonly Viewed<Session>[],
): readonly PendingComparison[] {
  return views
    .flatMap((viewed): readonly PendingComparison[] => {
      const { agent } = viewed.view.identity
      const transcript = transcriptOf(world, viewed.view)
      if (!transcript || !viewed.view.capture.isHeard || isAtWork(world, viewed.view)) return []
      const opened = world.transcripts.open(agent, transcript)
      if (opened.kind !== 'file' || isCompared(viewed.view, opened.file)) return []
      return [{ viewed, bytes: opened.file.bytes }]
    })
    .sort((a, b) => a.bytes - b.bytes)
}

const transcriptOf = ({ transcripts }: WorldWith<'transcripts'>, { identity }: Session): string | undefined =>
  identity.transcript ??
  (identity.agentSession && transcripts.defaultPath?.(identity.agent, identity.agentSession))

/** Whether the file has the same size as at the last comparison and has not been modified since. */
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
  const detected = formatOf(headOf(file))
  const format = detected?.name === agent ? detected : formatNamed(agent)
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

/** Records that the transcript is missing, but only once. */
async function recordMissing(
  world: World,
  { session, view }: Viewed<Session>,
  source: string,
): Promise<ReconcileResult> {
  const before = view.capture.compared.find((one) => one.source === source)
  if (!before) {
    const heading = { id: derivedId('evt', session, 'capture', source, 'missing'), at: world.clock.now() }
    const data = { source, bytes: 0, records: 0, filled: 0, skipped: 0, missing: true }
    await world.log.append(session, [fact(CaptureReconciled, heading, data)])
  }
  return { kind: 'missing' }
}
