import type { Compaction } from '../app/context/compact-messages.ts'
import type { Style } from '../cli/out.ts'
import { shortId } from '../cli/present/session.ts'
import { plain } from '../cli/terminal-safe.ts'
import type { RunningSession } from '../library/running-session.ts'
import { type StoredMessage, textOf } from '../message/message.ts'
import { ago, countText } from '../text/time.ts'
import { oneLine, truncateLine, truncateStart } from '../text/truncate.ts'
import { promptsIn } from './chat.ts'
import type { ModelFailure } from './model-failure.ts'

const MAX_TOPIC = 60

export const topic = (text: string): string => JSON.stringify(truncateLine(plain(text), MAX_TOPIC))

/** The first lines of a chat: whether the session is new or continued, and what is unusual about it. */
export function greeting(session: RunningSession, messages: readonly StoredMessage[], style: Style): string {
  const { id, started, recovered, sharedWith } = session
  const name = style.cyan(shortId(id))
  const called = started.session.name === undefined ? '' : ` (${plain(started.session.name)})`
  const last = messages.at(-1)
  if (!last) return `Session ${name}${called} started in ${plain(started.session.project.name)}.`
  const prompt = promptsIn(messages).at(-1)
  const about = prompt ? ` about ${topic(textOf(prompt.message))}` : ''
  return [
    `Continuing session ${name}${called}: ${countText(messages.length, 'message')}, last ${ago(Date.now() - last.at)}${about}.`,
    ...(recovered === undefined ? [] : [`${style.yellow('Recovered')} after a crash: ${plain(recovered)}.`]),
    ...warningsFor(last).map((text) => style.yellow(text)),
    ...(sharedWith ? [style.yellow(sharedText(sharedWith.pid))] : []),
  ].join('\n')
}

/** Warns about an unanswered prompt or an incomplete answer. */
function warningsFor({ partial, message }: StoredMessage): string[] {
  if (message.role === 'user') return ['The last prompt has no answer. Type /retry to ask again.']
  if (!partial) return []
  return [`The last answer is incomplete. It ends with ${topic(tail(textOf(message)))}.`]
}

const tail = (text: string): string => truncateStart(oneLine(text), MAX_TOPIC)

const sharedText = (pid: number): string =>
  `Process ${pid} also uses this session. Messages from both are stored in order of arrival.`

export const helpHint = (model: string, style: Style): string =>
  style.dim(`${model}   /help for commands, Ctrl-C stops an answer, Ctrl-D quits`)

export const farewell = ({ id, sharedWith }: RunningSession, style: Style): string =>
  style.dim(`${sharedWith ? 'Left' : 'Saved'} session ${shortId(id)}. Continue it with: leftoff chat`)

export const failureText = ({ message, fix }: ModelFailure, style: Style): string =>
  `${style.red('No answer:')} ${plain(message)}   ${style.bold('fix:')} ${plain(fix)}`

/** Messages that another process added to the session. */
export function missedText(missed: readonly StoredMessage[], style: Style): string | undefined {
  const conversation = missed.filter(({ message }) => message.role === 'user' || message.role === 'assistant')
  if (conversation.length === 0) return undefined
  const lines = conversation.map(
    ({ message }) => `  ${message.role}: ${truncateLine(plain(textOf(message)), 100)}`,
  )
  return style.yellow(['New messages from another window, included in the context:', ...lines].join('\n'))
}

export function compactedText({ tokensBefore, tokensAfter, by, modelFailed }: Compaction): string {
  const why = modelFailed === undefined ? '' : ` because the model failed (${plain(modelFailed)})`
  return `Summarized older messages by ${by === 'rules' ? 'rules' : plain(by)}${why}: ${tokensBefore} to ${tokensAfter} tokens. The log keeps everything; /compact undo restores them.`
}

/** Lists names and statements that a summary no longer mentions. */
export function lostText({ dropped }: Compaction): string | undefined {
  const kinds = ['decisions', 'errors', 'files', 'names'] as const
  const lost = kinds.flatMap((kind) => {
    const { count, some } = dropped[kind]
    const first = [
      ...some.map((one) => truncateLine(plain(one), MAX_TOPIC)),
      ...(count > some.length ? ['...'] : []),
    ]
    return count === 0 ? [] : [`${countText(count, kind.slice(0, -1))} (${first.join(', ')})`]
  })
  return lost.length === 0 ? undefined : `No longer mentioned: ${lost.join('; ')}.`
}

/** The start of an escape sequence or surrogate pair that may continue in the next chunk. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches the escape character
const UNFINISHED = /(?:\x1b(?:\[[0-?]{0,32}[ -/]{0,8}|[\]PX^_][^\x07\x1b]{0,512}\x1b?)?|[\ud800-\udbff])$/

/** Makes streamed text safe for a terminal, including escape sequences that are split between chunks. */
export class SafeTextStream {
  #pending = ''

  write(chunk: string): string {
    const text = this.#pending + chunk
    const from = text.search(UNFINISHED)
    this.#pending = from < 0 ? '' : text.slice(from)
    return plain(from < 0 ? text : text.slice(0, from))
  }

  flush(): string {
    const text = plain(this.#pending)
    this.#pending = ''
    return text
  }
}
