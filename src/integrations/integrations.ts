import { type Beads, beadsFiles, beadsIn, beadsLines } from './beads.ts'
import type { Neighbour } from './integration.ts'
import { writtenRules } from './rule-files.ts'
import { serenaFile, serenaLines } from './serena.ts'

export interface Neighbours {
  lines: Neighbour
  /** What the lines are taken from. */
  files(checkout: string): readonly string[]
  /** Rules that stand in the files which agents read by themselves. */
  writtenRules(checkout: string): readonly string[]
  /** For whoever can wait for a command. */
  beadsAt(checkout: string): Beads | undefined
}

const ALL: readonly Neighbour[] = [beadsLines, serenaLines]

export const neighbours: Neighbours = {
  lines: (ask) => ALL.flatMap((neighbour) => neighbour(ask)),
  files: (checkout) => [...beadsFiles(checkout), serenaFile(checkout)],
  writtenRules,
  beadsAt: beadsIn,
}
