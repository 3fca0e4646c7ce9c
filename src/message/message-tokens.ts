import type { CountTokens } from '../text/tokens.ts'
import { isFile, isText, type Message, outputText, type ToolResultPart } from './message.ts'

/** Upper bound for the tokens that providers add per message and per part. */
const OVERHEAD = { message: 4, part: 4 }
/** Upper bound for what the large providers charge for an image or file. */
const FILE_TOKENS = 1600

/** Estimates the number of tokens in a message, rounded up where providers count differently. */
export function messageTokens({ content }: Message, count: CountTokens): number {
  if (typeof content === 'string') return OVERHEAD.message + count(content)
  return content.reduce((total, part) => total + OVERHEAD.part + partTokens(part, count), OVERHEAD.message)
}

function partTokens(part: { readonly type: string }, count: CountTokens): number {
  if (isText(part)) return count(part.text)
  return isFile(part) ? FILE_TOKENS : count(JSON.stringify(part))
}

/** Shortens text to a number of tokens: keeps its start and end and marks the gap. */
export function cutText(text: string, most: number, count: CountTokens): string {
  const total = count(text)
  if (total <= most) return text
  const mark = `\n[shortened: ${total} tokens in total]\n`
  let [low, high] = [0, Math.min(text.length, most * MAX_TOKEN_CHARACTERS)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (count(ends(text, middle, mark)) <= most) low = middle
    else high = middle - 1
  }
  const cut = ends(text, low, mark)
  return count(cut) <= most ? cut : ''
}

/** Limits the search, because tokens are rarely longer. */
const MAX_TOKEN_CHARACTERS = 16

/** Keeps two thirds from the start and one third from the end. Never splits a surrogate pair. */
function ends(text: string, keep: number, mark: string): string {
  const head = Math.ceil((keep * 2) / 3)
  const beginning = text.slice(0, head).replace(/[\ud800-\udbff]$/, '')
  const end = text.slice(text.length - (keep - head)).replace(/^[\udc00-\udfff]/, '')
  return beginning + mark + end
}

/** Shortens the text of a message to a number of tokens. Undefined if nothing would be left. */
export function cutMessage(message: Message, most: number, count: CountTokens): Message | undefined {
  if (messageTokens(message, count) <= most) return message
  if (message.role === 'tool') return cutResults(message.content, most, count)
  const text = cutText(plainTextOf(message), most - OVERHEAD.message, count)
  return text === '' ? undefined : ({ role: message.role, content: text } as Message)
}

function plainTextOf({ content }: Message): string {
  if (typeof content === 'string') return content
  return content.map((part) => (isText(part) ? part.text : '')).join('')
}

/** Keeps every result, because each call needs one. The results share the available tokens equally. */
function cutResults(
  results: readonly ToolResultPart[],
  most: number,
  count: CountTokens,
): Message | undefined {
  const bare = results.map((result) => withText(result, ''))
  const left = most - messageTokens({ role: 'tool', content: bare }, count)
  if (left < 0) return undefined
  let share = Math.floor(left / results.length)
  for (; share > 0; share = Math.floor(share / 2)) {
    const cut = results.map((result) => withText(result, cutText(outputText(result.output), share, count)))
    const message: Message = { role: 'tool', content: cut }
    if (messageTokens(message, count) <= most) return message // JSON quoting may cost more tokens than the text
  }
  return { role: 'tool', content: bare }
}

const withText = ({ toolCallId, toolName, output }: ToolResultPart, value: string): ToolResultPart => ({
  type: 'tool-result',
  toolCallId,
  toolName,
  output: { type: output.type.startsWith('error') ? 'error-text' : 'text', value },
})
