import { type EventDraft, eventDraft, hash16 } from '../../agent/event-draft.ts'
import { compactionInstructions } from '../../brief/compaction-instructions.ts'
import { fencedForSummary } from '../../brief/fence.ts'
import { type CheckpointOccasion, CheckpointTaken } from '../../event/context.ts'
import { fact } from '../../event/define.ts'
import { type CheckpointDocument, DOCUMENTS, openDocument } from '../../event/document.ts'
import type { Viewed } from '../../log/event-log.ts'
import {
  checkpointDocument,
  checkpointState,
  type RestoredCheckpoint,
  restoreCheckpoint,
} from '../../session/checkpoint.ts'
import type { UsageMeasurement } from '../../session/context.ts'
import { phaseMarker, phaseOf } from '../../session/context-phase.ts'
import type { Session } from '../../session/session.ts'
import { redactEvents } from '../ingest/redact-events.ts'
import { recordDerived, type StoreResult } from '../ingest/store-or-spool.ts'
import type { World } from '../world.ts'
import { type HookReply, SAME_EVENT_MS } from './hook-reply.ts'

interface CheckpointAsk {
  readonly occasion: CheckpointOccasion
  /** The current context usage. Default: the last usage that the session recorded. */
  readonly usage?: Pick<UsageMeasurement, 'used' | 'window'> | undefined
}

/** Replies to the hook before a compaction: takes a checkpoint and tells the summarizer what to keep. */
export function replyToCompaction(world: World, seen: Viewed<Session> | undefined): HookReply | undefined {
  if (!seen || wasJustReported(seen.view, world.clock.now())) return undefined
  const text = compactionInstructions(seen.view)
  return {
    ...(text && {
      text: fencedForSummary(`${phaseMarker('PRE_COMPACT')}\n${text}`, hash16(`${seen.session} ${seen.seq}`)),
    }),
    drafts: [checkpointDraft(world, seen, { occasion: 'compacting' })],
  }
}

/** If hooks are installed twice, both report the compaction. */
const wasJustReported = ({ memory }: Session, now: number): boolean =>
  memory.compactingAt !== undefined && memory.compactingAt > now - SAME_EVENT_MS

type HasSettings = Pick<World, 'settings'>

const checkpointDraft = (world: HasSettings, seen: Viewed<Session>, ask: CheckpointAsk): EventDraft =>
  eventDraft(CheckpointTaken, [ask.occasion, String(seen.seq)], payloadOf(world, seen, ask))

interface TakenCheckpoint {
  readonly checkpoint: CheckpointDocument
  readonly stored: StoreResult
}

export async function takeCheckpoint(
  world: World,
  seen: Viewed<Session>,
  ask: CheckpointAsk,
): Promise<TakenCheckpoint> {
  const { id, at } = { id: world.ids.event(), at: world.clock.now() }
  const { event, stored } = await recordDerived(world, seen, (now) => {
    const draft = fact(CheckpointTaken, { id, at }, payloadOf(world, now, ask))
    return redactEvents(world, [draft], now.view.identity.checkout)[0] ?? draft
  })
  const document = { document: 'checkpoint', session: seen.session, at, ...event.data }
  const opened = openDocument('checkpoint', document)
  if (opened.kind === 'refused') throw new Error(opened.reason)
  return { checkpoint: opened.value, stored }
}

function payloadOf(world: HasSettings, { session, view }: Viewed<Session>, ask: CheckpointAsk) {
  const phase = phaseOf(ask.usage ?? view.carry.usage)
  const about = { session, gate: world.settings['stop.evidence-gate'] }
  const { schema } = DOCUMENTS.checkpoint
  return { schema, occasion: ask.occasion, phase, state: checkpointState(view, phase, about) }
}

/** The parts of the session's last checkpoint that are still valid; undefined without a checkpoint. */
export function restoreLastCheckpoint(
  { session, view }: Viewed<Session>,
  ask: { readonly now: number; isThere(path: string): boolean; readonly asked?: string },
): RestoredCheckpoint | undefined {
  const { checkpoint } = view.carry
  return checkpoint && restoreCheckpoint(checkpointDocument(session, checkpoint), { ...ask, session })
}
