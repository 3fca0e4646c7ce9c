/** What an assistant did within one turn. */
export interface Action {
  readonly kind: 'edit' | 'command'
  /** The file that was edited, or the command that was run. */
  readonly target: string
  /** What an edit replaced, and by what. */
  readonly before?: string
  readonly after?: string
}

/** One side's words between two words of the other, in the order of the session. */
export interface Turn {
  readonly id: string
  readonly at: number
  readonly role: 'user' | 'assistant'
  readonly text: string
  readonly actions?: readonly Action[]
  /** The content of files when this turn was over, as git names it. */
  readonly settled?: readonly { readonly path: string; readonly blob: string }[]
  /** What was done in this turn was taken back or done again afterwards. */
  readonly isReverted?: boolean
  /** The user stopped this turn before it was over. */
  readonly isInterrupted?: boolean
}
