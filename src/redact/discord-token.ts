import type { Encoded } from './base64.ts'
import type { Span } from './span.ts'

const REST = /\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,45}/y

/** It has no prefix, but its first part is base64 of a number. */
export function discordTokenIn(text: string, { start, end, text: decoded }: Encoded): Span | undefined {
  if (!/^\d{17,20}$/.test(decoded)) return undefined
  REST.lastIndex = end
  return REST.test(text) ? { start, end: REST.lastIndex, rule: 'discord-bot-token' } : undefined
}
