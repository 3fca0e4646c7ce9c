import { type EventDraft, eventDraft } from '../../agent/event-draft.ts'
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
import { phaseOf } from '../../session/context-phase.ts'
import type { Session } from '../../session/session.ts'
import { redactEvents } from '../ingest/redact-events.ts'
import { recordOrSpool, type Stored } from '../ingest/store-or-spool.ts'
import type { World } from '../world.ts'

export interface CheckpointAsk {
  readonly occasion: CheckpointOccasion
  /** As it was counted just now; else what the session last knew. */
  readonly usage?: Pick<UsageMeasurement, 'used' | 'window'> | undefined
}

type Settled = Pick<World, 'settings'>

/** A checkpoint for a hook to record with what it was told: the critical tier always, the extended one by phase. */
export const checkpointDraft = (world: Settled, seen: Viewed<Session>, ask: CheckpointAsk): EventDraft =>
  eventDraft(CheckpointTaken, [ask.occasion, String(seen.seq)], payloadOf(world, seen, ask))

export interface Taken {
  readonly checkpoint: CheckpointDocument
  readonly stored: Stored
}

/** Takes a checkpoint of a session now. */
export async function takeCheckpoint(
  world: World,
  seen: Viewed<Session>,
  ask: CheckpointAsk,
): Promise<Taken> {
  const { id, at } = { id: world.ids.event(), at: world.clock.now() }
  const written = fact(CheckpointTaken, { id, at }, payloadOf(world, seen, ask))
  const [event = written] = redactEvents(world, [written], seen.view.identity.checkout)
  const stored = await recordOrSpool(world, seen.session, event)
  const document = { document: 'checkpoint', session: seen.session, at, ...event.data }
  const opened = openDocument('checkpoint', document)
  if (opened.kind === 'refused') throw new Error(opened.reason)
  return { checkpoint: opened.value, stored }
}

function payloadOf(world: Settled, { session, view }: Viewed<Session>, ask: CheckpointAsk) {
  const phase = phaseOf(ask.usage ?? view.carry.usage)
  const about = { session, gate: world.settings['stop.evidence-gate'] }
  const { schema } = DOCUMENTS.checkpoint
  return { schema, occasion: ask.occasion, phase, state: checkpointState(view, phase, about) }
}

/** What of the last checkpoint of a session still holds; undefined where there is none. */
export function restoredCheckpoint(
  { session, view }: Viewed<Session>,
  ask: { readonly now: number; isThere(path: string): boolean; readonly asked?: string },
): RestoredCheckpoint | undefined {
  const kept = view.carry.checkpoint
  return kept && restoreCheckpoint(checkpointDocument(session, kept), { ...ask, session })
}
