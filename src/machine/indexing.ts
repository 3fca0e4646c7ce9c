import type { World, WorldWith } from '../app/world.ts'
import { readSourceFile } from '../host/source-file.ts'
import { treeSitter } from '../host/tree-sitter.ts'
import { once } from '../once.ts'

const syntax = once(treeSitter)

/** The world of those who have time to parse. Nothing is loaded before there is something to be parsed. */
export const indexingOn = (world: World): WorldWith<'syntax' | 'sourceText'> => ({
  ...world,
  sourceText: readSourceFile,
  syntax: { matches: (ask) => syntax().matches(ask) },
})
