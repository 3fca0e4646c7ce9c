import * as v from 'valibot'
import type { JsonObject } from './canonical-json.ts'
import { Via } from './fields.ts'
import type { EventId, SessionId } from './identity.ts'

/** An event to append. `data` is the payload as stored. */
export interface NewEvent {
  readonly id: EventId
  readonly type: string
  readonly version: number
  /** When the event happened, in milliseconds UTC. For display only: `seq` defines the order. */
  readonly at: number
  readonly data: JsonObject
}

/** An event as read from the log. `data` is absent if it was forgotten. */
export interface StoredEvent extends Omit<NewEvent, 'data'> {
  readonly session: SessionId
  /** Number of the event within its session: 1, 2, 3, ... without gaps. */
  readonly seq: number
  /** Defines the order across all sessions in this log. May have gaps. */
  readonly position: number
  readonly payloadHash: string
  readonly previousHash: string
  readonly hash: string
  readonly data: JsonObject | undefined
}

/** The fields that every parsed event has in addition to those of its type. */
interface Heading {
  readonly id: EventId
  readonly session: SessionId
  readonly seq: number
  readonly at: number
}

type Entries = v.ObjectEntries
/** An event that did not arrive through an agent hook may record how it arrived. */
type WithVia<E extends Entries> = E & { readonly via: typeof Via }
type Schema<E extends Entries> = v.StrictObjectSchema<WithVia<E>, undefined>

/**
 * The subject of an event. A fold lists the families that it ignores and must handle every event in the other
 * families.
 */
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

/** Properties of an event besides name, version and fields. Lists of events are derived from them. */
export interface EventTraits {
  /**
   * Whether the event shows that the agent or its user is active. Activity keeps a session active and reopens
   * a stopped one.
   */
  readonly activity: boolean
  /** Whether the event is left out of a session's recent events. */
  readonly quiet?: boolean
  /**
   * Whether one session may contain the event repeatedly with the same content. Otherwise, a repetition is a
   * duplicate.
   */
  readonly repeats?: boolean
  /** Fields that contain an id, a hash or a location used for lookups. Redaction skips them. */
  readonly references?: readonly string[]
  /** Like `references`, for keys at any depth inside the other fields. */
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
  /**
   * This is a function, because building all schemas takes longer than a whole command that only reads views.
   */
  readonly fields: () => E
}

/** Defines an event once: its name on disk, version, traits and fields. */
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

/** Creates an event. Throws if the payload does not fit its definition: that is a bug in the caller, not bad input. */
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

/** Removes undefined fields: an optional field without a value is absent on disk. */
function withoutAbsent(data: object): object {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))
}
