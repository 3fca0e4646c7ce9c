import { quoted } from '../spool/shell.ts'
import type { AgentName } from './adapter.ts'

/** What is written for the user, and what into the checkout for everybody who works in it. */
export type Scope = 'user' | 'project'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/**
 * `spool`: needs no answer, so the shell only stores the payload. `answer`: starts leftoff and waits for it. `prompt`: one
 * or the other, depending on whether there is something to say.
 */
export type HookMode = 'spool' | 'answer' | 'prompt'

export interface HookPlan {
  readonly event: string
  readonly mode: HookMode
  /** In the unit of the client. */
  readonly timeout: number
  readonly matcher?: string
}

/** A file or folder of the user: below the folder that the variable names, else below the home folder. */
export interface UserPath {
  readonly variable?: string
  readonly below: string
  readonly inHome: string
}

export interface ConfigPath {
  readonly user: UserPath
  readonly project: string
  /** The client reads this one too; where it is there already, it is the one that gets our entries. */
  readonly rather?: { readonly user: UserPath; readonly project: string }
}

/** What the client reads beyond plain JSON. A file with anything else is one that it passes over. */
export type Liberty = 'comments' | 'trailing commas' | 'byte order mark'

/** An entry under a key of its own, such as that of an MCP server. */
export interface EntryPlan {
  readonly path: readonly [string, string]
  readonly value: (leftoff: string) => { readonly [key: string]: Json }
  /** Set when the entry is made, and afterwards the user's. */
  readonly theirs?: readonly string[]
}

/** A place of which the client has one. It is the user's: it is taken only where they ask for it, and it is free. */
export interface SlotPlan {
  readonly key: string
  readonly value: (command: string) => { readonly [key: string]: Json }
}

export type FilePlan =
  | {
      readonly kind: 'json'
      readonly where: ConfigPath
      readonly liberties: readonly Liberty[]
      readonly hooks?: readonly HookPlan[]
      readonly entry?: EntryPlan
      readonly statusLine?: SlotPlan
    }
  | { readonly kind: 'toml'; readonly where: ConfigPath; readonly entry: EntryPlan }
  /** A program of ours that the client loads: the file is ours from the first byte to the last. */
  | { readonly kind: 'program'; readonly where: ConfigPath; readonly source: string }

/** How one client is told of leftoff. Data: the engine in `src/install` does the work. */
export interface InstallPlan {
  readonly agent: AgentName
  /** As its makers write it. */
  readonly title: string
  /** Either says that the client is installed: its program on the PATH, or the folder that it keeps. */
  readonly program: string
  readonly folder: UserPath
  readonly files: readonly FilePlan[]
  /** What the user does next. */
  readonly next: string
}

const MARK = 'leftoff_agent='
const SCRIPT: Readonly<Record<HookMode, string>> = { spool: 'spool', answer: 'hook', prompt: 'prompt' }

/** True of every hook command that leftoff ever wrote, in whichever version. */
export const isOurCommand = (command: unknown): boolean =>
  typeof command === 'string' && command.includes(MARK)

/**
 * What stands in the configuration. It never changes with a version of leftoff or Node; and where the script is gone it
 * does nothing, successfully.
 */
export const hookCommand = (agent: AgentName, mode: HookMode, scripts: string): string =>
  sourcing(agent, quoted(`${scripts}/${SCRIPT[mode]}`))

/** The same for what its status line runs. */
export const statusLineCommand = (agent: AgentName, scripts: string): string =>
  sourcing(agent, quoted(`${scripts}/status-line`))

/** The same where the client itself knows the folder and puts it in. */
export const packagedCommand = (agent: AgentName, mode: HookMode, root: string): string =>
  sourcing(agent, `"${root}/scripts/${SCRIPT[mode]}"`)

const sourcing = (agent: AgentName, file: string): string =>
  `${MARK}${agent};f=${file};[ -r "$f" ]&&. "$f";exit 0`

export const hooksOf = (
  mode: HookMode,
  timeout: number,
  events: readonly string[],
  matcher?: string,
): readonly HookPlan[] =>
  events.map((event) => ({ event, mode, timeout, ...(matcher !== undefined && { matcher }) }))

/** The client's own shape of one hook. */
export const hookGroup = ({ matcher, timeout }: HookPlan, command: string): Json => ({
  ...(matcher !== undefined && { matcher }),
  hooks: [{ type: 'command', command, timeout }],
})
