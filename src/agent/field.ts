/** Reads an own property of an unknown value. */
export function fieldOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return Object.getOwnPropertyDescriptor(value, key)?.value
}

export function textField(value: unknown, key: string): string | undefined {
  const field = fieldOf(value, key)
  return typeof field === 'string' ? field : undefined
}

export function numberField(value: unknown, key: string): number | undefined {
  const field = fieldOf(value, key)
  return typeof field === 'number' ? field : undefined
}

/** Readable text of a value: strings unchanged, text blocks joined by newlines, anything else as JSON. */
export function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value
  const blocks = Array.isArray(value) ? value : fieldOf(value, 'content')
  const texts = Array.isArray(blocks) ? blocks.map((block) => textField(block, 'text') ?? block) : []
  const isText = texts.length > 0 && texts.every((text) => typeof text === 'string')
  return isText ? texts.join('\n') : (textField(value, 'text') ?? jsonText(value))
}

const TOO_DEEP = '"(nested too deeply)"'
/**
 * Deeper values are not rendered, because JSON.stringify is quadratic in the depth and eventually overflows
 * the stack.
 */
const MAX_DEPTH = 500

export function jsonText(value: unknown): string | undefined {
  if (isDeeperThan(MAX_DEPTH, value)) return TOO_DEEP
  try {
    return JSON.stringify(value)
  } catch {
    return TOO_DEEP // serializing parsed JSON fails for no other reason
  }
}

function isDeeperThan(depth: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((one) => isDeeperThan(depth - 1, one))
}
