import type { Random } from './random.ts'

export const TIERS = ['change', 'night'] as const
export type Tier = (typeof TIERS)[number]

/** One run of one campaign: its size, its seed and its own folder. */
export interface Trial {
  readonly tier: Tier
  readonly seed: number
  /** Deleted when the campaign passes, kept when it fails. */
  readonly folder: string
  /** The bundle that every child process runs. */
  readonly childBundle: string
  readonly repository: string
  /** The same label and seed give the same numbers. */
  random(label: string): Random
  size<T>(sizes: Readonly<Record<Tier, T>>): T
  /** Shown on a terminal only; the last one names the step of a failure. */
  step(text: string): void
}

export interface Campaign {
  readonly id: string
  readonly title: string
  /** Why this machine cannot run it; nothing when it can. */
  missing?(): string | undefined
  /** Answers what was done, in numbers. Throws at the first violation. */
  run(trial: Trial): Promise<string>
}

/** A broken promise, as opposed to a broken campaign. */
export class Violation extends Error {
  override readonly name = 'Violation'
}

export function require(condition: boolean, claim: string): asserts condition {
  if (!condition) throw new Violation(claim)
}
