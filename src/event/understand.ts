import * as v from 'valibot'
import { attempt } from '../problem.ts'
import type { JsonObject } from './canonical-json.ts'
import { type Catalogue, definitions, type KnownEvent } from './catalogue.ts'
import type { EventDefinition, StoredEvent } from './define.ts'
export type Understood =
  | { readonly kind: 'known'; readonly event: KnownEvent }
  /** A type or version from a newer release. It stays in the log and is counted, but not applied. */
  | { readonly kind: 'unknown'; readonly type: string; readonly version: number }
  | { readonly kind: 'forgotten' }
  /** The payload does not fit its definition, so leftoff did not write it. */
  | { readonly kind: 'malformed'; readonly reason: string }

/** Parses a stored event. Never throws. */
export function understand(
  stored: StoredEvent,
  known: Catalogue = definitions,
  steps: Upcasters = upcasters,
): Understood {
  if (stored.data === undefined) return { kind: 'forgotten' }
  const definition = known.get(stored.type)
  if (!definition || !isReadable(definition, stored.version)) {
    return { kind: 'unknown', type: stored.type, version: stored.version }
  }
  const payload = upcasted(steps[stored.type] ?? [], stored.version, definition.version, stored.data)
  if (payload === undefined) return { kind: 'malformed', reason: 'its upcaster cannot convert it' }
  return checked(definition, stored, payload)
}

/**
 * The payload in its current shape; undefined if an upcaster throws because the payload does not match its
 * stated version.
 */
function upcasted(...[steps, from, to, payload]: Parameters<typeof upcast>): JsonObject | undefined {
  return attempt(() => upcast(steps, from, to, payload))
}

const isReadable = (definition: EventDefinition, version: number): boolean =>
  Number.isInteger(version) && version >= 1 && version <= definition.version

function checked(definition: EventDefinition, stored: StoredEvent, payload: JsonObject): Understood {
  const result = v.safeParse(definition.schema, payload)
  if (!result.success) return { kind: 'malformed', reason: result.issues[0].message }
  const { id, session, seq, at, type } = stored
  // The payload was just checked against the schema of its type, so this is a known event.
  return { kind: 'known', event: { ...result.output, id, session, seq, at, type } as unknown as KnownEvent }
}

/** Converts a payload from version n to n + 1. Pure; never edited once released. */
type Upcaster = (old: JsonObject) => JsonObject
/** The steps of each event type: index 0 converts version 1 to 2, index 1 converts version 2 to 3. */
export type Upcasters = Readonly<Record<string, readonly Upcaster[]>>

/** No event has changed its shape since the first release. */
export const upcasters: Upcasters = {}

/** The payload in the shape of version `to`; the stored bytes do not change. */
export function upcast(
  steps: readonly Upcaster[],
  from: number,
  to: number,
  payload: JsonObject,
): JsonObject {
  return steps.slice(from - 1, to - 1).reduce((shape, step) => step(shape), payload)
}
