export interface TextPart {
  readonly type: 'text'
  readonly text: string
}

/** A tool call by the model. */
export interface ToolCallPart {
  readonly type: 'tool-call'
  readonly toolCallId: string
  readonly toolName: string
  readonly input: unknown
}

export interface ToolResultPart {
  readonly type: 'tool-result'
  readonly toolCallId: string
  readonly toolName: string
  readonly output: ToolOutput
}

export type ToolOutput =
  | { readonly type: 'text' | 'error-text'; readonly value: string }
  | { readonly type: 'json' | 'error-json' | 'content'; readonly value: unknown }

/** Any other part, such as an image, a file or reasoning. Stored unchanged. */
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
 * A session message in the shape of a Vercel AI SDK `ModelMessage`, so that it can be sent to a provider
 * unchanged.
 */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage

/** A message with its position in the log. */
export interface StoredMessage {
  /** Sequence number of its first event. */
  readonly seq: number
  /** Sequence number of its last event. */
  readonly lastSeq: number
  readonly at: number
  /** The session that recorded it; for a branch this may be an ancestor. */
  readonly session?: string
  readonly message: Message
  /** Whether the answer was interrupted, or its process died before it was complete. */
  readonly partial?: true
  readonly model?: string
  readonly inputTokens?: number
  readonly outputTokens?: number
}

export const isText = (part: { readonly type: string }): part is TextPart =>
  part.type === 'text' && 'text' in part && typeof part.text === 'string'

export const isCall = (part: { readonly type: string }): part is ToolCallPart =>
  part.type === 'tool-call' && 'toolCallId' in part && typeof part.toolCallId === 'string'

export const isFile = ({ type }: { readonly type: string }): boolean => type === 'file' || type === 'image'

/** The text of all parts. */
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

export const callsIn = (message: Message): readonly ToolCallPart[] =>
  message.role === 'assistant' && typeof message.content !== 'string' ? message.content.filter(isCall) : []
