/** A bug for a campaign to find: source texts and their replacements. */
export interface Mutant {
  readonly campaign: string
  readonly name: string
  readonly patches: readonly { readonly file: string; readonly from: string; readonly to: string }[]
  readonly seed?: number
}
export const mutants: readonly Mutant[]
