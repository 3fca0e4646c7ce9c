import {
  callsIn,
  isFile,
  isText,
  type Message,
  type StoredMessage,
  type ToolMessage,
  textOf,
} from './message.ts'

/** Redacts text the way it was redacted when stored. */
type AsStored = (text: string) => string

/**
 * The messages in a history that are not stored yet. Programs send the full history at every call, or only its
 * newest part, or a summary and its newest part. So this finds the last known message; all later ones are new. A
 * single message is new unless it repeats the last stored prompt, which still has no complete answer.
 */
export function newMessagesIn(
  history: readonly Message[],
  stored: readonly StoredMessage[],
  asStored: AsStored,
): readonly Message[] {
  const messages = history.filter(({ role }) => role !== 'system').flatMap(splitResults)
  const keys = messages.map((message) => matchKey(message, asStored))
  const known = storedKeys(stored)
  const anchor = anchorOf(keys, known.keys)
  if (!anchor) return messages.slice(keys.length === 1 && known.waiting === keys[0] ? 1 : 0)
  const after = known.keys.slice(anchor.known + 1)
  const from = anchor.sent + 1 + countKnown(keys.slice(anchor.sent + 1), after)
  // Parallel tools return in any order.
  return messages.filter(
    (message, at) => at >= from && !(message.role === 'tool' && after.includes(keys[at] ?? '')),
  )
}

/** One message per result, because only some of the results may be stored. */
const splitResults = (message: Message): readonly Message[] =>
  message.role === 'tool'
    ? message.content.map((result): ToolMessage => ({ role: 'tool', content: [result] }))
    : [message]

/** Identifies a message by text and ids. Reasoning and provider options change between calls, so they are ignored. */
function matchKey(message: Message, asStored: AsStored): string {
  if (message.role === 'tool') return JSON.stringify(['tool', message.content[0]?.toolCallId])
  const { role, content } = message
  const text =
    typeof content === 'string' ? content : content.map((part) => (isText(part) ? part.text : '')).join('')
  const calls = callsIn(message).map(({ toolCallId }) => toolCallId)
  const files = typeof content === 'string' ? 0 : content.filter(isFile).length
  return JSON.stringify([role, asStored(text).trim(), calls, files])
}

interface StoredKeys {
  readonly keys: readonly string[]
  /** The last message that is not a partial answer. Programs send it again after a call that failed or was stopped. */
  readonly waiting: string | undefined
}

function storedKeys(stored: readonly StoredMessage[]): StoredKeys {
  const unchanged: AsStored = (text) => text
  const all = stored
    .filter(({ message }) => message.role !== 'system')
    .flatMap(({ message, partial }) =>
      splitResults(message).map((one) => ({ key: matchKey(one, unchanged), partial })),
    )
  return { keys: all.map(({ key }) => key), waiting: all.findLast(({ partial }) => !partial)?.key }
}

interface Anchor {
  readonly sent: number
  readonly known: number
}

/**
 * The position of the last known message before the newest one. If its text occurs several times, the best
 * match is used.
 */
function anchorOf(keys: readonly string[], known: readonly string[]): Anchor | undefined {
  const places = new Map<string | undefined, number[]>()
  for (const [at, key] of known.entries()) {
    const found = places.get(key)
    if (found) found.push(at)
    else places.set(key, [at])
  }
  for (let sent = keys.length - 2; sent >= 0; sent -= 1) {
    const found = places.get(keys[sent])
    if (found) return { sent, known: bestMatch(found, (at) => matchLength(keys, sent, known, at)) }
  }
  return undefined
}

function bestMatch(places: readonly number[], score: (at: number) => number): number {
  let best = { at: 0, score: 0 }
  for (const at of places) {
    const found = score(at)
    if (found >= best.score) best = { at, score: found } // the last one if several are equal
  }
  return best.at
}

/** How many messages are compared to decide between two positions. */
const MAX_COMPARED = 50

function matchLength(
  ...[keys, sent, known, at]: [readonly string[], number, readonly string[], number]
): number {
  let count = 0
  while (count < MAX_COMPARED && sent >= count && at >= count && keys[sent - count] === known[at - count])
    count += 1
  return count
}

/** How many messages from the start are stored in this order, possibly with others in between. */
function countKnown(keys: readonly string[], known: readonly string[]): number {
  let from = 0
  for (const [count, key] of keys.entries()) {
    const at = known.indexOf(key, from)
    if (at < 0) return count
    from = at + 1
  }
  return keys.length
}

/**
 * Replaces stored messages with the originals that the program sent, which still contain secrets and provider
 * metadata. Shortened messages are not restored.
 */
export function restoreSentMessages(
  messages: readonly Message[],
  history: readonly Message[],
  asStored: AsStored,
): readonly Message[] {
  const sent = new Map(history.map((message) => [signature(message, asStored), message]))
  return messages.map((message) => sent.get(signature(message, (text) => text)) ?? message)
}

const signature = (message: Message, asStored: AsStored): string =>
  JSON.stringify([message.role, asStored(textOf(message)), idsIn(message)])

const idsIn = ({ content }: Message): readonly unknown[] =>
  typeof content === 'string'
    ? []
    : content.flatMap((part) => ('toolCallId' in part ? [part.toolCallId] : []))
