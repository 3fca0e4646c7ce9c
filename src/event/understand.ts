import * as v from 'valibot'
import { attempt } from '../problem.ts'
import type { JsonObject } from './canonical-json.ts'
import { type Catalogue, definitions, type KnownEvent } from './catalogue.ts'
import type { EventDefinition, StoredEvent } from './define.ts'
export type Understood =
  | { readonly kind: 'known'; readonly event: KnownEvent }
  /** A type or version from a newer release. It is kept and counted, but skipped. */
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

/** An upcaster throws for a payload that does not match its stated version. */
function upcasted(...[steps, from, to, payload]: Parameters<typeof upcast>): JsonObject | undefined {
  return attempt(() => upcast(steps, from, to, payload))
}

const isReadable = (definition: EventDefinition, version: number): boolean =>
  Number.isInteger(version) && version >= 1 && version <= definition.version

function checked(definition: EventDefinition, stored: StoredEvent, payload: JsonObject): Understood {
  const result = v.safeParse(definition.schema, payload)
  if (!result.success) return { kind: 'malformed', reason: result.issues[0].message }
  const { id, session, seq, at, type } = stored
  // The schema for this type was just checked, so it is one of the known events.
  return { kind: 'known', event: { ...result.output, id, session, seq, at, type } as unknown as KnownEvent }
}

/** Converts a payload from version n to n + 1. Pure; never edited once released. */
type Upcaster = (old: JsonObject) => JsonObject
/** By event type: the step at index 0 leads from version 1 to 2, at index 1 from 2 to 3. */
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
