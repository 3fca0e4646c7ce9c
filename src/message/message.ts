/** Words. */
export interface TextPart {
  readonly type: 'text'
  readonly text: string
}

/** The model asks for a tool. */
export interface ToolCallPart {
  readonly type: 'tool-call'
  readonly toolCallId: string
  readonly toolName: string
  readonly input: unknown
}

/** What a tool gave back. */
export interface ToolResultPart {
  readonly type: 'tool-result'
  readonly toolCallId: string
  readonly toolName: string
  readonly output: ToolOutput
}

export type ToolOutput =
  | { readonly type: 'text' | 'error-text'; readonly value: string }
  | { readonly type: 'json' | 'error-json' | 'content'; readonly value: unknown }

/** A picture, a file, a thought: kept as it came, and counted by its text. */
export interface OtherPart {
  readonly type: string
  readonly [key: string]: unknown
}

export interface SystemMessage {
  readonly role: 'system'
  readonly content: string
}
export interface UserMessage {
  readonly role: 'user'
  readonly content: string | readonly (TextPart | OtherPart)[]
}
export interface AssistantMessage {
  readonly role: 'assistant'
  readonly content: string | readonly (TextPart | ToolCallPart | OtherPart)[]
}
export interface ToolMessage {
  readonly role: 'tool'
  readonly content: readonly ToolResultPart[]
}

/**
 * One message of a session, in the shape that the Vercel AI SDK calls a model message, so that it goes to a provider
 * as it is.
 */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage

/** A message as the log has it. */
export interface StoredMessage {
  /** The first event that it was stored in, and the last. */
  readonly seq: number
  readonly lastSeq: number
  readonly at: number
  /** In which session: a branch has the past of its parent. */
  readonly session?: string
  readonly message: Message
  /** The answer was stopped, or its process died, before it was whole. */
  readonly partial?: true
  readonly model?: string
  readonly inputTokens?: number
  readonly outputTokens?: number
}

export const isText = (part: { readonly type: string }): part is TextPart =>
  part.type === 'text' && typeof (part as TextPart).text === 'string'

export const isCall = (part: { readonly type: string }): part is ToolCallPart =>
  part.type === 'tool-call' && typeof (part as ToolCallPart).toolCallId === 'string'

/** Everything in a message that is words, for whoever reads or counts. */
export function textOf({ content }: Message): string {
  if (typeof content === 'string') return content
  return content.map(partText).filter(Boolean).join('\n')
}

export function partText(part: TextPart | ToolCallPart | ToolResultPart | OtherPart): string {
  if (isText(part)) return part.text
  if (isCall(part)) return `${part.toolName} ${JSON.stringify(part.input) ?? ''}`
  if (isResult(part)) return outputText(part.output)
  return typeof part.text === 'string' ? part.text : ''
}

const isResult = (part: { readonly type: string }): part is ToolResultPart => part.type === 'tool-result'

export const outputText = (output: ToolOutput): string =>
  typeof output.value === 'string' ? output.value : (JSON.stringify(output.value) ?? '')

/** The calls that an assistant's message makes. */
export const callsIn = (message: Message): readonly ToolCallPart[] =>
  message.role === 'assistant' && typeof message.content !== 'string' ? message.content.filter(isCall) : []
