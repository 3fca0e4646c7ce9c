/** One kind of secret. To add one, add an entry to a table in rules/; its examples are its tests. */
export interface RedactionRule {
  /** Written into stored text in place of the secret, so it must never be renamed. */
  readonly id: string
  /** Lower case, at least three characters. The pattern is tried only at a keyword, in any case. */
  readonly keywords: readonly string[]
  /**
   * Sticky and bounded, because it runs at every keyword in hostile text. Group 1 stays in the text; the rest of the
   * match is the secret. The secret extends to the end of its word.
   */
  readonly pattern: RegExp
  /** The number of characters before the keyword that belong to the match. */
  readonly back?: number
  /** A final check of the match. */
  readonly accepts?: (secret: string) => boolean
  /** Templates: `<36>` means 36 letters and digits, `<hex:8>` 8 hex digits (see tests/redact/template.ts). */
  readonly examples: readonly string[]
  /** Text with a keyword but without a secret. */
  readonly counterExamples: readonly string[]
}
