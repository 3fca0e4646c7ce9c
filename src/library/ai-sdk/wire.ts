import { createHash } from 'node:crypto'
import type { LanguageModelMiddleware, ModelMessage } from 'ai'
import type { AssistantMessage, Message, OtherPart, ToolResultPart } from '../../message/message.ts'

// The types of the SDK that are used here, by way of the one that it exports: its package is the only peer.
type Transform = NonNullable<LanguageModelMiddleware['transformParams']>
type WrapGenerate = NonNullable<LanguageModelMiddleware['wrapGenerate']>
type WrapStream = NonNullable<LanguageModelMiddleware['wrapStream']>
export type CallOptions = Parameters<Transform>[0]['params']
export type Prompt = CallOptions['prompt']
export type PromptMessage = Prompt[number]
export type Generated = Awaited<ReturnType<WrapGenerate>>
export type Streamed = Awaited<ReturnType<WrapStream>>
export type StreamPart = Streamed['stream'] extends ReadableStream<infer P> ? P : never
export type Usage = Generated['usage']
export type Content = Generated['content'][number]

/** A message of a prompt as it is stored: without what is undefined, files as text. */
export function fromPrompt(message: PromptMessage): Message | undefined {
  if (message.role === 'system') return { role: 'system', content: message.content }
  const content = message.content.map(plain)
  if (message.role === 'user') return { role: 'user', content }
  if (message.role === 'assistant') return { role: 'assistant', content }
  const results = content.filter(isResult)
  return results.length === 0 ? undefined : { role: 'tool', content: results }
}

/** A stored message as a provider takes it. What is stored came from a prompt, or is text. */
export function toPrompt({ role, content }: Message): PromptMessage {
  if (role === 'system') return { role, content }
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  return { role, content: parts.map(asPart) } as PromptMessage
}

/** Messages of a session as `generateText` and `streamText` take them. */
export const toModelMessages = (messages: readonly Message[]): ModelMessage[] =>
  messages.map((message) => message as ModelMessage) // by construction: a message has the SDK's shape

/** Messages of the SDK as `session.add` takes them: bytes become text. */
export const fromModelMessages = (messages: readonly ModelMessage[]): Message[] =>
  messages.flatMap((message) => {
    if (typeof message.content === 'string')
      return [{ role: message.role, content: message.content } as Message]
    return fromPrompt(message as PromptMessage) ?? []
  })

/** What a model has said, as the SDK sends it back at the next call. */
export function fromContent(content: readonly Content[]): AssistantMessage['content'] {
  return content.filter(isSaid).map((part) => {
    const { providerMetadata, ...said } = { providerMetadata: undefined, ...part }
    const options = providerMetadata && { providerOptions: providerMetadata }
    if (said.type === 'tool-call') return plain({ ...said, input: parsed(said.input), ...options })
    if (said.type !== 'tool-result') return plain({ ...said, ...options })
    const { result, isError, ...rest } = said
    return plain({ ...rest, output: { type: isError ? 'error-json' : 'json', value: result }, ...options })
  })
}

/** Sources are shown to people, and asking for permission is the program's affair. */
const isSaid = ({ type }: Content): boolean => type !== 'source' && type !== 'tool-approval-request'

const isResult = (part: OtherPart): part is OtherPart & ToolResultPart => part.type === 'tool-result'

function parsed(input: string): unknown {
  try {
    return JSON.parse(input)
  } catch {
    return input // the model wrote no JSON: kept as it wrote it
  }
}

/** Larger files are named, not kept: an event holds 16 MB at most, and a log is not for pictures. */
const MOST_FILE_LETTERS = 4 * 1024 * 1024

/** As JSON, with the bytes of a file or a picture as base64. */
function plain<P extends { readonly type: string }>(part: P): OtherPart {
  const entries = Object.entries(part).map(([key, value]) => [
    key,
    HOLDS_BYTES.has(key) ? asText(value) : value,
  ])
  const text = entries.find(([key]) => HOLDS_BYTES.has(String(key)))?.[1]
  if (isFile(part) && typeof text === 'string' && text.length > MOST_FILE_LETTERS) return named(part, text)
  return JSON.parse(JSON.stringify(Object.fromEntries(entries))) as OtherPart
}

const HOLDS_BYTES: ReadonlySet<string> = new Set(['data', 'image'])
const isFile = ({ type }: { readonly type: string }): boolean => type === 'file' || type === 'image'

function asText(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return value instanceof ArrayBuffer ? Buffer.from(value).toString('base64') : value
}

function named(part: object, text: string): OtherPart {
  const kind = 'mediaType' in part ? String(part.mediaType) : 'unknown'
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return {
    type: 'text',
    text: `[a file of type ${kind}, ${text.length} letters in base64, ${hash}: not kept]`,
  }
}

/** Where a file lies comes back as an address. */
const asPart = (part: { readonly type: string }): object =>
  part.type === 'file' && 'data' in part && typeof part.data === 'string' && /^https?:/.test(part.data)
    ? { ...part, data: new URL(part.data) }
    : part
