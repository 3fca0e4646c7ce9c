import type { CountTokens } from '../text/tokens.ts'
import { isText, type Message, outputText, type ToolResultPart } from './message.ts'

/** What a provider adds around every message, and around every part of one: at most, by the published formats. */
const AROUND = { message: 4, part: 4 }
/** Pictures and files are no text. What the large providers charge for one at most, without looking into it. */
const FILE_TOKENS = 1600

/** How many tokens a message costs, rather too many than too few. */
export function messageTokens({ content }: Message, count: CountTokens): number {
  if (typeof content === 'string') return AROUND.message + count(content)
  return content.reduce((total, part) => total + AROUND.part + partTokens(part, count), AROUND.message)
}

function partTokens(part: { readonly type: string }, count: CountTokens): number {
  if (isText(part)) return count(part.text)
  return isFile(part) ? FILE_TOKENS : count(JSON.stringify(part))
}

const isFile = (part: { readonly type: string }): boolean => part.type === 'image' || part.type === 'file'

/** At most so many tokens of a text: its beginning and its end, and how much is missing between them. */
export function cutText(text: string, most: number, count: CountTokens): string {
  const whole = count(text)
  if (whole <= most) return text
  const mark = `\n[${whole} tokens, of which most are left out]\n`
  let [low, high] = [0, Math.min(text.length, most * MOST_LETTERS)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (count(ends(text, middle, mark)) <= most) low = middle
    else high = middle - 1
  }
  const cut = ends(text, low, mark)
  return count(cut) <= most ? cut : ''
}

/** A token holds rarely more. Who writes longer ones gets less of them. */
const MOST_LETTERS = 16

/** Two thirds of what may stay from the beginning, one from the end; no character is cut in two. */
function ends(text: string, keep: number, mark: string): string {
  const head = Math.ceil((keep * 2) / 3)
  const beginning = text.slice(0, head).replace(/[\ud800-\udbff]$/, '')
  const end = text.slice(text.length - (keep - head)).replace(/^[\udc00-\udfff]/, '')
  return beginning + mark + end
}

/** A message whose texts are cut so that it costs at most so much; undefined where nothing of it would be left. */
export function cutMessage(message: Message, most: number, count: CountTokens): Message | undefined {
  if (messageTokens(message, count) <= most) return message
  if (message.role === 'tool') return cutResults(message.content, most, count)
  const text = cutText(wordsOf(message), most - AROUND.message, count)
  return text === '' ? undefined : ({ role: message.role, content: text } as Message)
}

function wordsOf({ content }: Message): string {
  if (typeof content === 'string') return content
  return content.map((part) => (isText(part) ? part.text : '')).join('')
}

/** Every result stays, for a call needs one; what they say shares what there is. */
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
    if (messageTokens(message, count) <= most) return message // quoting in JSON may cost more than the text did
  }
  return { role: 'tool', content: bare }
}

const withText = ({ toolCallId, toolName, output }: ToolResultPart, value: string): ToolResultPart => ({
  type: 'tool-result',
  toolCallId,
  toolName,
  output: { type: output.type.startsWith('error') ? 'error-text' : 'text', value },
})
