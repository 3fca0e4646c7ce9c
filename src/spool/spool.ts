import type { SessionId } from '../event/identity.ts'

/**
 * Queue of payloads that need no answer. The next process that opens the log drains it. A delivery's name is its
 * identity, so draining it twice stores it once.
 */
export interface Spool {
  /** Stores a payload under a unique name. Resolves when the payload would survive a crash. */
  deliver(agent: string, payload: string): Promise<string>
  /** Deliveries, oldest first. */
  waiting(limit?: number): Promise<readonly Delivery[]>
  /** Undefined if the delivery is unfinished, was drained by another process, or belongs to another user. */
  payload(delivery: Delivery): Promise<string | undefined>
  /** Removes a drained delivery. Does not fail if it no longer exists. */
  remove(delivery: Delivery): Promise<void>
  /** Moves a delivery that cannot be stored to quarantine, where only its redacted text is kept. */
  quarantine(delivery: Delivery, entry: QuarantineEntry): Promise<void>
  /** Redacts unfinished deliveries from dead writers and moves them to quarantine. Returns their number. */
  sweep(now: number, redact: (payload: string) => string): Promise<number>
  /** Deletes what was quarantined before this time. Returns the number of deliveries. */
  expireQuarantine(before: number): Promise<number>
  quarantined(): Promise<readonly QuarantinedDelivery[]>
}

export interface Delivery {
  /** `<agent>.<unique>` */
  readonly name: string
  readonly agent: string
  readonly at: number
  readonly bytes: number
}

export interface QuarantineEntry {
  readonly reason: string
  /** Redacted by the caller, because the spool cannot redact. Absent if the payload is too large to read. */
  readonly text?: string
}

/** Quarantined payloads help to find an error. A month is enough time for that. */
export const QUARANTINE_MS = 30 * 24 * 60 * 60 * 1000

export interface QuarantinedDelivery {
  readonly name: string
  readonly at: number
  readonly reason: string
  readonly bytes: number
}

/**
 * Deliveries named `<agent>.sh-<unique>` end with this character, which JSON cannot contain. Without it they are
 * unfinished: the shell writes directly into `new`, because a rename would need another process.
 */
export const END = '\x1e'
export const hasEnd = (name: string): boolean => /^[a-z0-9-]+\.sh-/.test(name)

/** Names are used as file names. */
export const isDeliveryName = (name: string): boolean =>
  /^[a-z][a-z0-9-]{0,30}\.[A-Za-z0-9-]{8,64}$/.test(name)
export const isAgentName = (name: string): boolean => /^[a-z][a-z0-9-]{0,30}$/.test(name)

/** Sessions whose next prompt needs an answer. The shell spools the prompts of agents without such sessions. */
export interface PromptMarkers {
  set(agent: string, session: SessionId): void
  clear(agent: string, session: SessionId): void
  /** Marked sessions of an agent, with the time of the mark. */
  marked(agent: string): readonly { readonly session: SessionId; readonly at: number }[]
}
