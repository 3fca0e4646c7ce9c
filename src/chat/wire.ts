import { jsonSchema, type ModelMessage, type ToolSet, tool } from 'ai'
import { callsIn, type Message } from '../message/message.ts'

/** Stored messages have the shape of the SDK (src/message/message.ts); they differ only in `readonly`. */
export const modelMessages = (messages: readonly Message[]): ModelMessage[] =>
  messages as unknown as ModelMessage[]

/** Providers require definitions of all tools that messages mention, even if none may be called. */
export const toolsIn = (messages: readonly Message[]): ToolSet =>
  Object.fromEntries(
    messages
      .flatMap(callsIn)
      .map(({ toolName }) => [toolName, tool({ inputSchema: jsonSchema({ type: 'object' }) })]),
  )

export function fieldOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined
}
