import { onTestFinished } from 'vitest'
import { createSandbox, type Sandbox } from '../support/sandbox.ts'
import { type ModelServer, modelServer } from './model-server.ts'

export interface Setup extends Sandbox {
  readonly model: ModelServer
  /** Selects the model of the test server. */
  readonly env: Record<string, string>
}

/** A sandbox with a model server on this machine. */
export async function setup(): Promise<Setup> {
  const model = await modelServer()
  onTestFinished(() => model.close())
  const env = { LEFTOFF_CHAT_MODEL: 'compatible/llama', LEFTOFF_CHAT_URL: `${model.url}/v1` }
  return { ...(await createSandbox()), model, env }
}

export const KEYS = {
  ANTHROPIC_API_KEY: 'key-a',
  OPENAI_API_KEY: 'key-o',
  GOOGLE_GENERATIVE_AI_API_KEY: 'key-g',
} as const
