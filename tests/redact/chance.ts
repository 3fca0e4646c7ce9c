/** Deterministic random numbers. */
export type RandomNumber = () => number

export function chanceOf(seed: number): RandomNumber {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

export function pick<T>(list: ArrayLike<T>, chance: RandomNumber): T {
  const one = list[Math.floor(chance() * list.length)]
  if (one === undefined) throw new Error('nothing to pick from')
  return one
}
