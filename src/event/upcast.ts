import type { JsonObject } from './canonical-json.ts'

/** From the payload of version n to that of version n + 1. Pure; never edited once released. */
export type Upcaster = (old: JsonObject) => JsonObject
/** By event type: the step at index 0 leads from version 1 to 2, at index 1 from 2 to 3. */
export type Upcasters = Readonly<Record<string, readonly Upcaster[]>>

/** No event has changed its shape since the first release. */
export const upcasters: Upcasters = {}

/** The payload in the shape of version `to`; the stored bytes stay as they are. */
export function upcast(
  steps: readonly Upcaster[],
  from: number,
  to: number,
  payload: JsonObject,
): JsonObject {
  return steps.slice(from - 1, to - 1).reduce((shape, step) => step(shape), payload)
}
