import { shellQuote } from '../spool/shell.ts'
import type { AgentName } from './adapter.ts'

/** `user`: for one user. `project`: in the checkout, for everyone who works in it. */
export type InstallScope = 'user' | 'project'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/**
 * `spool`: needs no answer, so the shell only stores the payload. `answer`: starts leftoff and waits for it.
 * `prompt`: behaves like `answer` if there is text for the agent, and like `spool` otherwise.
 */
export type HookMode = 'spool' | 'answer' | 'prompt'

export interface HookPlan {
  readonly event: string
  readonly mode: HookMode
  /** The timeout, in the client's unit. */
  readonly timeout: number
  readonly matcher?: string
}

/** A file or folder below the directory in the environment variable, or below the home directory. */
export interface UserPath {
  readonly variable?: string
  readonly below: string
  readonly inHome: string
}

export interface ConfigPath {
  readonly user: UserPath
  readonly project: string
  /** Another file that the client also reads. If it exists, our entries go there. */
  readonly alternative?: { readonly user: UserPath; readonly project: string }
}

/** Syntax beyond standard JSON that the client accepts. The client ignores a file with any other syntax. */
export type JsonExtension = 'comments' | 'trailing commas' | 'byte order mark'

/** An entry under a separate key, such as an MCP server. */
export interface EntryPlan {
  readonly path: readonly [string, string]
  readonly value: (leftoff: string) => { readonly [key: string]: Json }
  /** Keys that are set only when the entry is created, because the user may change them. */
  readonly userKeys?: readonly string[]
}

/**
 * A setting that can hold only one value, such as the status line. leftoff sets it only on request, and only
 * if the user has not set it.
 */
export interface SlotPlan {
  readonly key: string
  readonly value: (command: string) => { readonly [key: string]: Json }
}

export type FilePlan =
  | {
      readonly kind: 'json'
      readonly location: ConfigPath
      readonly extensions: readonly JsonExtension[]
      readonly hooks?: readonly HookPlan[]
      readonly entry?: EntryPlan
      readonly statusLine?: SlotPlan
    }
  | { readonly kind: 'toml'; readonly location: ConfigPath; readonly entry: EntryPlan }
  /** A program that the client loads. leftoff owns the whole file. */
  | { readonly kind: 'program'; readonly location: ConfigPath; readonly source: string }

/** How leftoff is installed into one client, as data for `src/install`. */
export interface InstallPlan {
  readonly agent: AgentName
  readonly title: string
  /** The client counts as installed if its program is on the PATH or its folder exists. */
  readonly program: string
  readonly folder: UserPath
  readonly files: readonly FilePlan[]
  /** Next step for the user. */
  readonly next: string
}

const MARK = 'leftoff_agent='
const SCRIPT: Readonly<Record<HookMode, string>> = { spool: 'spool', answer: 'hook', prompt: 'prompt' }

/** Matches the hook commands of every leftoff version, but not commands that only mention leftoff. */
export const isOurCommand = (command: unknown): boolean =>
  typeof command === 'string' && OUR_COMMAND.test(command)
const OUR_COMMAND = new RegExp(`^${MARK}[a-z][a-z0-9-]*;`)

/**
 * The command in the client's configuration. It is the same for every version of leftoff and Node. If the script
 * is missing, the command does nothing and exits with 0.
 */
export const hookCommand = (agent: AgentName, mode: HookMode, scripts: string): string =>
  sourcing(agent, shellQuote(`${scripts}/${SCRIPT[mode]}`))

/** The status line command, built the same way. */
export const statusLineCommand = (agent: AgentName, scripts: string): string =>
  sourcing(agent, shellQuote(`${scripts}/status-line`))

/** The hook command for clients that expand a variable in `root`. */
export const packagedCommand = (agent: AgentName, mode: HookMode, root: string): string =>
  sourcing(agent, `"${root}/scripts/${SCRIPT[mode]}"`)

const sourcing = (agent: AgentName, file: string): string =>
  `${MARK}${agent};f=${file};[ -r "$f" ]&&. "$f";exit 0`

/** One hook in the client's format. */
export const hookGroup = ({ matcher, timeout }: HookPlan, command: string): Json => ({
  ...(matcher !== undefined && { matcher }),
  hooks: [{ type: 'command', command, timeout }],
})
