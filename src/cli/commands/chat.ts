import { resolve } from 'node:path'
import { buildCommand } from '@stricli/core'
import { beside } from '../../host/beside.ts'
import { Problem } from '../../problem.ts'
import type { ChatPart } from '../chat-part.ts'
import type { Context } from '../context.ts'
import { count, jsonFlag, modelName, text } from '../flags.ts'

interface Flags {
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
    brief: 'Talk to a model, in a session that goes on where it was left',
    fullDescription:
      'Goes on with the last session of leftoff chat in this project, or begins one. The model is --model, else the setting chat.model: anthropic/NAME, openai/NAME, google/NAME, or compatible/NAME for whatever serves the API of OpenAI at the setting chat.url. Keys come from ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY, and for compatible/NAME from LEFTOFF_CHAT_KEY where it needs one. /help lists what can be typed. Ctrl-C stops an answer and keeps what came of it; Ctrl-C again, Ctrl-D or /exit leaves. Where standard input is no terminal, all of it is one prompt, and the answer is printed.',
  },
  parameters: {
    flags: {
      newSession: {
        kind: 'boolean',
        brief: 'Begin a new session',
        default: false,
        withNegated: false,
      },
      resume: {
        kind: 'parsed',
        parse: text,
        brief: 'Go on with this session',
        placeholder: 'ID',
        optional: true,
      },
      model: {
        kind: 'parsed',
        parse: (input: string) => modelName(input, '--model'),
        brief: 'Which model; default: the setting chat.model',
        placeholder: 'PROVIDER/NAME',
        optional: true,
      },
      summaryModel: {
        kind: 'parsed',
        parse: (input: string) => modelName(input, '--summary-model'),
        brief: 'Which model sums up older messages; default: none, rules do',
        placeholder: 'PROVIDER/NAME',
        optional: true,
      },
      budget: {
        kind: 'parsed',
        parse: (input: string) => count(input, '--budget'),
        brief: 'Most tokens that a model is given; default: the setting chat.budget',
        placeholder: 'N',
        optional: true,
      },
      project: {
        kind: 'parsed',
        parse: text,
        brief: 'The folder whose project it is about; default: this one',
        placeholder: 'DIR',
        optional: true,
      },
      json: jsonFlag,
    },
  },
  async func(this: Context, flags: Flags) {
    if (flags.newSession && flags.resume !== undefined) throw bothAsked()
    const { env, out } = this
    const project = resolve(this.directory, flags.project ?? '.')
    const part = beside<ChatPart>('./chat.cjs', './chat.cjs')
    const problem = await part.chat({ ...flags, env, out, project, settings: this.values() })
    if (problem) throw new Problem(problem)
  },
})

const bothAsked = (): Problem =>
  new Problem({
    code: 'usage',
    message: '--new-session and --resume exclude each other',
    fix: 'give one of them',
    outcome: 'usage',
  })
