import { formatNamed } from '../../agent/transcript/formats.ts'
import type { TranscriptDraft } from '../../agent/transcript/reader.ts'
import { ResponseCompleted, TurnInterrupted } from '../../event/turn.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Exchange } from '../../session/digest.ts'
import type { Session } from '../../session/session.ts'
import { stateNow } from '../../session/state.ts'
import { observationOf } from '../lifecycle/advance-state.ts'
import type { World, WorldWith } from '../world.ts'
import { TranscriptFill } from './fill.ts'
import { readRecord, tryAdd } from './import-transcript.ts'
import { isCompared } from './reconcile.ts'

/** How much of the end of a file is read to find the answer. A hook has no time to read more. */
const TAIL_BYTES = 256 * 1024
/**
 * If the client's process is unknown, its transcript must be unchanged for this long, because the client may
 * still send the answer through a hook.
 */
const QUIET_MS = 10_000

/**
 * Adds the answer to a session's last prompt if only the transcript contains it, because the client was killed or
 * has no hook for answers. Unlike a comparison, it reads only the end of the file and does not wait for late
 * hooks.
 */
export async function completeLastTurn(
  world: WorldWith<'transcripts'>,
  seen: Viewed<Session>,
): Promise<boolean> {
  const { identity, digest } = seen.view
  const { exchange } = digest
  const { agent, agentSession, transcript } = identity
  if (!exchange || exchange.answer !== undefined || !agentSession || !transcript) return false
  const opened = world.transcripts.open(agent, transcript)
  if (opened.kind !== 'file' || isCompared(seen.view, opened.file)) return false
  if (!isOver(world, seen.view, opened.file.modifiedAt)) return false
  const end = world.transcripts.end?.(agent, transcript, TAIL_BYTES)
  if (end === undefined) return false
  const whole = opened.file.bytes > TAIL_BYTES ? end.slice(end.indexOf('\n') + 1) : end
  const drafts = messagesIn(whole, { agent, session: agentSession, since: exchange })
  if (drafts.length === 0) return false
  return (await fill(world, seen, drafts)) > 0
}

function isOver(world: World, session: Session, modifiedAt: number): boolean {
  const observation = observationOf(world, session)
  const state = stateNow(session.life, observation)
  if (state === 'ended' || state === 'crashed') return true
  return observation.evidence === 'unknown' && world.clock.now() - modifiedAt >= QUIET_MS
}

interface MessagesAsk {
  readonly agent: string
  readonly session: string
  readonly since: Exchange
}

/**
 * The agent's messages after the prompt. A later comparison adds tool calls, because reading them requires
 * earlier records.
 */
function messagesIn(text: string, { agent, session, since }: MessagesAsk): readonly TranscriptDraft[] {
  const format = formatNamed(agent)
  if (!format) return []
  const reader = format.reader(session)
  const items = format.items()
  const records = [...items.push(Buffer.from(text)), ...items.end()]
  const read = records.flatMap((item) =>
    item.kind === 'record' ? (readRecord(reader, item.value) ?? []) : [],
  )
  return [...read, ...reader.end()].filter(
    (one) =>
      one.session === session &&
      MESSAGES.has(one.draft.type) &&
      one.draft.at !== undefined &&
      one.draft.at > since.askedAt,
  )
}

const MESSAGES: ReadonlySet<string> = new Set([ResponseCompleted.type, TurnInterrupted.type])

async function fill(
  world: World,
  { view: { identity, life, digest } }: Viewed<Session>,
  drafts: readonly TranscriptDraft[],
): Promise<number> {
  const filling = await TranscriptFill.into(world, {
    agent: identity.agent,
    clientSession: identity.agentSession ?? '',
    via: 'transcript',
    directory: identity.checkout,
    fallbackAt: life.lastActivityAt,
    after: (digest.exchange?.askedSeq ?? 1) - 1,
  })
  for (const { draft } of drafts) tryAdd(filling, draft)
  await filling.finish(() => [])
  return filling.filled
}
