import { type Candidates, HELD } from './candidates.ts'
import { ONE } from './signals.ts'

/** A session that was chosen, by its number. */
export interface Chosen {
  readonly session: number
  readonly score: number
  /** The files that it brings and no better one brought, by their rows. */
  readonly rows: readonly number[]
}

export interface Wanted {
  readonly candidates: Candidates
  /** The sessions to choose from, by the bits that say who holds a file. */
  readonly holders: readonly number[]
  /** The rows of the files that are wanted, the likeliest first, and their scores. */
  readonly likeliest: readonly number[]
  readonly scores: readonly number[]
}

/** Files beyond these are too unlikely to choose a session for. */
export const MOST_COVERED = 100

/**
 * The sessions that together hold the likeliest files: each one is chosen for what those before it did not bring, so
 * that five sessions about one thing do not hide the rest.
 */
export function covering(
  wanted: Wanted,
  most: number,
  nameOf: (session: number) => string,
): readonly Chosen[] {
  if (most === 0) return []
  const left = new Left(wanted, nameOf)
  const chosen: Chosen[] = []
  while (chosen.length < most) {
    const next = left.next()
    if (next === undefined) break
    chosen.push(next)
  }
  return chosen
}

/** What is not covered yet. Added up anew for each choice: most is covered by the first, and nobody asks after the last. */
class Left {
  readonly #wanted: Wanted
  readonly #nameOf: (session: number) => string
  /** Of each wanted file; nothing once it is covered. */
  readonly #worth: Int32Array

  constructor(wanted: Wanted, nameOf: (session: number) => string) {
    const { likeliest, scores } = wanted
    this.#wanted = wanted
    this.#nameOf = nameOf
    this.#worth = new Int32Array(likeliest.length)
    const top = scores[0] ?? 0
    for (let place = 0; place < likeliest.length; place += 1)
      this.#worth[place] = likelihood((scores[place] ?? 0) - top)
  }

  /** Undefined when nobody brings anything more. */
  next(): Chosen | undefined {
    const sums = this.#sums()
    let best = -1
    for (let holder = 0; holder < sums.length; holder += 1) {
      const more = (sums[holder] ?? 0) - (best < 0 ? 0 : (sums[best] ?? 0))
      if (more > 0 || (more === 0 && best >= 0 && this.#isBefore(holder, best))) best = holder
    }
    if (best < 0) return undefined
    const { holders } = this.#wanted
    return { session: holders[best] ?? 0, score: sums[best] ?? 0, rows: this.#take(best) }
  }

  /** What each holder would bring. In one loop, because a small function that is called so often is compiled at once. */
  #sums(): Int32Array {
    const { likeliest, candidates, holders } = this.#wanted
    const { rows } = candidates
    const worths = this.#worth
    const sums = new Int32Array(holders.length)
    for (let place = 0; place < worths.length; place += 1) {
      const worth = worths[place] ?? 0
      let bits = worth === 0 ? 0 : (rows[(likeliest[place] ?? 0) + HELD] ?? 0)
      while (bits !== 0) {
        const holder = 31 - Math.clz32(bits)
        sums[holder] = (sums[holder] ?? 0) + worth
        bits ^= 1 << holder
      }
    }
    return sums
  }

  #isBefore(one: number, other: number): boolean {
    const { holders } = this.#wanted
    return this.#nameOf(holders[one] ?? 0) < this.#nameOf(holders[other] ?? 0)
  }

  #take(holder: number): readonly number[] {
    const { likeliest, candidates } = this.#wanted
    const worths = this.#worth
    const taken: number[] = []
    for (let place = 0; place < worths.length; place += 1) {
      const row = likeliest[place] ?? 0
      const isHeld = (((candidates.rows[row + HELD] ?? 0) >>> holder) & 1) === 1
      if (worths[place] === 0 || !isHeld) continue
      taken.push(row)
      worths[place] = 0
    }
    return taken
  }
}

/** The weights were fitted so that these are probabilities, up to a factor. In millionths, to be added up. */
const likelihood = (less: number): number => Math.round(1e6 * Math.exp(less / ONE))
