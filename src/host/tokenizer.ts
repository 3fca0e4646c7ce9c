import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

declare const LEFTOFF_BUNDLED: boolean

type Ranks = readonly (string | readonly number[])[]

/**
 * The table of tokens (src/text/token-table.ts): a file beside the program in a release. While we develop it is made
 * of the package that it comes from, by whoever knows its form.
 */
export function tokenBlock(
  made: (tokens: Iterable<readonly [number, Uint8Array]>) => Uint8Array,
): Uint8Array {
  if (typeof LEFTOFF_BUNDLED !== 'undefined') return readFileSync(besideMe('tokens.bin'))
  const require = process.getBuiltinModule('node:module').createRequire(import.meta.url)
  return made(tokensIn(require('gpt-tokenizer/cjs/bpeRanks/o200k_base').default as Ranks))
}

function besideMe(name: string): string {
  const here = import.meta.url.startsWith('file:') ? fileURLToPath(import.meta.url) : import.meta.url
  return here.slice(0, here.lastIndexOf('/') + 1) + name
}

function* tokensIn(ranks: Ranks): Iterable<readonly [number, Uint8Array]> {
  for (const [rank, token] of ranks.entries())
    yield [rank, typeof token === 'string' ? Buffer.from(token) : Uint8Array.from(token)]
}
