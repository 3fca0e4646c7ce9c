import type { Random } from './random.ts'

export const TIERS = ['change', 'night'] as const
export type Tier = (typeof TIERS)[number]

/** One run of a campaign, with its size, its seed and its folder. */
export interface Trial {
  readonly tier: Tier
  readonly seed: number
  /** Deleted when the campaign passes, kept when it fails. */
  readonly folder: string
  /** The bundle that every child process runs. */
  readonly childBundle: string
  readonly repository: string
  /** Returns the same random numbers for the same label and seed. */
  random(label: string): Random
  size<T>(sizes: Readonly<Record<Tier, T>>): T
  /** Shows progress in a terminal. A failure prints the last step. */
  step(text: string): void
}

export interface Campaign {
  readonly id: string
  readonly title: string
  /** Why this machine cannot run the campaign; undefined if it can. */
  missing?(): string | undefined
  /** Returns a summary with numbers. Throws at the first violation. */
  run(trial: Trial): Promise<string>
}

/** Thrown when leftoff violates a guarantee. Any other error is a bug in the campaign. */
export class Violation extends Error {
  override readonly name = 'Violation'
}

export function require(condition: boolean, claim: string): asserts condition {
  if (!condition) throw new Violation(claim)
}
