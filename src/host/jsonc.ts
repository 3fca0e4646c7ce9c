import { beside } from './beside.ts'

/** The functions that `scripts/build.mjs` puts into the bundle. */
type Jsonc = Pick<
  typeof import('jsonc-parser'),
  | 'applyEdits'
  | 'findNodeAtLocation'
  | 'getNodePath'
  | 'getNodeValue'
  | 'modify'
  | 'parse'
  | 'parseTree'
  | 'printParseErrorCode'
>

/** Parses and edits JSON with comments. Loaded on first use: most commands do not need it. */
export const jsonc = (): Jsonc => beside<Jsonc>('./jsonc.cjs', 'jsonc-parser')
