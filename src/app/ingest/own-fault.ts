import { Problem } from '../../problem.ts'

/**
 * A full disk or a busy log is not the delivery's fault, and it waits for better times. What it has itself to blame,
 * were it one that makes us stumble, must not stand in the way of every command after it.
 */
export function isMachineError(error: unknown): boolean {
  if (error instanceof Problem) return !OWN_FAULT.has(error.code)
  return error instanceof Error && 'code' in error
}

const OWN_FAULT: ReadonlySet<string> = new Set(['event-too-large', 'event-unstorable'])
