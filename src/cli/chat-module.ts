import type { Settings } from '../app/settings.ts'
import type { Environment } from '../host/paths.ts'
import type { ProblemDetails } from '../problem.ts'
import type { Out } from './out.ts'

export interface ChatOptions {
  readonly env: Environment
  readonly out: Out
  readonly settings: Pick<Settings, 'chat.model' | 'chat.url' | 'chat.budget'>
  /** Directory of the project. */
  readonly project: string
  readonly newSession: boolean
  readonly resume?: string | undefined
  readonly model?: string | undefined
  readonly summaryModel?: string | undefined
  readonly budget?: number | undefined
  readonly json: boolean
}

/** The interface of the chat bundle, which is separate so that no other command loads the provider SDKs. */
export interface ChatModule {
  /** Returns errors as data, because `instanceof Problem` does not work across bundles. */
  chat(ask: ChatOptions): Promise<ProblemDetails | undefined>
}
