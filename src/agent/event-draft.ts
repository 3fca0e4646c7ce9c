import type * as v from 'valibot'
import type { EventDefinition, NewEvent } from '../event/define.ts'
import { fact } from '../event/define.ts'
import { sha256Hex } from '../event/hash.ts'
import { derivedId, type SessionId } from '../event/identity.ts'

/** A fact as a client told it: what happened, and what makes it this one and no other. */
export interface EventDraft {
  readonly type: string
  /** The same thing told twice has the same source, by whichever way it came. */
  readonly source: readonly string[]
  /** When the client says that it happened; else it is the moment of hearing. */
  readonly at?: number | undefined
  toEvent(heading: { readonly id: NewEvent['id']; readonly at: number }): NewEvent
}

type Data<D> =
  D extends EventDefinition<string, infer E> ? v.InferInput<v.StrictObjectSchema<E, undefined>> : never

export function eventDraft<T extends string, E extends v.ObjectEntries>(
  definition: EventDefinition<T, E>,
  source: readonly string[],
  data: Data<EventDefinition<T, E>>,
  at?: number,
): EventDraft {
  return {
    type: definition.type,
    source,
    ...(at !== undefined && { at }),
    toEvent: (heading) => fact(definition, heading, data as v.InferInput<v.StrictObjectSchema<E, undefined>>),
  }
}

/** The id of our session for a client's own. */
export function sessionIdOf(agent: string, clientSession: string): SessionId {
  if (last?.agent !== agent || last.clientSession !== clientSession)
    last = { agent, clientSession, id: derivedId('ses', agent, clientSession) }
  return last.id
}

/** A hook asks six times for the same one, and each hash takes a twentieth of all that it may take. */
let last: { readonly agent: string; readonly clientSession: string; readonly id: SessionId } | undefined

/** A saying becomes a fact of that client's session. */
export function eventFromDraft(
  { agent, session, heardAt }: { readonly agent: string; readonly session: string; readonly heardAt: number },
  draft: EventDraft,
): NewEvent {
  return draft.toEvent({
    id: derivedId('evt', agent, session, draft.type, ...draft.source),
    at: draft.at ?? heardAt,
  })
}

/** Enough of a hash to tell the texts of one session apart. */
export const hash16 = (text: string): string => sha256Hex(text).slice(0, 16)
