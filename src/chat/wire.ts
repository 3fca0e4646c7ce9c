import { jsonSchema, type ModelMessage, type ToolSet, tool } from 'ai'
import { callsIn, type Message } from '../message/message.ts'

/** Ours have the shape of the SDK's (src/message/message.ts); only that they are not to be changed differs. */
export const modelMessages = (messages: readonly Message[]): ModelMessage[] =>
  messages as unknown as ModelMessage[]

/** Providers want to know the tools of which messages speak, even if none may be called any more. */
export const toolsIn = (messages: readonly Message[]): ToolSet =>
  Object.fromEntries(
    messages
      .flatMap(callsIn)
      .map(({ toolName }) => [toolName, tool({ inputSchema: jsonSchema({ type: 'object' }) })]),
  )

/** What an error carries besides its message, as far as it does. */
export function fieldOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined
}
