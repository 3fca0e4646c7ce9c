import type { Session } from './session.ts'
import { openItems } from './work.ts'

/** Reasons for and against a session being done, with weights. docs/reference/session-state.md shows this table. */
export const COMPLETION = {
  start: 20,
  'tests passed after the last edit': 30,
  'evidence noted': 10,
  'nothing is left to do': 10,
  'open blocker': -15,
  'code changed since tests passed': -20,
  'last tests failed': -30,
  'open action or task': -5,
  'command still failing': -5,
} as const
export type CompletionReason = Exclude<keyof typeof COMPLETION, 'start'>

/** How often a reason of one kind counts at most. */
const MAX_COUNTS: Partial<Record<CompletionReason, number>> = {
  'evidence noted': 3,
  'open blocker': 2,
  'open action or task': 4,
  'command still failing': 3,
}

export interface Completion {
  /** 0 to 100. */
  readonly value: number
  readonly because: readonly { readonly reason: CompletionReason; readonly change: number }[]
}

/** Confidence that the task is done, from evidence and not from the agent's claims. */
export function completionOf(session: Session): Completion {
  const because = Object.entries(countsOf(session)).flatMap(([reason, count]) => {
    const known = reason as CompletionReason
    const change = COMPLETION[known] * Math.min(count, MAX_COUNTS[known] ?? 1)
    return change === 0 ? [] : [{ reason: known, change }]
  })
  const sum = because.reduce<number>((total, { change }) => total + change, COMPLETION.start)
  const lean = Math.round((session.confidence.value - 50) / 5)
  return { value: Math.min(100, Math.max(0, sum + lean)), because }
}

/** Evidence: tests passed and nothing changed since, or an evidence note. */
export const isProven = ({ proof, work }: Session): boolean =>
  work.evidence.length > 0 || (proof.passedAt !== undefined && proof.unproven.length === 0)

function countsOf({ craft, work, proof }: Session): Readonly<Record<CompletionReason, number>> {
  const todo = [...openItems(work.actions), ...openItems(work.tasks)].length
  const done = work.actions.length + work.tasks.length - todo
  const isTested = proof.passedAt !== undefined && proof.unproven.length === 0
  const hasFailing = craft.tests.some(({ outcome }) => outcome === 'failed')
  return {
    'tests passed after the last edit': Number(isTested && !hasFailing),
    'evidence noted': work.evidence.length,
    'nothing is left to do': Number(todo === 0 && done > 0),
    'open blocker': openItems(work.blockers).length,
    'code changed since tests passed': Number(proof.unproven.length > 0),
    'last tests failed': Number(hasFailing),
    'open action or task': todo,
    'command still failing': craft.failures.filter(({ test }) => test === undefined).length,
  }
}
