import { oneLine, truncate } from '../text/truncate.ts'
import {
  callsIn,
  isCall,
  isText,
  type Message,
  outputText,
  partText,
  type StoredMessage,
  type ToolResultPart,
} from './message.ts'

const MAX_INPUT = 200
const MAX_OUTPUT = 600
const TITLES = { system: 'Instruction', user: 'User', assistant: 'Assistant', tool: 'Result' } as const

/** Renders a message for people. Tool input and output are shortened. */
export function markdownOf({ message, partial }: StoredMessage): string {
  const body = bodyOf(message)
  if (body === '') return ''
  const title = `## ${TITLES[message.role]}${partial ? ' (not finished)' : ''}`
  return message.role === 'tool' ? `${body}\n` : `${title}\n\n${body}\n`
}

function bodyOf(message: Message): string {
  if (message.role === 'tool') return message.content.map(resultOf).join('\n\n')
  const text = proseOf(message)
  const calls = callsIn(message).map(
    ({ toolName, input }) =>
      `- **${toolName}** \`${truncate(oneLine(JSON.stringify(input) ?? '').replaceAll('`', "'"), MAX_INPUT)}\``,
  )
  return [text, calls.join('\n')].filter(Boolean).join('\n\n')
}

function proseOf({ content }: Message): string {
  if (typeof content === 'string') return content.trim()
  return content
    .filter((part) => !isCall(part))
    .map((part) => (isText(part) ? part.text : partText(part) || `(${part.type})`))
    .join('\n\n')
    .trim()
}

function resultOf({ toolName, output }: ToolResultPart): string {
  const text = cut(outputText(output).trim(), MAX_OUTPUT)
  const isFailed = output.type === 'error-text' || output.type === 'error-json'
  const fence = fenceFor(text)
  return `${toolName} ${isFailed ? 'failed' : 'returned'}:\n\n${fence}\n${text}\n${fence}`
}

/** Longer than any run of backticks in the text, so that the text cannot end the block. */
function fenceFor(text: string): string {
  const longest = (text.match(/`{3,1000}/g) ?? []).reduce((most, row) => Math.max(most, row.length), 2)
  return '`'.repeat(longest + 1)
}

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)}\n… ${text.length - most} more characters`
