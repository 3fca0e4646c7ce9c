import * as v from 'valibot'
import type { JsonObject } from './canonical-json.ts'
import { Via } from './fields.ts'
import type { EventId, SessionId } from './identity.ts'

/** A fact on its way into the log. `data` is the payload as it will be stored. */
export interface NewEvent {
  readonly id: EventId
  readonly type: string
  readonly version: number
  /** When it happened, in milliseconds UTC. For people: order is `seq`. */
  readonly at: number
  readonly data: JsonObject
}

/** A fact as the log gives it back. `data` is absent when it was forgotten. */
export interface StoredEvent extends Omit<NewEvent, 'data'> {
  readonly session: SessionId
  /** 1, 2, 3, ... within its session, without gaps. */
  readonly seq: number
  /** Order over all sessions of this log; may have gaps. */
  readonly position: number
  readonly payloadHash: string
  readonly previousHash: string
  readonly hash: string
  readonly data: JsonObject | undefined
}

/** What every understood event carries besides its own fields. */
export interface Heading {
  readonly id: EventId
  readonly session: SessionId
  readonly seq: number
  readonly at: number
}

type Entries = v.ObjectEntries
/** Every event may record how it arrived, when that was not a hook of the agent. */
type WithVia<E extends Entries> = E & { readonly via: typeof Via }
type Schema<E extends Entries> = v.StrictObjectSchema<WithVia<E>, undefined>

/** What an event is about. A fold names the families it ignores and handles every event of the others. */
export const FAMILIES = [
  'lifecycle',
  'identity',
  'conversation',
  'tools',
  'work',
  'graph',
  'context',
  'memory',
  'upkeep',
] as const
export type EventFamily = (typeof FAMILIES)[number]

/** What else an event is, besides its name, version and fields. Code derives its lists from these, and keeps none. */
export interface EventTraits {
  /** Whether it shows the agent or its user at work: it prolongs the session, and reopens one that has stopped. */
  readonly activity: boolean
  /** Left out of the recent events of a session. */
  readonly quiet?: boolean
  /** May happen again in one session with the same content. Of other events a repetition is a duplicate. */
  readonly repeats?: boolean
  /** Fields that hold an id, a hash or a place by which something is found. Redaction leaves them alone. */
  readonly references?: readonly string[]
  /** The same for keys anywhere below the other fields. */
  readonly nestedReferences?: readonly string[]
}

export interface EventDefinition<
  T extends string = string,
  E extends Entries = Entries,
  F extends EventFamily = EventFamily,
> extends EventTraits {
  readonly type: T
  readonly version: number
  readonly family: F
  readonly schema: Schema<E>
}

export type PayloadOf<D> = D extends EventDefinition<string, infer E> ? v.InferOutput<Schema<E>> : never
export type EventOf<D> =
  D extends EventDefinition<infer T, infer E>
    ? v.InferOutput<Schema<E>> & Heading & { readonly type: T }
    : never

interface Description<E extends Entries, F extends EventFamily> extends EventTraits {
  readonly family: F
  readonly references?: readonly Extract<keyof NoInfer<E>, string>[]
  /** A function, because building sixty schemas takes longer than a command that only reads views. */
  readonly fields: () => E
}

/** Defines an event once: its name on disk, its version, what it is and its fields. */
export function defineEvent<const T extends string, E extends Entries, const F extends EventFamily>(
  type: T,
  version: number,
  { fields, ...traits }: Description<E, F>,
): EventDefinition<T, E, F> {
  let built: Schema<E> | undefined
  return {
    type,
    version,
    ...traits,
    get schema() {
      built ??= v.strictObject({ ...fields(), via: Via })
      return built
    },
  }
}

/** Makes a fact. Throws when the payload does not fit its definition: that is a bug of the caller, not bad input. */
export function fact<T extends string, E extends Entries>(
  definition: EventDefinition<T, E>,
  heading: { readonly id: EventId; readonly at: number },
  data: v.InferInput<Schema<E>>,
): NewEvent {
  const payload = v.parse(definition.schema, withoutAbsent(data))
  return {
    id: heading.id,
    type: definition.type,
    version: definition.version,
    at: Math.trunc(heading.at),
    data: payload as JsonObject,
  }
}

/** Optional means absent on disk, never undefined. */
function withoutAbsent(data: object): object {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))
}
