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
export const jsonc = (): Jsonc => loadPackage<Jsonc>('./jsonc.cjs', 'jsonc-parser')

type Toml = typeof import('smol-toml')

/** Parses TOML. Loaded on first use: only the installation of Codex needs it. */
export const toml = (): Toml => loadPackage<Toml>('./toml.cjs', 'smol-toml')

declare const LEFTOFF_BUNDLED: boolean

export const isBundled = (): boolean => typeof LEFTOFF_BUNDLED !== 'undefined'

const createRequire = (): NodeJS.Require =>
  process.getBuiltinModule('node:module').createRequire(import.meta.url)

/** Loads a library that few commands need: from its own bundle in a release, from its package in development. */
export const loadPackage = <T>(file: string, packageName: string): T =>
  createRequire()(isBundled() ? file : packageName) as T

/** The path of one of leftoff's files or of a file in a package. */
export const resolvePackageFile = (file: string): string => createRequire().resolve(file)
