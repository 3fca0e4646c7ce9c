import type { Settings } from '../app/settings.ts'
import type { Environment } from '../host/paths.ts'
import type { ProblemDetails } from '../problem.ts'
import type { Out } from './out.ts'

export interface ChatOptions {
  readonly env: Environment
  readonly out: Out
  readonly settings: Pick<Settings, 'chat.model' | 'chat.url' | 'chat.budget'>
  /** The folder whose project the session belongs to. */
  readonly project: string
  readonly newSession: boolean
  readonly resume?: string | undefined
  readonly model?: string | undefined
  readonly summaryModel?: string | undefined
  readonly budget?: number | undefined
  readonly json: boolean
}

/** A part of its own, because of what it brings along: no other command loads it. */
export interface ChatModule {
  /** Answers what went wrong: the class of an error does not survive the way between two parts. */
  chat(ask: ChatOptions): Promise<ProblemDetails | undefined>
}
