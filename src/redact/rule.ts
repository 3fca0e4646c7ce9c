/** One kind of secret. Adding one is adding a line to a table; its examples are its test. */
export interface Rule {
  /** Written into the text in place of the secret, and so on disk for ever: never rename one. */
  readonly id: string
  /** In lower case, three characters or more. The pattern is tried only where one of them begins, whatever its case. */
  readonly keywords: readonly string[]
  /**
   * Sticky, and bounded: it runs at every keyword of a hostile text. What group 1 holds stays in the text; the rest of
   * the match is the secret. A secret goes on to the end of its word, so that a longer one leaves no tail.
   */
  readonly pattern: RegExp
  /** So many characters before the keyword belong to the match. */
  readonly back?: number
  /** A last look at what the pattern found. */
  readonly accepts?: (secret: string) => boolean
  /** Templates: `<36>` stands for 36 letters and digits, `<hex:8>` for others (tests/redact/template.ts). */
  readonly examples: readonly string[]
  /** Texts that hold a keyword and no secret. */
  readonly counterExamples: readonly string[]
}
