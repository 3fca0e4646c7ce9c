export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined
}

/**
 * JSON with sorted keys and without absent values: equal content gives equal bytes, whatever order it was built in.
 * Payload hashes and stored views depend on it.
 */
export function canonicalJson(value: JsonValue | undefined): string {
  if (value === undefined) return 'null'
  if (value === null || typeof value !== 'object') return wellFormed(JSON.stringify(value))
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const object = value as JsonObject
  const members = Object.keys(object)
    .filter((key) => object[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key])}`)
  return `{${members.join(',')}}`
}

/** JSON.stringify writes lone surrogates as escapes already; NaN and infinities become null as JSON demands. */
const wellFormed = (text: string | undefined): string => text ?? 'null'
