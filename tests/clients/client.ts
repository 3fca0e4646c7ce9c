import type { Call } from './model/script.ts'
import type { Api, WireCall } from './model/server.ts'

export const AGENTS = ['claude-code', 'codex', 'gemini-cli', 'opencode'] as const
export type Agent = (typeof AGENTS)[number]

/** The folders a client lives in during one scenario. */
export interface Place {
  /** The user's home. */
  readonly home: string
  /** The repository that is worked on. */
  readonly app: string
  /** Where the scripted model listens. */
  readonly url: string
}

export interface Circumstances {
  readonly app: string
  /** What the last tool returned. */
  readonly result: string
}

/** Which session a prompt goes to. */
export type Into = 'a new session' | 'the last session'

/** How a real client is set up and spoken to. Nothing in here knows leftoff. */
export interface Client {
  readonly agent: Agent
  readonly version: string
  readonly api: Api
  /** What users type to start it. */
  readonly command: string
  /** The program behind the command. */
  readonly program: string
  /** Writes the configuration that a user of the client has before leftoff comes. */
  configure(place: Place): void
  environment(place: Place): Record<string, string>
  /** Arguments that send a prompt without a terminal and print the answer. */
  ask(prompt: string, into: Into): readonly string[]
  wire(call: Call, circumstances: Circumstances): WireCall
  /** Files and folders in the home that hold the user's configuration of the client. */
  readonly configuration: readonly string[]
}
