import type { EventDraft } from './event-draft.ts'

export const AGENT_NAMES = ['claude-code', 'codex', 'gemini-cli', 'opencode'] as const
export type AgentName = (typeof AGENT_NAMES)[number]
export const isAgentName = (name: string): name is AgentName =>
  (AGENT_NAMES as readonly string[]).includes(name)

/** How a client started or reopened a session. */
export const START_SOURCES = ['startup', 'resume', 'fork', 'clear', 'compact'] as const
export type StartSource = (typeof START_SOURCES)[number]

/** How a hook changes the state of its session. */
export type TurnChange =
  | {
      readonly kind: 'start'
      readonly source: StartSource
      /** Time since the last answer of the resumed or forked conversation, if the client reports it. */
      readonly quietMs?: number
    }
  | { readonly kind: 'end'; readonly reason: string }
  | { readonly kind: 'prompt' }
  /** A sub-agent starts. */
  | { readonly kind: 'delegate' }
  | { readonly kind: 'compacting'; readonly trigger: 'manual' | 'auto' | undefined }
  | { readonly kind: 'stop'; readonly isContinued: boolean }

export interface ParsedHook {
  readonly kind: 'parsed'
  /** The name of the event, as the client spells it. */
  readonly event: string
  /** The session id that the client uses. */
  readonly session: string
  readonly directory?: string | undefined
  readonly transcript?: string | undefined
  /** The client's process id, if the payload contains it. */
  readonly pid?: number | undefined
  readonly agentVersion?: string | undefined
  /** The client's timestamp, in milliseconds. */
  readonly at?: number | undefined
  readonly turn?: TurnChange | undefined
  /** Whether a person is at the client; absent if unknown. */
  readonly isAttended?: boolean | undefined
  /** Current context usage, if it was measured. */
  readonly usage?: ContextUsage | undefined
  readonly drafts: readonly EventDraft[]
}
/** A valid payload that is not stored. */
interface Ignored {
  readonly kind: 'ignored'
  readonly why: string
}
/** A payload that is invalid for this client. It is quarantined with the reason. */
interface Malformed {
  readonly kind: 'malformed'
  readonly reason: string
}

/** The answer to a hook. */
export interface AgentAnswer {
  readonly event: string
  /** Text for the agent. Absent if there is none. */
  readonly text?: string | undefined
  /** One line for the user, in clients that can show one. */
  readonly notice?: string | undefined
  /** Text for the end of a turn. If it blocks the stop, it goes to the agent, otherwise to the user. */
  readonly closing?: { readonly text: string; readonly blocks: boolean } | undefined
}

export interface ForkOrigin {
  readonly session?: string
  readonly prompts?: readonly string[]
}

/** Context usage of a session, in tokens. */
export interface ContextUsage {
  readonly used: number
  readonly window?: number
  /** When the usage was measured, if known. */
  readonly at?: number
}

/** One client. Pure: payloads in, event drafts and replies out. */
export interface AgentAdapter {
  readonly name: AgentName
  /** Never throws. Ignores unknown fields. */
  parse(payload: string): ParsedHook | Ignored | Malformed
  /** The exact bytes for standard output. Empty if the client must receive nothing. */
  reply(answer: AgentAnswer): string
  /** Whether the client passes text of this size to the model without truncating it. */
  fits(text: string): boolean
  /**
   * Reads the usage from the end of a transcript, whose first line may be incomplete. Returns undefined if it
   * finds no usage. Never throws.
   */
  usageIn?(tail: string): ContextUsage | undefined
  /**
   * What the transcript of a fork says about its origin: the client's session id, or the ids of prompts that
   * it copied. Gets the first and the last bytes of the transcript; lines at the edges may be incomplete.
   * Never throws.
   */
  forkOrigin?(head: string, end: string): ForkOrigin
  /** Text that a hook added stays in the conversation, even if the conversation is resumed or forked. */
  readonly keepsContext?: boolean
  /** A process has one session at a time, so a new session in the same process ends the previous one. */
  readonly oneSessionPerProcess: boolean
  /** A reply at session start would do harm or not reach the model, so the first prompt gets the brief. */
  readonly isBriefedAtPrompt?: boolean
  /** The client prints notices among the model's answers, which breaks scripts that read its output. */
  readonly printsNotices?: boolean
  /**
   * The client sends no hook when the user interrupts. Two prompts without an answer in between mean an
   * interruption.
   */
  readonly isSilentWhenInterrupted?: boolean
  /**
   * The client's hooks send prompts as the user typed them; expanded commands and attached files arrive
   * separately.
   */
  readonly sendsPromptsAsTyped?: boolean
  /** Whether the environment variables of the client's hooks show that a person is using the client. */
  isAttended?(env: Readonly<Record<string, string | undefined>>): boolean
  /** Recognizes the client's process by its command line. Called for the ancestors of a hook process. */
  isProcess(command: readonly string[]): boolean
}

/** Clients that accept only JSON from a hook. */
const JSON_ONLY: ReadonlySet<string> = new Set(['gemini-cli', 'opencode'])

/** The reply that carries no text, for a hook that does not load an adapter. */
export const emptyReply = (agent: string): string => (JSON_ONLY.has(agent) ? '{}' : '')
