import { plain } from '../cli/terminal-safe.ts'
import type { Added } from '../library/message-writer.ts'
import { Problem } from '../problem.ts'
import { type Answer, answer } from './answer.ts'
import type { Chat } from './chat.ts'
import { COMMANDS } from './commands/index.ts'
import type { Keyboard } from './keyboard.ts'
import { SafeTextStream } from './safe-text-stream.ts'
import { compactedText, failureText, missedText } from './text.ts'

type Next = 'ask' | 'leave' | undefined

/** Reads prompts and prints answers until the user quits. */
export async function runTerminalChat(talk: Chat, keyboard: Keyboard): Promise<void> {
  for (;;) {
    const entered = await keyboard.line(talk.out.style.bold('> '), talk.history)
    if (entered.kind === 'leave') return talk.out.print('')
    if (entered.text.trim() === '') continue
    const next = await catchProblem(talk, () => handleInput(talk, entered.text))
    const end = next === 'ask' ? await catchProblem(talk, () => streamAnswer(talk, keyboard)) : next
    if (end === 'leave') return
    talk.out.print('')
  }
}

/** Runs a slash command; other text, such as a path, is a prompt. */
async function handleInput(talk: Chat, text: string): Promise<Next> {
  const [, name, rest = ''] = /^\/([a-z]+)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? []
  if (name === undefined) return addPrompt(talk, text)
  const command = COMMANDS.get(name)
  if (command) return command.run(talk, rest.trim())
  talk.out.print(`Unknown command /${name}. Type /help for a list.`)
  return undefined
}

async function addPrompt(talk: Chat, text: string): Promise<Next> {
  const added = await talk.session.add({ role: 'user', content: text })
  talk.history = [text, ...talk.history]
  tellOf(talk, added)
  return 'ask'
}

/** Streams the answer. The first Ctrl-C stops it, the second quits. */
async function streamAnswer(talk: Chat, keyboard: Keyboard): Promise<Next> {
  const stopping = new AbortController()
  let stops = 0
  keyboard.onStop = () => {
    stops += 1
    stopping.abort()
  }
  const flow = new SafeTextStream()
  talk.out.progress('...')
  let isFirst = true
  const onText = (text: string): void => {
    if (isFirst) talk.out.progress('')
    isFirst = false
    talk.out.piece(flow.take(text))
  }
  const { model, budget } = talk
  const came = await answer(talk.session, { model, budget, signal: stopping.signal, onText })
  keyboard.onStop = () => {}
  if (isFirst) talk.out.progress('')
  else talk.out.print(flow.rest())
  tellEnd(talk, came)
  return stops > 1 ? 'leave' : undefined
}

function tellEnd(talk: Chat, came: Answer): void {
  const { out } = talk
  if (came.kind === 'stopped')
    out.talk(
      out.style.yellow(
        came.added ? 'Stopped. The partial answer is kept.' : 'Stopped before the answer started.',
      ),
    )
  if (came.kind === 'failed') {
    if (came.added) out.talk(out.style.yellow('The partial answer is kept.'))
    out.talk(failureText(came.trouble, out.style))
  }
  if (came.added) tellOf(talk, came.added)
}

/** Reports messages of other processes and compactions. */
function tellOf({ out }: Chat, { missed, compacted }: Added): void {
  const others = missedText(missed, out.style)
  if (others) out.talk(others)
  if (compacted) out.talk(out.style.dim(compactedText(compacted)))
}

/** An error in one prompt does not end the chat. */
async function catchProblem(talk: Chat, work: () => Promise<Next>): Promise<Next> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { style } = talk.out
    talk.out.talk(`${style.red(`error[${error.code}]`)}: ${plain(error.message)}\n  fix: ${plain(error.fix)}`)
    return undefined
  }
}
