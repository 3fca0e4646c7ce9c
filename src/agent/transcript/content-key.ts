import type { JsonObject } from '../../event/canonical-json.ts'
import { hash16 } from '../text-hash.ts'

/**
 * What makes two facts the same when their ids differ, because a hook and a transcript tell of it in their own ways:
 * tools by their call, words by their letters, compactions and interruptions by their number. Undefined: by id alone.
 */
export function contentKey({
  type,
  data,
}: {
  readonly type: string
  readonly data: JsonObject | undefined
}): string | undefined {
  if (!data) return undefined
  switch (type) {
    case 'prompt.submitted':
    case 'response.completed':
      return `${type} ${letters(data.text)}`
    case 'tool.called':
    case 'tool.returned':
      return `${type} ${data.call}`
    case 'file.read':
    case 'test.ran':
      return `${type} ${data.path ?? data.name} ${data.outcome ?? ''}`
    case 'file.changed':
      return `${type} ${data.path} ${letters(data.after)}`
    case 'subagent.started':
    case 'subagent.stopped':
      return `${type} ${data.subagent}`
    case 'context.compacted':
    case 'turn.interrupted':
      return type
    default:
      return undefined
  }
}

/** Clients join and trim texts differently; the letters stay. */
const letters = (text: unknown): string =>
  typeof text === 'string' && text !== '' ? hash16(text.replace(/\s+/g, '')) : ''
