/** Chance that comes out the same every time: mulberry32 over a seed. */
export interface Chance {
  /** From 0 up to 1, without 1. */
  next(): number
  below(most: number): number
  one<T>(list: readonly T[]): T
  /** True this often. */
  isTrue(share: number): boolean
  /** Sizes as they are found in nature: many small, few large. `typical` is the median. */
  size(typical: number, most: number): number
}

export function chance(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const below = (most: number): number => Math.floor(next() * most)
  return {
    next,
    below,
    one: (list) => list[below(list.length)]!,
    isTrue: (share) => next() < share,
    size: (typical, most) => Math.min(most, Math.max(1, Math.round(typical * Math.exp(normal(next) * 0.9)))),
  }
}

const normal = (next: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
