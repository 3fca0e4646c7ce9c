import * as v from 'valibot'
import { parseJson } from '../problem.ts'

/** An id that a client sends: short and printable. */
export const ClientId = v.pipe(v.string(), v.check(isPrintable))

/** Tries ASCII first: compiling the Unicode pattern costs 1% of a hook's time budget. */
function isPrintable(text: string): boolean {
  return /^[\x20-\x7e]{1,200}$/.test(text) || /^[^\p{Cc}\p{Cs}]{1,200}$/u.test(text)
}
/** Optional; some clients write null. */
export const maybe = <const S extends v.GenericSchema>(schema: S) => v.nullish(schema)

type MalformedPayload = { readonly kind: 'malformed'; readonly reason: string }
export type PayloadResult<T> = { readonly kind: 'valid'; readonly payload: T } | MalformedPayload

/** Parses a payload. The reason for a failure never quotes the payload. */
export function parsePayload<const S extends v.GenericSchema>(
  schema: S,
  payload: string,
): PayloadResult<v.InferOutput<S>> {
  const json = parseJson(payload)
  if (json === undefined) return { kind: 'malformed', reason: 'it is not JSON' }
  const result = v.safeParse(schema, json)
  if (result.success) return { kind: 'valid', payload: result.output }
  const issue = result.issues[0]
  return { kind: 'malformed', reason: `${v.getDotPath(issue) ?? 'payload'}: expected ${issue.expected}` }
}
