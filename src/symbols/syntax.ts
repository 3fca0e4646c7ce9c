/** A part of a text that a query found: the parts of it by the names that the query gives them. */
export interface Match {
  readonly kind: string
  readonly name: string
  readonly owner?: string | undefined
  /** Lines, counted from 0, both included. */
  readonly start: number
  readonly end: number
  /** Where it stands in the text. */
  readonly from: number
  readonly to: number
}

/** The port to a parser. */
export interface Syntax {
  /**
   * What the query finds, the outer before the inner. Takes any text, broken or not. Undefined: it took too long.
   * Throws a problem where there is no parser, never for what it reads.
   */
  matches(ask: {
    readonly grammar: string
    readonly query: string
    readonly text: string
  }): Promise<{ readonly all: readonly Match[]; readonly isBroken: boolean } | undefined>
}
