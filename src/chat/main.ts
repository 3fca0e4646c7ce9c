import type { ChatModule, ChatOptions } from '../cli/chat-part.ts'
import { openSessions, type Sessions, type StartOptions } from '../library/open-sessions.ts'
import type { RunningSession } from '../library/running-session.ts'
import { Problem, type ProblemDetails } from '../problem.ts'
import { AGENT } from './commands/sessions.ts'
import { Keyboard } from './keyboard.ts'
import { type ChosenModel, chosenModel } from './models.ts'
import { onePrompt, toldPrompt } from './one-prompt.ts'
import { summaryModel } from './summary-model.ts'
import { Talk } from './talk.ts'
import { talkAtTerminal } from './terminal.ts'
import { farewell, greeting, helpHint } from './words.ts'

/** `leftoff chat`, in its own bundle because of the provider SDKs. */
export const chat: ChatModule['chat'] = async (ask): Promise<ProblemDetails | undefined> => {
  try {
    // Warnings of the SDK are not for the user.
    Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
    await talked(ask)
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, message, where, fix, outcome } = error
    return { code, message, fix, outcome, ...(where !== undefined && { where }) }
  }
}

/** Checks model and prompt before it opens a session. */
async function talked(ask: ChatOptions): Promise<void> {
  const model = modelNamed(ask, ask.model ?? ask.settings['chat.model'])
  const summing = ask.summaryModel === undefined ? undefined : modelNamed(ask, ask.summaryModel)
  const isAtTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true && !ask.json
  const prompt = isAtTerminal ? '' : await toldPrompt(ask.out)
  const sessions = await openSessions({ project: ask.project })
  const options = { agent: AGENT, ...(summing && { compaction: { summarise: summaryModel(summing) } }) }
  try {
    const session = await sessionFor(sessions, ask, options)
    const budget = ask.budget ?? ask.settings['chat.budget']
    const talking = { sessions, session, options, model, budget, out: ask.out }
    await (isAtTerminal ? interactive(talking) : piped(talking, { json: ask.json, prompt }))
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

type Talking = Omit<ConstructorParameters<typeof Talk>[0], 'askLine'>

async function interactive(talking: Talking): Promise<void> {
  const keyboard = new Keyboard(process.stdin, process.stdout)
  const askLine = async (prompt: string): Promise<string> => {
    const entered = await keyboard.line(prompt)
    return entered.kind === 'line' ? entered.text : ''
  }
  const talk = new Talk({ ...talking, askLine })
  const { style } = talk.out
  try {
    talk.out.print(greeting(talk.session, await talk.recall(), style))
    talk.out.print(`${helpHint(talk.model.name, style)}\n`)
    await talkAtTerminal(talk, keyboard)
    talk.out.print(farewell(talk.session, style))
  } finally {
    keyboard.close()
    await talk.end()
  }
}

async function piped(
  talking: Talking,
  given: { readonly json: boolean; readonly prompt: string },
): Promise<void> {
  const talk = new Talk({ ...talking, askLine: async () => '' })
  try {
    if (!given.json) talk.out.talk(greeting(talk.session, await talk.recall(), talk.out.style))
    await onePrompt(talk, given)
  } finally {
    await talk.end()
  }
}
