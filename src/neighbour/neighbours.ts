import { type Beads, beadsIn, beadsLines } from './beads.ts'
import type { Neighbour } from './neighbour.ts'
import { serenaLines } from './serena.ts'

export interface Neighbours {
  lines: Neighbour
  /** For whoever can wait for a command. */
  beadsAt(checkout: string): Beads | undefined
}

const ALL: readonly Neighbour[] = [beadsLines, serenaLines]

export const neighbours: Neighbours = {
  lines: (ask) => ALL.flatMap((neighbour) => neighbour(ask)),
  beadsAt: beadsIn,
}
