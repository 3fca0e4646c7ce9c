import { canonicalJson, type JsonObject, type JsonValue } from './canonical-json.ts'
import { sha256Hex } from './hash.ts'
import { answerLine } from './work.ts'

export interface EventContent {
  readonly type: string
  readonly data: JsonObject | undefined
}

/**
 * Identifies an event by its content, because a hook and a transcript may report it under different ids: tool
 * calls by call id, text by its characters, compactions and interruptions by count. Undefined if only the id
 * identifies the event.
 */
export function contentKey({ type, data }: EventContent): string | undefined {
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
    case 'question.answered':
      return `${type} ${letters(data.question)} ${letters(data.answer)}`
    case 'session.titled':
      return `${type} ${data.by} ${letters(data.title)}`
    case 'tasks.listed':
      return `${type} ${sha256Hex(canonicalJson({ list: data.list ?? '', tasks: data.tasks ?? [] })).slice(0, 16)}`
    default:
      return undefined
  }
}

/** Ignores white space, because clients join and trim text differently. */
const letters = (text: unknown): string =>
  typeof text === 'string' && text !== '' ? sha256Hex(text.replace(/\s+/g, '')).slice(0, 16) : ''

/**
 * Identifies the content of an event in the list of erased content without revealing it. There is one hash for the
 * whole event and one for each noted text, because a merge or a branch copies noted texts into other events.
 */
export function contentHashes(event: EventContent): readonly string[] {
  const { type, data } = event
  if (!data) return []
  const { via: _, ...content } = data
  const whole = contentKey(event) ?? `${type} ${canonicalJson(content)}`
  return [shortHash(whole), ...notedTexts(event).map(textHash)]
}

/** Identifies a noted text, such as a decision or a rule, in any event of its session. */
export const textHash = (text: string): string => shortHash(`text ${text.trim()}`)

const shortHash = (key: string): string => sha256Hex(key).slice(0, 32)

const NOTES = /^(goal|decision|blocker|action|task|fact|evidence|memory)\./

function notedTexts({ type, data = {} }: EventContent): readonly string[] {
  if (type === 'session.branched') return textsIn(data.inherited)
  if (type === 'tasks.listed') return textsIn(data.tasks)
  if (type === 'question.answered' && isText(data.question) && isText(data.answer))
    return [answerLine({ question: data.question, answer: data.answer })]
  return NOTES.test(type) ? [data.text, data.choice, data.rule].filter(isText) : []
}

const textsIn = (value: JsonValue | undefined): readonly string[] => {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((part: JsonValue) => textsIn(part))
  return Object.entries(value).flatMap(([name, part]) =>
    name === 'text' && isText(part) ? [part] : textsIn(part),
  )
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
