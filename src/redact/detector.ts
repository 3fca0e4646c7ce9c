import type { Span } from './span.ts'

/** Looks for a secret where one of its keywords begins. */
export interface Detector {
  readonly keywords: readonly string[]
  /** For one text: what was learnt about it is forgotten with it. */
  start(text: string): Detect
}
export type Detect = (at: number, keyword: string) => Detected
/** Nothing, a secret, or text that holds none and need not be looked at. */
export type Detected = Span | { readonly skipTo: number } | undefined

/** A keyword of a rule that is not at hand: nothing is known of the text yet. */
export class Unloaded extends Error {}
