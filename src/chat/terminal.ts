import { plain } from '../cli/terminal-safe.ts'
import type { Added } from '../library/message-writer.ts'
import { Problem } from '../problem.ts'
import { answer, type ChatAnswer } from './answer.ts'
import type { ChatState } from './chat.ts'
import { COMMANDS } from './commands/index.ts'
import type { Keyboard } from './keyboard.ts'
import { compactedText, failureText, missedText, SafeTextStream } from './text.ts'

type NextStep = 'ask' | 'leave' | undefined

/** Reads prompts and prints answers until the user quits. */
export async function runTerminalChat(chat: ChatState, keyboard: Keyboard): Promise<void> {
  for (;;) {
    const entered = await keyboard.line(chat.out.style.bold('> '), chat.history)
    if (entered.kind === 'leave') return chat.out.print('')
    if (entered.text.trim() === '') continue
    const next = await catchProblem(chat, () => handleInput(chat, entered.text))
    const end = next === 'ask' ? await catchProblem(chat, () => streamAnswer(chat, keyboard)) : next
    if (end === 'leave') return
    chat.out.print('')
  }
}

/** Runs a slash command; other text, such as a path, is a prompt. */
async function handleInput(chat: ChatState, text: string): Promise<NextStep> {
  const [, name, rest = ''] = /^\/([a-z]+)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? []
  if (name === undefined) return addPrompt(chat, text)
  const command = COMMANDS.get(name)
  if (command) return command.run(chat, rest.trim())
  chat.out.print(`Unknown command /${name}. Type /help for a list.`)
  return undefined
}

async function addPrompt(chat: ChatState, text: string): Promise<NextStep> {
  const added = await chat.session.add({ role: 'user', content: text })
  chat.history = [text, ...chat.history]
  reportSideEffects(chat, added)
  return 'ask'
}

/** Streams the answer. The first Ctrl-C stops it, the second quits. */
async function streamAnswer(chat: ChatState, keyboard: Keyboard): Promise<NextStep> {
  const stopping = new AbortController()
  let stops = 0
  keyboard.onStop = () => {
    stops += 1
    stopping.abort()
  }
  const stream = new SafeTextStream()
  chat.out.progress('...')
  let isFirst = true
  const onText = (text: string): void => {
    if (isFirst) chat.out.progress('')
    isFirst = false
    chat.out.piece(stream.write(text))
  }
  const { model, budget } = chat
  const result = await answer(chat.session, { model, budget, signal: stopping.signal, onText })
  keyboard.onStop = () => {}
  if (isFirst) chat.out.progress('')
  else chat.out.print(stream.flush())
  reportEnd(chat, result)
  return stops > 1 ? 'leave' : undefined
}

function reportEnd(chat: ChatState, result: ChatAnswer): void {
  const { out } = chat
  if (result.kind === 'stopped')
    out.talk(
      out.style.yellow(
        result.added ? 'Stopped. The partial answer is kept.' : 'Stopped before the answer started.',
      ),
    )
  if (result.kind === 'failed') {
    if (result.added) out.talk(out.style.yellow('The partial answer is kept.'))
    out.talk(failureText(result.failure, out.style))
  }
  if (result.added) reportSideEffects(chat, result.added)
}

/** Reports compactions and messages from other processes. */
function reportSideEffects({ out }: ChatState, { missed, compacted }: Added): void {
  const others = missedText(missed, out.style)
  if (others) out.talk(others)
  if (compacted) out.talk(out.style.dim(compactedText(compacted)))
}

/** Prevents an error in one prompt from ending the chat. */
async function catchProblem(chat: ChatState, work: () => Promise<NextStep>): Promise<NextStep> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { style } = chat.out
    chat.out.talk(`${style.red(`error[${error.code}]`)}: ${plain(error.message)}\n  fix: ${plain(error.fix)}`)
    return undefined
  }
}
