import { beside } from './beside.ts'

type Toml = typeof import('smol-toml')

/** Reads TOML. Needed only to set up an agent whose settings are written in it. */
export const toml = (): Toml => beside<Toml>('./toml.cjs', 'smol-toml')
