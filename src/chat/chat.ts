import type { Out } from '../cli/out.ts'
import { evidenceOf } from '../host/process.ts'
import type { ResumeOptions, Sessions } from '../library/open-sessions.ts'
import type { RunningSession } from '../library/running-session.ts'
import { type StoredMessage, textOf } from '../message/message.ts'
import type { ChosenModel } from './models.ts'

interface ChatParts {
  readonly sessions: Sessions
  readonly session: RunningSession
  /** Options for every session that the chat opens. */
  readonly options: ResumeOptions
  readonly model: ChosenModel
  readonly budget: number
  readonly out: Out
  /** Reads one line from the user. */
  readonly askLine: (prompt: string) => Promise<string>
}

/** The state of a running chat. The user can switch its session. */
export class ChatState {
  readonly sessions: Sessions
  readonly options: ResumeOptions
  readonly model: ChosenModel
  readonly budget: number
  readonly out: Out
  readonly askLine: (prompt: string) => Promise<string>
  /** Earlier prompts, newest first. */
  history: readonly string[] = []
  #session: RunningSession

  constructor({ sessions, session, options, model, budget, out, askLine }: ChatParts) {
    this.sessions = sessions
    this.options = options
    this.#session = session
    this.model = model
    this.budget = budget
    this.out = out
    this.askLine = askLine
  }

  get session(): RunningSession {
    return this.#session
  }

  /** Switches to another session and ends the current one. */
  async switchTo(next: RunningSession): Promise<readonly StoredMessage[]> {
    const before = this.#session
    this.#session = next
    await endUnlessShared(before)
    return this.loadHistory()
  }

  /** Loads the session messages and the prompt history. */
  async loadHistory(): Promise<readonly StoredMessage[]> {
    const messages = (await this.#session.messages()).filter(({ message }) => message.role !== 'system')
    this.history = promptsIn(messages)
      .map(({ message }) => textOf(message))
      .toReversed()
    return messages
  }

  end(): Promise<void> {
    return endUnlessShared(this.#session)
  }
}

export const promptsIn = (messages: readonly StoredMessage[]): readonly StoredMessage[] =>
  messages.filter(({ message }) => message.role === 'user')

/** Another process may still use the session. */
async function endUnlessShared(session: RunningSession): Promise<void> {
  if (session.sharedWith && evidenceOf(session.sharedWith) === 'alive') return
  await session.end()
}

/** A slash command. */
export interface ChatCommand {
  readonly usage: string
  readonly about: string
  /** `rest` is the text after the name. Returns 'ask' to request an answer, 'leave' to quit. */
  run(chat: ChatState, rest: string): Promise<'ask' | 'leave' | undefined>
}
