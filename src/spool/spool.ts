import type { SessionId } from '../event/identity.ts'

/**
 * Where a fact that needs no answer waits. It is put here in a few milliseconds and taken into the log by the next
 * process that opens it. The name of a delivery is its identity: taking it in twice stores it once.
 */
export interface Spool {
  /** Puts a payload down under a name of its own; it survives the end of this process. */
  deliver(agent: string, payload: string): Promise<string>
  /** What waits, oldest first. */
  waiting(limit?: number): Promise<readonly Delivery[]>
  /** The payload, or undefined when it is not finished, another process took it meanwhile, or only another user may read it. */
  payload(delivery: Delivery): Promise<string | undefined>
  /** Removes what is stored now; harmless when it is gone already. */
  remove(delivery: Delivery): Promise<void>
  /** Sets aside what cannot be understood, with the reason. Nothing is ever deleted unread. */
  quarantine(delivery: Delivery, reason: string): Promise<void>
  /** Sets aside deliveries that were begun and never finished. Answers how many. */
  sweep(now: number): Promise<number>
  quarantined(): Promise<readonly Quarantined[]>
}

export interface Delivery {
  /** `<agent>.<unique>`: who sent it and which one it is. */
  readonly name: string
  readonly agent: string
  /** When it was delivered. */
  readonly at: number
  readonly bytes: number
}

export interface Quarantined {
  readonly name: string
  readonly at: number
  readonly reason: string
  readonly bytes: number
}

/**
 * The shell writes a delivery where it is looked for, because to rename it would take another process; so it ends with a
 * sign that no JSON holds, and without it is not finished.
 */
export const END = '\x1e'
export const hasEnd = (name: string): boolean => /^[a-z0-9-]+\.sh-/.test(name)

/** Names become file names, so nothing else may be in them. */
export const isDeliveryName = (name: string): boolean =>
  /^[a-z][a-z0-9-]{0,30}\.[A-Za-z0-9-]{8,64}$/.test(name)
export const isAgentName = (name: string): boolean => /^[a-z][a-z0-9-]{0,30}$/.test(name)

/** Sessions whose next prompt needs an answer. Prompts of an agent without any are spooled by the shell alone. */
export interface PromptMarkers {
  set(agent: string, session: SessionId): void
  clear(agent: string, session: SessionId): void
  /** Marked sessions of an agent, with the time of the mark. */
  marked(agent: string): readonly { readonly session: SessionId; readonly at: number }[]
}
