/** A query match, with its captures by name. */
export interface SyntaxMatch {
  readonly kind: string
  readonly name: string
  readonly owner?: string | undefined
  /** Lines, counted from 0, inclusive. */
  readonly start: number
  readonly end: number
  /** Offsets in the text. */
  readonly from: number
  readonly to: number
}

/** The port to a parser. */
export interface Syntax {
  /**
   * Runs a query, outer matches before inner. Accepts any text, even with syntax errors. Undefined after a timeout.
   * Throws a Problem when the parser is missing, never because of the text.
   */
  matches(ask: {
    readonly grammar: string
    readonly query: string
    readonly text: string
  }): Promise<{ readonly all: readonly SyntaxMatch[]; readonly isBroken: boolean } | undefined>
}
