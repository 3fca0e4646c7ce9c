import type { ScriptCall } from './model/script.ts'
import type { Api, WireCall } from './model/server.ts'

export const AGENTS = ['claude-code', 'codex', 'gemini-cli', 'opencode'] as const
export type Agent = (typeof AGENTS)[number]

/** The folders of a client during one scenario. */
export interface Place {
  /** The user's home. */
  readonly home: string
  /** The repository. */
  readonly app: string
  /** Base URL of the scripted model. */
  readonly url: string
}

export interface Circumstances {
  readonly app: string
  /** Result of the last tool call. */
  readonly result: string
}

/** The session to which a prompt goes. */
export type Into = 'a new session' | 'the last session'

/** How a real client is configured and run. Nothing here depends on leftoff. */
export interface Client {
  readonly agent: Agent
  readonly version: string
  readonly api: Api
  /** Name of its command. */
  readonly command: string
  /** The program behind the command. */
  readonly program: string
  /** Writes the configuration of a user before `leftoff init`. */
  configure(place: Place): void
  environment(place: Place): Record<string, string>
  /** Arguments that send a prompt without a terminal and print the answer. */
  ask(prompt: string, into: Into): readonly string[]
  wire(call: ScriptCall, circumstances: Circumstances): WireCall
  /** Files and folders in the home that contain the user's configuration of the client. */
  readonly configuration: readonly string[]
}
