import { callsIn, isText, type Message, type StoredMessage, type ToolMessage, textOf } from './message.ts'

/** What a text looks like once it is stored: secrets are taken out of it. */
export type AsStored = (text: string) => string

/**
 * Of a history as a program sends it to a model, what the session does not hold yet. Programs send everything again at
 * every call, some only the newest part of it, some with a summary before it: so the last message that is known is
 * looked for, and what comes after it is new. A prompt that stands alone is new unless it still waits for its answer.
 */
export function newMessagesIn(
  history: readonly Message[],
  stored: readonly StoredMessage[],
  asStored: AsStored,
): readonly Message[] {
  const said = history.filter(({ role }) => role !== 'system').flatMap(single)
  const signs = said.map((message) => signOf(message, asStored))
  const known = knownIn(stored)
  const anchor = anchorOf(signs, known.signs)
  if (!anchor) return said.slice(signs.length === 1 && known.waiting === signs[0] ? 1 : 0)
  const after = known.signs.slice(anchor.known + 1)
  const from = anchor.sent + 1 + alsoKnown(signs.slice(anchor.sent + 1), after)
  // Tools that ran side by side come back in any order.
  return said.filter(
    (message, at) => at >= from && !(message.role === 'tool' && after.includes(signs[at] ?? '')),
  )
}

/** A result each: one may be stored while the others are not. */
const single = (message: Message): readonly Message[] =>
  message.role === 'tool'
    ? message.content.map((result): ToolMessage => ({ role: 'tool', content: [result] }))
    : [message]

/** By what a message is recognised. Thoughts and options come back otherwise than they went; words and ids do not. */
function signOf(message: Message, asStored: AsStored): string {
  if (message.role === 'tool') return JSON.stringify(['tool', message.content[0]?.toolCallId])
  const { role, content } = message
  const words =
    typeof content === 'string' ? content : content.map((part) => (isText(part) ? part.text : '')).join('')
  const calls = callsIn(message).map(({ toolCallId }) => toolCallId)
  const files = typeof content === 'string' ? 0 : content.filter(isFile).length
  return JSON.stringify([role, asStored(words).trim(), calls, files])
}

const isFile = ({ type }: { readonly type: string }): boolean => type === 'file' || type === 'image'

interface Known {
  readonly signs: readonly string[]
  /** The last message that has no whole answer: a call that failed or was stopped is made again. */
  readonly waiting: string | undefined
}

function knownIn(stored: readonly StoredMessage[]): Known {
  const asItIs: AsStored = (text) => text
  const all = stored
    .filter(({ message }) => message.role !== 'system')
    .flatMap(({ message, partial }) => single(message).map((one) => ({ sign: signOf(one, asItIs), partial })))
  return { signs: all.map(({ sign }) => sign), waiting: all.findLast(({ partial }) => !partial)?.sign }
}

interface Anchor {
  readonly sent: number
  readonly known: number
}

/** The last message but one that is known; where it was said more than once, where most before it is the same too. */
function anchorOf(signs: readonly string[], known: readonly string[]): Anchor | undefined {
  const places = new Map<string | undefined, number[]>()
  for (const [at, sign] of known.entries()) {
    const found = places.get(sign)
    if (found) found.push(at)
    else places.set(sign, [at])
  }
  for (let sent = signs.length - 2; sent >= 0; sent -= 1) {
    const found = places.get(signs[sent])
    if (found) return { sent, known: likeliest(found, (at) => alike(signs, sent, known, at)) }
  }
  return undefined
}

function likeliest(places: readonly number[], likeness: (at: number) => number): number {
  let best = { at: 0, likeness: 0 }
  for (const at of places) {
    const found = likeness(at)
    if (found >= best.likeness) best = { at, likeness: found } // of equals the last
  }
  return best.at
}

/** Further back nobody needs to look to tell two places apart. */
const MOST_ALIKE = 50

function alike(...[signs, sent, known, at]: [readonly string[], number, readonly string[], number]): number {
  let count = 0
  while (count < MOST_ALIKE && sent >= count && at >= count && signs[sent - count] === known[at - count])
    count += 1
  return count
}

/** How many of these are there already, in this order, with or without others between them. */
function alsoKnown(signs: readonly string[], known: readonly string[]): number {
  let from = 0
  for (const [count, sign] of signs.entries()) {
    const at = known.indexOf(sign, from)
    if (at < 0) return count
    from = at + 1
  }
  return signs.length
}

/**
 * The messages as the program holds them, where they are the same: with the secrets that the log does not keep, and
 * with what a provider wants to have back untouched. What is cut stays cut.
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
