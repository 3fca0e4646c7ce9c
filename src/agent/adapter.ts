import type { EventDraft } from './event-draft.ts'

export const AGENT_NAMES = ['claude-code', 'codex', 'gemini-cli', 'opencode'] as const
export type AgentName = (typeof AGENT_NAMES)[number]
export const isAgentName = (name: string): name is AgentName =>
  (AGENT_NAMES as readonly string[]).includes(name)

/** Why a client began to speak for a session. */
export const START_SOURCES = ['startup', 'resume', 'fork', 'clear', 'compact'] as const
export type StartSource = (typeof START_SOURCES)[number]

/** What one payload of a client means for the session as a whole. */
export type Turn =
  | { readonly kind: 'start'; readonly source: StartSource }
  | { readonly kind: 'end'; readonly reason: string }
  | { readonly kind: 'prompt' }
  | { readonly kind: 'compacting'; readonly trigger: 'manual' | 'auto' | undefined }
  | { readonly kind: 'stop'; readonly isContinued: boolean }

export interface ParsedHook {
  readonly kind: 'parsed'
  /** The client's own name of what happened. */
  readonly event: string
  /** The client's own id of its session. */
  readonly session: string
  readonly directory?: string | undefined
  readonly transcript?: string | undefined
  /** The process of the client, where it says which. */
  readonly pid?: number | undefined
  readonly agentVersion?: string | undefined
  /** When the client says that it happened. */
  readonly at?: number | undefined
  readonly turn?: Turn | undefined
  /** How full the context is by now, where somebody has looked. */
  readonly usage?: ContextUsage | undefined
  readonly drafts: readonly EventDraft[]
}
/** Understood, and not worth keeping: noise that the client makes, or an event of no interest. */
interface Ignored {
  readonly kind: 'ignored'
  readonly why: string
}
/** Not what this client sends. It is set aside with the reason. */
interface Malformed {
  readonly kind: 'malformed'
  readonly reason: string
}

/** What an event that can be answered is answered with. */
export interface Answer {
  readonly event: string
  /** What the agent shall read; nothing when there is nothing to say. */
  readonly text?: string | undefined
  /** What is said when a turn ends: to its user, or, where it holds up the stop, to the agent. */
  readonly closing?: { readonly text: string; readonly blocks: boolean } | undefined
}

/** How full the context of a session is. */
export interface ContextUsage {
  readonly used: number
  readonly window?: number
  /** When that was counted, where it is known. */
  readonly at?: number
}

/** One client. Pure: what it says becomes facts, and what it shall read becomes what it takes for an answer. */
export interface AgentAdapter {
  readonly name: AgentName
  /** Total: it never throws, whatever it is given. Fields that it does not know are passed over. */
  parse(payload: string): ParsedHook | Ignored | Malformed
  /** Exactly the bytes for standard output; empty where the client must hear nothing. */
  reply(answer: Answer): string
  /** Whether a text of this size reaches the model whole. */
  fits(text: string): boolean
  /** By the end of its transcript, of which the first line may be cut. Total. Absent where the client tells it nowhere. */
  usageIn?(tail: string): ContextUsage | undefined
  /** One process of it speaks for one session at a time, so a new session of that process ends the one before. */
  readonly oneSessionPerProcess: boolean
  /** What its start is answered with harms it or does not reach the model: the next prompt brings the brief instead. */
  readonly isBriefedAtPrompt?: boolean
  /** It tells of nothing when its user stops it: a prompt that comes before an answer shows it. */
  readonly isSilentWhenInterrupted?: boolean
  /** Recognises the client's own process among the ancestors of a hook. */
  isProcess(command: readonly string[]): boolean
}
