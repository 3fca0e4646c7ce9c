import { createHash } from 'node:crypto'
import type { LanguageModelMiddleware, ModelMessage } from 'ai'
import type { AssistantMessage, Message, OtherPart, ToolResultPart } from '../../message/message.ts'
import { isFile } from '../../message/message.ts'

// Derived from the exported middleware type, so that `ai` is the only peer dependency.
type Transform = NonNullable<LanguageModelMiddleware['transformParams']>
type WrapGenerate = NonNullable<LanguageModelMiddleware['wrapGenerate']>
type WrapStream = NonNullable<LanguageModelMiddleware['wrapStream']>
export type CallOptions = Parameters<Transform>[0]['params']
export type Prompt = CallOptions['prompt']
export type PromptMessage = Prompt[number]
type Generated = Awaited<ReturnType<WrapGenerate>>
type Streamed = Awaited<ReturnType<WrapStream>>
export type StreamPart = Streamed['stream'] extends ReadableStream<infer P> ? P : never
export type ProviderUsage = Generated['usage']
export type GeneratedContent = Generated['content'][number]

/** Converts a prompt message for storage: drops undefined values and encodes files as text. */
export function fromPrompt(message: PromptMessage): Message | undefined {
  if (message.role === 'system') return { role: 'system', content: message.content }
  const content = message.content.map(toJsonPart)
  if (message.role === 'user') return { role: 'user', content }
  if (message.role === 'assistant') return { role: 'assistant', content }
  const results = content.filter(isResult)
  return results.length === 0 ? undefined : { role: 'tool', content: results }
}

/** Converts a stored message for a provider. Stored messages come from a prompt or are plain text. */
export function toPrompt({ role, content }: Message): PromptMessage {
  if (role === 'system') return { role, content }
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  return { role, content: parts.map(toPart) } as PromptMessage
}

/** Converts session messages for `generateText` and `streamText`. */
export const toModelMessages = (messages: readonly Message[]): ModelMessage[] =>
  messages.map((message) => message as ModelMessage) // by design, messages have the SDK's shape

/** Converts SDK messages for `session.add`. Binary data becomes base64 text. */
export const fromModelMessages = (messages: readonly ModelMessage[]): Message[] =>
  messages.flatMap((message) => {
    if (typeof message.content === 'string')
      return [{ role: message.role, content: message.content } as Message]
    return fromPrompt(message as PromptMessage) ?? []
  })

/** Converts the output of a model to the form that the SDK sends back in the next call. */
export function fromContent(parts: readonly GeneratedContent[]): AssistantMessage['content'] {
  return parts.filter(isStoredPart).map((part) => {
    const { providerMetadata, ...rest } = { providerMetadata: undefined, ...part }
    const options = providerMetadata && { providerOptions: providerMetadata }
    if (rest.type === 'tool-call') return toJsonPart({ ...rest, input: parseInput(rest.input), ...options })
    if (rest.type !== 'tool-result') return toJsonPart({ ...rest, ...options })
    const { result, isError, ...call } = rest
    return toJsonPart({
      ...call,
      output: { type: isError ? 'error-json' : 'json', value: result },
      ...options,
    })
  })
}

/** Sources and approval requests are not sent back to the model. */
const isStoredPart = ({ type }: GeneratedContent): boolean =>
  type !== 'source' && type !== 'tool-approval-request'

const isResult = (part: OtherPart): part is OtherPart & ToolResultPart => part.type === 'tool-result'

function parseInput(input: string): unknown {
  try {
    return JSON.parse(input)
  } catch {
    return input // not JSON: kept as text
  }
}

/** Larger files are replaced by a placeholder, because an event is limited to 16 MB. */
const MAX_FILE_CHARACTERS = 4 * 1024 * 1024

/** Encodes the bytes of files and images as base64. */
function toJsonPart<P extends { readonly type: string }>(part: P): OtherPart {
  const entries = Object.entries(part).map(([key, value]) => [
    key,
    HOLDS_BYTES.has(key) ? toBase64(value) : value,
  ])
  const text = entries.find(([key]) => HOLDS_BYTES.has(String(key)))?.[1]
  if (isFile(part) && typeof text === 'string' && text.length > MAX_FILE_CHARACTERS)
    return filePlaceholder(part, text)
  return JSON.parse(JSON.stringify(Object.fromEntries(entries))) as OtherPart
}

const HOLDS_BYTES: ReadonlySet<string> = new Set(['data', 'image'])

function toBase64(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return value instanceof ArrayBuffer ? Buffer.from(value).toString('base64') : value
}

function filePlaceholder(part: object, text: string): OtherPart {
  const kind = 'mediaType' in part ? String(part.mediaType) : 'unknown'
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return {
    type: 'text',
    text: `[file of type ${kind}, ${text.length} base64 characters, sha256 ${hash}: not stored]`,
  }
}

/** The SDK expects the URL of a remote file as a URL object. */
const toPart = (part: { readonly type: string }): object =>
  part.type === 'file' && 'data' in part && typeof part.data === 'string' && /^https?:/.test(part.data)
    ? { ...part, data: new URL(part.data) }
    : part
