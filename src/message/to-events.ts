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

/** Metadata of an answer. */
export interface Answered {
  readonly model?: string
  readonly inputTokens?: number
  readonly outputTokens?: number
  /** Id of the stream that this answer completes. */
  readonly response?: string
  /** Whether the answer was interrupted before it was complete. */
  readonly partial?: boolean
}

interface FactOptions extends Answered {
  /** Command and file of earlier calls, by call id. */
  readonly targets?: ReadonlyMap<string, ReturnType<typeof targetOf>>
}

type MakeHeading = () => { readonly id: EventId; readonly at: number }

/** Converts a message to events of the same types that agents record. */
export function factsOf(
  message: Message,
  heading: MakeHeading,
  { targets, ...answered }: FactOptions = {},
): readonly NewEvent[] {
  switch (message.role) {
    case 'system':
      return [fact(InstructionGiven, heading(), { text: message.content })]
    case 'user':
      return [fact(PromptSubmitted, heading(), { ...contentFields(message), origin: 'user' })]
    case 'assistant':
      return answerFacts(message, heading, answered)
    case 'tool':
      return message.content.map((part) =>
        fact(ToolReturned, heading(), { ...resultFields(part), ...targets?.get(part.toolCallId) }),
      )
  }
}

function answerFacts(message: AssistantMessage, heading: MakeHeading, answered: Answered): NewEvent[] {
  const calls = typeof message.content === 'string' ? [] : message.content.filter(isCall)
  const fields = contentFields(message)
  const isEmpty = fields.text === '' && fields.content === undefined && Object.keys(answered).length === 0
  const { text, ...rest } = fields
  const answer = { ...(text !== '' && { text }), ...rest, ...answered }
  return [
    ...(isEmpty && calls.length > 0 ? [] : [fact(ResponseCompleted, heading(), answer)]),
    ...calls.map((call) => fact(ToolCalled, heading(), callFields(call))),
  ]
}

/** The text, and also the content if it cannot be restored from the text and the calls after it. */
function contentFields({ content }: UserMessage | AssistantMessage): { text: string; content?: Parts } {
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

const callFields = ({ toolCallId, toolName, input }: ToolCallPart) => ({
  call: toolCallId,
  tool: toolName,
  ...targetOf(input),
  ...(input !== undefined && { input: JSON.stringify(input) }),
})

/** Command and file of a call, found under the argument names that most tools use. */
export function targetOf(input: unknown): { readonly command?: string; readonly file?: string } {
  if (typeof input !== 'object' || input === null) return {}
  const values = new Map(Object.entries(input))
  const command = values.get('command') ?? values.get('cmd')
  const file = values.get('file_path') ?? values.get('filePath') ?? values.get('path') ?? values.get('file')
  return {
    ...(typeof command === 'string' && command !== '' && { command }),
    ...(typeof file === 'string' && file !== '' && file.length < MAX_PATH && { file }),
  }
}

const MAX_PATH = 4096

function resultFields(part: ToolResultPart) {
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
