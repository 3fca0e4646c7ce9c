import { resolve } from 'node:path'
import { buildCommand } from '@stricli/core'
import type { Settings } from '../../app/settings.ts'
import { loadPackage } from '../../host/lazy-packages.ts'
import type { Environment } from '../../host/paths.ts'
import { Problem, type ProblemDetails } from '../../problem.ts'
import type { CliContext } from '../context.ts'
import { countFlag, jsonFlag, modelName, switchFlag, textFlag } from '../flags.ts'
import type { Out } from '../out.ts'

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

interface ChatFlags {
  readonly newSession: boolean
  readonly resume?: string
  readonly model?: string
  readonly summaryModel?: string
  readonly budget?: number
  readonly project?: string
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Chat with a model in a session that leftoff records',
    fullDescription:
      'Continues the last leftoff chat session in this project, or starts one. The model is --model or the chat.model setting: anthropic/NAME, openai/NAME, google/NAME, or compatible/NAME for an OpenAI-compatible API at the URL in the chat.url setting. API keys are read from ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY, and LEFTOFF_CHAT_KEY for compatible/NAME. Type /help for the commands. Ctrl-C stops an answer and keeps the partial text; Ctrl-C again, Ctrl-D or /exit quits. If standard input is not a terminal, all of it is read as one prompt and the answer is printed.',
  },
  parameters: {
    flags: {
      newSession: switchFlag('Start a new session'),
      resume: textFlag('Continue this session', 'ID'),
      model: {
        kind: 'parsed',
        parse: (input: string) => modelName(input, '--model'),
        brief: 'Model to use (default: the chat.model setting)',
        placeholder: 'PROVIDER/NAME',
        optional: true,
      },
      summaryModel: {
        kind: 'parsed',
        parse: (input: string) => modelName(input, '--summary-model'),
        brief: 'Model that summarizes older messages (default: rule-based summary)',
        placeholder: 'PROVIDER/NAME',
        optional: true,
      },
      budget: countFlag('--budget', 'Maximum number of context tokens (default: the chat.budget setting)'),
      project: textFlag('Project directory (default: current directory)', 'DIR'),
      json: jsonFlag,
    },
  },
  async func(this: CliContext, flags: ChatFlags) {
    if (flags.newSession && flags.resume !== undefined) throw conflictingFlags()
    const { env, out } = this
    const project = resolve(this.directory, flags.project ?? '.')
    const part = loadPackage<ChatModule>('./chat.cjs', './chat.cjs')
    const problem = await part.chat({ ...flags, env, out, project, settings: this.values() })
    if (problem) throw new Problem(problem)
  },
})

const conflictingFlags = (): Problem =>
  new Problem({
    code: 'usage',
    message: '--new-session and --resume cannot be combined',
    fix: 'use one of them',
    outcome: 'usage',
  })
