/** A field of a value of unknown shape; only its own fields, whatever their names. */
export function fieldOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return Object.getOwnPropertyDescriptor(value, key)?.value
}

export function textField(value: unknown, key: string): string | undefined {
  const found = fieldOf(value, key)
  return typeof found === 'string' ? found : undefined
}

export function numberField(value: unknown, key: string): number | undefined {
  const found = fieldOf(value, key)
  return typeof found === 'number' ? found : undefined
}

/** What a person would read of it: a text as it is, blocks of text one below the other, all else as JSON. */
export function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value
  const blocks = Array.isArray(value) ? value : fieldOf(value, 'content')
  const texts = Array.isArray(blocks) ? blocks.map((block) => textField(block, 'text') ?? block) : []
  const isText = texts.length > 0 && texts.every((text) => typeof text === 'string')
  return isText ? texts.join('\n') : (textField(value, 'text') ?? jsonText(value))
}

const TOO_DEEP = '"(nested too deeply to be kept)"'
/** Writing JSON takes the square of its depth, and ends with an error at some depth or other. */
const MOST_DEPTH = 500

export function jsonText(value: unknown): string | undefined {
  if (isDeeperThan(MOST_DEPTH, value)) return TOO_DEEP
  try {
    return JSON.stringify(value)
  } catch {
    return TOO_DEEP // the only thing that parsed JSON can fail with
  }
}

function isDeeperThan(depth: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((one) => isDeeperThan(depth - 1, one))
}
