export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined
}

/**
 * JSON with sorted keys and without undefined values. Equal content produces equal bytes, regardless of insertion
 * order. Payload hashes and stored views depend on this.
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

/** JSON.stringify already escapes lone surrogates; NaN and infinities become null, as JSON requires. */
const wellFormed = (text: string | undefined): string => text ?? 'null'
