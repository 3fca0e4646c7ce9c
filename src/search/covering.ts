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
    const next = left.best()
    if (next === undefined) break
    chosen.push(left.take(next))
  }
  return chosen
}

/** What is not covered yet. */
class Left {
  readonly #wanted: Wanted
  readonly #nameOf: (session: number) => string
  readonly #worth: Int32Array
  /** Who holds each of the wanted files. */
  readonly #held: Int32Array
  /** What each holder would bring. */
  readonly #sums: Int32Array

  constructor(wanted: Wanted, nameOf: (session: number) => string) {
    const { likeliest, scores, holders, candidates } = wanted
    this.#wanted = wanted
    this.#nameOf = nameOf
    this.#worth = new Int32Array(likeliest.length)
    this.#held = new Int32Array(likeliest.length)
    this.#sums = new Int32Array(holders.length)
    const top = scores[0] ?? 0
    for (let place = 0; place < likeliest.length; place += 1) {
      const held = candidates.rows[(likeliest[place] ?? 0) + HELD] ?? 0
      const worth = likelihood((scores[place] ?? 0) - top)
      this.#held[place] = held
      this.#worth[place] = worth
      add(this.#sums, held, worth)
    }
  }

  /** Undefined when nobody brings anything more. */
  best(): number | undefined {
    const sums = this.#sums
    let best = -1
    for (let holder = 0; holder < sums.length; holder += 1) {
      const more = (sums[holder] ?? 0) - (best < 0 ? 0 : (sums[best] ?? 0))
      if (more > 0 || (more === 0 && best >= 0 && this.#isBefore(holder, best))) best = holder
    }
    return best < 0 ? undefined : best
  }

  #isBefore(one: number, other: number): boolean {
    const { holders } = this.#wanted
    return this.#nameOf(holders[one] ?? 0) < this.#nameOf(holders[other] ?? 0)
  }

  take(holder: number): Chosen {
    const rows: number[] = []
    const score = this.#sums[holder] ?? 0
    const [all, worths, sums] = [this.#held, this.#worth, this.#sums]
    for (let place = 0; place < all.length; place += 1) {
      const held = all[place] ?? 0
      const worth = worths[place] ?? 0
      if (worth === 0 || ((held >>> holder) & 1) === 0) continue
      rows.push(this.#wanted.likeliest[place] ?? 0)
      add(sums, held, -worth)
      worths[place] = 0
    }
    return { session: this.#wanted.holders[holder] ?? 0, score, rows }
  }
}

/** To what everybody who holds a file brings. */
function add(sums: Int32Array, held: number, worth: number): void {
  let bits = held
  while (bits !== 0) {
    const holder = 31 - Math.clz32(bits)
    sums[holder] = (sums[holder] ?? 0) + worth
    bits ^= 1 << holder
  }
}

/** The weights were fitted so that these are probabilities, up to a factor. In millionths, to be added up. */
const likelihood = (less: number): number => Math.round(1e6 * Math.exp(less / ONE))
