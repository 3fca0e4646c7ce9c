import type { Compaction } from '../app/context/compact.ts'
import type { Style } from '../cli/out.ts'
import { shortId } from '../cli/present/session.ts'
import { plain } from '../cli/terminal-safe.ts'
import type { RunningSession } from '../library/running-session.ts'
import { type StoredMessage, textOf } from '../message/message.ts'
import { ago, counted } from '../text/time.ts'
import { oneLine, truncateLine, truncateStart } from '../text/truncate.ts'
import { promptsIn } from './talk.ts'
import type { Trouble } from './trouble.ts'

const MOST_TOPIC = 60

export const topic = (text: string, most = MOST_TOPIC): string =>
  JSON.stringify(truncateLine(plain(text), most))

/** One line for a session that begins or goes on, and one more where something happened to it. */
export function greeting(session: RunningSession, messages: readonly StoredMessage[], style: Style): string {
  const { id, started, recovered, sharedWith } = session
  const name = style.cyan(shortId(id))
  const called = started.session.name === undefined ? '' : ` (${plain(started.session.name)})`
  const last = messages.at(-1)
  if (!last) return `Session ${name}${called} in ${plain(started.session.project.name)} begins.`
  const prompt = promptsIn(messages).at(-1)
  const about = prompt ? `, last about ${topic(textOf(prompt.message))}` : ''
  return [
    `Session ${name}${called} goes on: ${counted(messages.length, 'message')}, the last one ${ago(Date.now() - last.at)}${about}.`,
    ...(recovered === undefined
      ? []
      : [`${style.yellow('It had crashed')} and is recovered: ${plain(recovered)}.`]),
    ...standing(last).map((text) => style.yellow(text)),
    ...(sharedWith ? [style.yellow(sharedWords(sharedWith.pid))] : []),
  ].join('\n')
}

/** How the last message leaves things. */
function standing({ partial, message }: StoredMessage): string[] {
  if (message.role === 'user') return ['The last prompt has no answer: /retry asks again.']
  if (!partial) return []
  return [`The last answer is a part only, and kept: it ends ${topic(tail(textOf(message)))}.`]
}

const tail = (text: string): string => truncateStart(oneLine(text), MOST_TOPIC)

const sharedWords = (pid: number): string =>
  `Process ${pid} is in this session, too: what both say is kept, in the order in which it comes.`

export const helpHint = (model: string, style: Style): string =>
  style.dim(`${model}   /help lists the commands, Ctrl-C stops an answer, Ctrl-D leaves`)

export const farewell = ({ id, sharedWith }: RunningSession, style: Style): string =>
  style.dim(`Session ${shortId(id)} is ${sharedWith ? 'left' : 'kept'}: leftoff chat goes on with it.`)

export const troubleText = ({ message, fix }: Trouble, style: Style): string =>
  `${style.red('No answer:')} ${plain(message)}   ${style.bold('fix:')} ${plain(fix)}`

/** What another process said in the same session meanwhile. */
export function missedText(missed: readonly StoredMessage[], style: Style): string | undefined {
  const said = missed.filter(({ message }) => message.role === 'user' || message.role === 'assistant')
  if (said.length === 0) return undefined
  const lines = said.map(({ message }) => `  ${message.role}: ${truncateLine(plain(textOf(message)), 100)}`)
  return style.yellow(['Said in another window meanwhile, and known to the model:', ...lines].join('\n'))
}

export function compactedText({ tokensBefore, tokensAfter, by, modelFailed }: Compaction): string {
  const why = modelFailed === undefined ? '' : `, because the model did not (${plain(modelFailed)})`
  return `The older messages are summed up by ${by === 'rules' ? 'rules' : plain(by)}${why}: ${tokensBefore} tokens became ${tokensAfter}. All of it stays in the log; /compact undo takes it back.`
}

/** What a summary no longer mentions. */
export function lostText({ dropped }: Compaction): string | undefined {
  const kinds = ['decisions', 'errors', 'files', 'names'] as const
  const lost = kinds.flatMap((kind) => {
    const { count, some } = dropped[kind]
    const first = [
      ...some.map((one) => truncateLine(plain(one), MOST_TOPIC)),
      ...(count > some.length ? ['...'] : []),
    ]
    return count === 0 ? [] : [`${counted(count, kind.slice(0, -1))} (${first.join(', ')})`]
  })
  return lost.length === 0 ? undefined : `No longer mentioned: ${lost.join('; ')}.`
}
