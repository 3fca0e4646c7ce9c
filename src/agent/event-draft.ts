import type * as v from 'valibot'
import type { JsonObject } from '../event/canonical-json.ts'
import { type EventDefinition, fact, type NewEvent } from '../event/define.ts'
import type { Via } from '../event/fields.ts'
import { sha256Hex } from '../event/hash.ts'
import { derivedId, type SessionId } from '../event/identity.ts'

/** An event before it has an id: its type, its data, and the source that identifies it. */
export interface EventDraft {
  readonly type: string
  /** The payload, not yet validated or redacted. */
  readonly data: JsonObject
  /**
   * Identifies the occurrence. The source is the same for every report, whether a hook, the spool or a
   * transcript reports it.
   */
  readonly source: readonly string[]
  /** The client's timestamp. If absent, the time of ingestion is used. */
  readonly at?: number | undefined
  toEvent(heading: { readonly id: NewEvent['id']; readonly at: number }): NewEvent
}

type Data<D> =
  D extends EventDefinition<string, infer E>
    ? v.InferInput<v.StrictObjectSchema<E, undefined>> & { readonly via?: Via }
    : never

export function eventDraft<T extends string, E extends v.ObjectEntries>(
  definition: EventDefinition<T, E>,
  source: readonly string[],
  data: Data<EventDefinition<T, E>>,
  at?: number,
): EventDraft {
  return {
    type: definition.type,
    data: data as JsonObject,
    source,
    ...(at !== undefined && { at }),
    toEvent: (heading) => fact(definition, heading, data as v.InferInput<v.StrictObjectSchema<E, undefined>>),
  }
}

/** Derives our session id from the client's. */
export function sessionIdOf(agent: string, clientSession: string): SessionId {
  if (last?.agent !== agent || last.clientSession !== clientSession)
    last = { agent, clientSession, id: derivedId('ses', agent, clientSession) }
  return last.id
}

/**
 * Caches the last id, because a hook needs the same id six times and each hash takes 5% of its time budget.
 */
let last: { readonly agent: string; readonly clientSession: string; readonly id: SessionId } | undefined

/** Derives the event id from the source, so that ingesting the same thing twice changes nothing. */
export function eventFromDraft(
  {
    agent,
    session,
    receivedAt,
  }: { readonly agent: string; readonly session: string; readonly receivedAt: number },
  draft: EventDraft,
): NewEvent {
  return draft.toEvent({
    id: derivedId('evt', agent, session, draft.type, ...draft.source),
    at: draft.at ?? receivedAt,
  })
}

/** A short hash, long enough to distinguish the strings of one session. */
export const hash16 = (text: string): string => sha256Hex(text).slice(0, 16)

/** A tool call from a hook or a transcript. */
export interface ToolCall {
  readonly id: string
  readonly tool: string
  readonly input: unknown
  /** Base of relative paths in the input. */
  readonly directory?: string | undefined
  readonly subagent?: string | undefined
  readonly at?: number | undefined
}

export type ToolOutcome = 'ok' | 'failed' | 'interrupted'

export const outcomeOfCode = (code: number): ToolOutcome => (code === 0 ? 'ok' : 'failed')

/**
 * For clients that report no exit code. A command counts as failed only if its output ends with an unmistakable
 * error. The client's transcript corrects wrong guesses later.
 */
export function outcomeOfOutput(output: string): ToolOutcome {
  const end = output.slice(-END).trimEnd().split(/\r?\n/).slice(-LINES)
  return end.some((line) => FAILED.some((sign) => sign.test(line))) ? 'failed' : 'ok'
}

const END = 4096
const LINES = 3
const FAILED: readonly RegExp[] = [
  /^(?:\/bin\/|\/usr\/bin\/)?(?:ba|da|z|k)?sh: .{0,300}(?:not found|No such file or directory|Permission denied)$/,
  /(?:^|\s)(?:exit(?:ed)?|terminated) (?:with )?(?:code|status):? ?[1-9]\d{0,2}\b/i,
  /^(?:npm (?:ERR!|error)) /,
  /^make(?:\[\d{1,3}\])?: \*\*\* /,
  /^error: could not compile /,
  /^fatal: /,
  /^[A-Za-z_.]{1,80}(?:Error|Exception): /,
]
