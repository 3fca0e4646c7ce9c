import type { Out } from '../cli/out.ts'
import { evidenceOf } from '../host/process.ts'
import type { ResumeOptions, Sessions } from '../library/open-sessions.ts'
import type { RunningSession } from '../library/running-session.ts'
import { type StoredMessage, textOf } from '../message/message.ts'
import type { ChosenModel } from './models.ts'

export interface ChatParts {
  readonly sessions: Sessions
  readonly session: RunningSession
  /** What every session is opened with. */
  readonly options: ResumeOptions
  readonly model: ChosenModel
  readonly budget: number
  readonly out: Out
  /** Asks for one line. */
  readonly askLine: (prompt: string) => Promise<string>
}

/** A person, a model and the session that they are in, which may become another one. */
export class Chat {
  readonly sessions: Sessions
  readonly options: ResumeOptions
  readonly model: ChosenModel
  readonly budget: number
  readonly out: Out
  readonly askLine: (prompt: string) => Promise<string>
  /** What was asked before, the last first. */
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

  /** Goes on in another session. The one before is over as far as this process is concerned. */
  async goOnIn(next: RunningSession): Promise<readonly StoredMessage[]> {
    const before = this.#session
    this.#session = next
    await ended(before)
    return this.recall()
  }

  /** What was said until now, and with it what can be asked again. */
  async recall(): Promise<readonly StoredMessage[]> {
    const messages = (await this.#session.messages()).filter(({ message }) => message.role !== 'system')
    this.history = promptsIn(messages)
      .map(({ message }) => textOf(message))
      .toReversed()
    return messages
  }

  end(): Promise<void> {
    return ended(this.#session)
  }
}

export const promptsIn = (messages: readonly StoredMessage[]): readonly StoredMessage[] =>
  messages.filter(({ message }) => message.role === 'user')

/** Another process that is at work in a session goes on with it. */
async function ended(session: RunningSession): Promise<void> {
  if (session.sharedWith && evidenceOf(session.sharedWith) === 'alive') return
  await session.end()
}
