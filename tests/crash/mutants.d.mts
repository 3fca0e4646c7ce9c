/** A bug for a campaign to find: texts of the source, and what stands in their place. */
export interface Mutant {
  readonly campaign: string
  readonly name: string
  readonly patches: readonly { readonly file: string; readonly from: string; readonly to: string }[]
  readonly seed?: number
}
export const mutants: readonly Mutant[]
