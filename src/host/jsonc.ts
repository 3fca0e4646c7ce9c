import { beside } from './beside.ts'

type Jsonc = typeof import('jsonc-parser')

/** Reads and edits JSON with comments. Needed only for files that have some, and for writing settings. */
export const jsonc = (): Jsonc => beside<Jsonc>('./jsonc.cjs', 'jsonc-parser')
