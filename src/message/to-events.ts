import { fact, type NewEvent } from '../event/define.ts'
import type { EventId } from '../event/identity.ts'
import { ToolCalled, ToolReturned } from '../event/tool.ts'
import { InstructionGiven, PromptSubmitted, ResponseCompleted } from '../event/turn.ts'
import {
  type AssistantMessage,
  isCall,
  isText,
  type Message,
  outputText,
  type TextPart,
  type ToolCallPart,
  type ToolResultPart,
  type UserMessage,
} from './message.ts'

/** What is known of an answer besides its words. */
export interface Answered {
  readonly model?: string
  readonly inputTokens?: number
  readonly outputTokens?: number
  /** The stream that it completes. */
  readonly response?: string
  /** It was stopped before it was whole. */
  readonly partial?: boolean
}

export type Aims = ReadonlyMap<string, ReturnType<typeof aimOf>>

interface Saying extends Answered {
  /** What the calls were about whose results are told. */
  readonly aims?: Aims
}

export type MakeHeading = () => { readonly id: EventId; readonly at: number }

/** A message as the facts that it is made of: the same that are recorded of every agent. */
export function factsOf(
  message: Message,
  heading: MakeHeading,
  { aims, ...answered }: Saying = {},
): readonly NewEvent[] {
  switch (message.role) {
    case 'system':
      return [fact(InstructionGiven, heading(), { text: message.content })]
    case 'user':
      return [fact(PromptSubmitted, heading(), { ...saidIn(message), origin: 'user' })]
    case 'assistant':
      return answerFacts(message, heading, answered)
    case 'tool':
      return message.content.map((part) =>
        fact(ToolReturned, heading(), { ...returned(part), ...aims?.get(part.toolCallId) }),
      )
  }
}

function answerFacts(message: AssistantMessage, heading: MakeHeading, answered: Answered): NewEvent[] {
  const calls = typeof message.content === 'string' ? [] : message.content.filter(isCall)
  const said = saidIn(message)
  const isSilent = said.text === '' && said.content === undefined && Object.keys(answered).length === 0
  const { text, ...rest } = said
  const answer = { ...(text !== '' && { text }), ...rest, ...answered }
  return [
    ...(isSilent && calls.length > 0 ? [] : [fact(ResponseCompleted, heading(), answer)]),
    ...calls.map((call) => fact(ToolCalled, heading(), called(call))),
  ]
}

/** The words, and the whole content where the words and the calls after them would not give it back. */
function saidIn({ content }: UserMessage | AssistantMessage): { text: string; content?: Parts } {
  if (typeof content === 'string') return { text: content }
  const text = content.map((part) => (isText(part) ? part.text : '')).join('')
  const [first, ...others] = content
  const isPlain =
    content.length > 0 && (first === undefined || isBare(first) || isCall(first)) && others.every(isCall)
  return isPlain ? { text } : { text, content: plainParts(content) }
}

const isBare = (part: { readonly type: string }): part is TextPart =>
  isText(part) && Object.keys(part).length === 2 && part.text !== ''

type Parts = Record<string, unknown>[]
const plainParts = (content: readonly object[]): Parts => content.map((part) => ({ ...part }))

const called = ({ toolCallId, toolName, input }: ToolCallPart) => ({
  call: toolCallId,
  tool: toolName,
  ...aimOf(input),
  ...(input !== undefined && { input: JSON.stringify(input) }),
})

/** What a call is about, where it says so in the words that most tools use. */
export function aimOf(input: unknown): { readonly command?: string; readonly file?: string } {
  if (typeof input !== 'object' || input === null) return {}
  const said = new Map(Object.entries(input))
  const command = said.get('command') ?? said.get('cmd')
  const file = said.get('file_path') ?? said.get('filePath') ?? said.get('path') ?? said.get('file')
  return {
    ...(typeof command === 'string' && command !== '' && { command }),
    ...(typeof file === 'string' && file !== '' && file.length < MOST_PATH && { file }),
  }
}

const MOST_PATH = 4096

function returned(part: ToolResultPart) {
  const { toolCallId, toolName, output } = part
  const isFailed = output.type === 'error-text' || output.type === 'error-json'
  const isPlain = Object.keys(part).length === 4 && (output.type === 'text' || output.type === 'error-text')
  return {
    call: toolCallId,
    tool: toolName,
    outcome: isFailed ? ('failed' as const) : ('ok' as const),
    output: outputText(output),
    ...(!isPlain && { content: [{ ...part }] }),
  }
}
