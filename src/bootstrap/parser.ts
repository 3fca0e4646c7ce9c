import type { World, WorldWith } from '../app/world.ts'
import { readSourceFile } from '../host/regular-file.ts'
import { treeSitter } from '../host/tree-sitter.ts'
import { once } from '../once.ts'

const parser = once(treeSitter)

/**
 * Adds the source file parser, which loads on first use. Hooks must not use it, because it also loads zlib.
 */
export const withParser = (world: World): WorldWith<'syntax' | 'sourceText'> => ({
  ...world,
  sourceText: readSourceFile,
  syntax: { matches: (ask) => parser().matches(ask) },
})
