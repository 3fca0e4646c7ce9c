import * as v from 'valibot'

/** An id as a client gives it: short, and nothing in it that could not be printed. */
export const ClientId = v.pipe(v.string(), v.check(isPrintable))

/** Most are plain, and to build the pattern for all others takes a hundredth of what a hook may. */
function isPrintable(text: string): boolean {
  return /^[\x20-\x7e]{1,200}$/.test(text) || /^[^\p{Cc}\p{Cs}]{1,200}$/u.test(text)
}
/** What may be absent; some clients write null for it. */
export const maybe = <const S extends v.GenericSchema>(schema: S) => v.nullish(schema)

type Unread = { readonly kind: 'malformed'; readonly reason: string }
export type PayloadResult<T> = { readonly kind: 'valid'; readonly payload: T } | Unread

/** Bytes become a typed value here, once. What they held is never in the reason. */
export function parsePayload<const S extends v.GenericSchema>(
  schema: S,
  payload: string,
): PayloadResult<v.InferOutput<S>> {
  const json = jsonIn(payload)
  if (json === undefined) return { kind: 'malformed', reason: 'it is no JSON' }
  const result = v.safeParse(schema, json)
  if (result.success) return { kind: 'valid', payload: result.output }
  const issue = result.issues[0]
  return { kind: 'malformed', reason: `${v.getDotPath(issue) ?? 'payload'}: expected ${issue.expected}` }
}

function jsonIn(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return undefined // the caller tells it as malformed
  }
}
