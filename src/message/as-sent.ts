import { type Message, textOf } from './message.ts'
import type { AsStored } from './unseen.ts'

/**
 * The messages as the program holds them, where they are the same: with the secrets that the log does not keep, and
 * with what a provider wants to have back untouched. What is cut stays cut.
 */
export function asSent(
  messages: readonly Message[],
  history: readonly Message[],
  asStored: AsStored,
): readonly Message[] {
  const sent = new Map(history.map((message) => [signOf(message, asStored), message]))
  return messages.map((message) => sent.get(signOf(message, (text) => text)) ?? message)
}

const signOf = (message: Message, asStored: AsStored): string =>
  JSON.stringify([message.role, asStored(textOf(message)), idsIn(message)])

const idsIn = ({ content }: Message): readonly unknown[] =>
  typeof content === 'string'
    ? []
    : content.flatMap((part) => ('toolCallId' in part ? [part.toolCallId] : []))
