import type { ChatModule, ChatOptions } from '../cli/commands/chat.ts'
import type { Out } from '../cli/out.ts'
import { openSessions, type Sessions, type StartOptions } from '../library/open-sessions.ts'
import type { RunningSession } from '../library/running-session.ts'
import { Problem, type ProblemDetails } from '../problem.ts'
import { answer } from './answer.ts'
import { ChatState } from './chat.ts'
import { AGENT } from './commands/sessions.ts'
import { Keyboard } from './keyboard.ts'
import { type ChosenModel, chosenModel, summaryModel } from './models.ts'
import { runTerminalChat } from './terminal.ts'
import { farewell, greeting, helpHint, SafeTextStream } from './text.ts'

/** `leftoff chat`, in its own bundle because of the provider SDKs. */
export const chat: ChatModule['chat'] = async (ask): Promise<ProblemDetails | undefined> => {
  try {
    // The user cannot act on SDK warnings.
    Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
    await runChat(ask)
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, message, where, fix, outcome } = error
    return { code, message, fix, outcome, ...(where !== undefined && { where }) }
  }
}

/** Checks model and prompt before it opens a session. */
async function runChat(ask: ChatOptions): Promise<void> {
  const model = modelNamed(ask, ask.model ?? ask.settings['chat.model'])
  const summarizer = ask.summaryModel === undefined ? undefined : modelNamed(ask, ask.summaryModel)
  const isAtTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true && !ask.json
  const prompt = isAtTerminal ? '' : await readPrompt(ask.out)
  const sessions = await openSessions({ project: ask.project })
  const options = { agent: AGENT, ...(summarizer && { compaction: { summarise: summaryModel(summarizer) } }) }
  try {
    const session = await sessionFor(sessions, ask, options)
    const budget = ask.budget ?? ask.settings['chat.budget']
    const parts = { sessions, session, options, model, budget, out: ask.out }
    await (isAtTerminal ? interactive(parts) : piped(parts, { json: ask.json, prompt }))
  } finally {
    await sessions.close()
  }
}

const modelNamed = ({ settings, env }: ChatOptions, named: string): ChosenModel =>
  chosenModel({ named, url: settings['chat.url'], env })

async function sessionFor(
  sessions: Sessions,
  ask: ChatOptions,
  options: StartOptions,
): Promise<RunningSession> {
  if (ask.resume !== undefined) return sessions.resume(await ownId(sessions, ask.resume), options)
  const session = await (ask.newSession ? sessions.start(options) : sessions.resumeOrStart(options))
  const isNew = (await session.messages({ last: 1 })).length === 0
  if (isNew) await session.add({ role: 'system', content: instruction(session.started.session.project.name) })
  return session
}

const instruction = (project: string): string =>
  `You are talking with a developer in a terminal about the project ${project}. You have no tools: you cannot read files or run commands, so ask for what you need. Answer briefly, in plain text.`

/** Chat continues only its own sessions; for another agent's session it needs a branch. */
async function ownId(sessions: Sessions, named: string): Promise<string> {
  const { id, agent } = await sessions.find(named)
  if (agent === AGENT) return id
  throw new Problem({
    code: 'session-of-another',
    message: `session ${id} belongs to ${agent}`,
    fix: `continue it in a branch: leftoff session branch ${id} --agent ${AGENT}, then leftoff chat`,
    outcome: 'usage',
  })
}

type PartsWithoutInput = Omit<ConstructorParameters<typeof ChatState>[0], 'askLine'>

async function interactive(parts: PartsWithoutInput): Promise<void> {
  const keyboard = new Keyboard(process.stdin, process.stdout)
  const askLine = async (prompt: string): Promise<string> => {
    const input = await keyboard.line(prompt)
    return input.kind === 'line' ? input.text : ''
  }
  const chat = new ChatState({ ...parts, askLine })
  const { style } = chat.out
  try {
    chat.out.print(greeting(chat.session, await chat.loadHistory(), style))
    chat.out.print(`${helpHint(chat.model.name, style)}\n`)
    await runTerminalChat(chat, keyboard)
    chat.out.print(farewell(chat.session, style))
  } finally {
    keyboard.close()
    await chat.end()
  }
}

async function piped(
  parts: PartsWithoutInput,
  input: { readonly json: boolean; readonly prompt: string },
): Promise<void> {
  const chat = new ChatState({ ...parts, askLine: async () => '' })
  try {
    if (!input.json) chat.out.talk(greeting(chat.session, await chat.loadHistory(), chat.out.style))
    await answerPrompt(chat, input)
  } finally {
    await chat.end()
  }
}

/** Sends one prompt from standard input and prints the answer as it streams, or as JSON at the end. */
async function answerPrompt(
  chat: ChatState,
  { json, prompt }: { readonly json: boolean; readonly prompt: string },
): Promise<void> {
  const { session, model, budget, out } = chat
  const stream = new SafeTextStream()
  await session.add({ role: 'user', content: prompt })
  const onText = json ? () => {} : (text: string) => out.piece(stream.write(text))
  const { signal } = new AbortController()
  const result = await answer(session, { model, budget, signal, onText })
  if (result.text !== '' && !json) out.print(stream.flush())
  if (result.kind === 'failed') throw unansweredProblem(result.failure)
  const { text, usage, context } = result
  const { tokens, leftOut, cut } = context
  if (json)
    out.json({
      session: session.id,
      model: model.name,
      answer: text,
      ...usage,
      context: { tokens, leftOut, cut },
    })
}

async function readPrompt(out: Out): Promise<string> {
  if (process.stdin.isTTY) out.talk('Type your prompt and press Ctrl-D.')
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk))
  const prompt = Buffer.concat(chunks).toString('utf8').trim()
  if (prompt !== '') return prompt
  throw new Problem({
    code: 'prompt-empty',
    message: 'no prompt on standard input',
    fix: 'run echo "your prompt" | leftoff chat, or run leftoff chat in a terminal',
    outcome: 'usage',
  })
}

const unansweredProblem = ({ message, fix }: { readonly message: string; readonly fix: string }): Problem =>
  new Problem({ code: 'chat-unanswered', message, fix: fix.replaceAll('/retry', 'try again') })
