export interface Random {
  /** An integer from 0 to `below` - 1. */
  below(below: number): number
  between(from: number, to: number): number
  oneOf<T>(list: readonly T[]): T
  chance(probability: number): boolean
  readonly fraction: () => number
}

/** Mulberry32: small, fast, deterministic on every machine. */
export function seeded(seed: number, label: string): Random {
  let state = hash(`${seed}/${label}`)
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(fraction() * limit)
  return {
    fraction,
    below,
    between: (from, to) => from + below(to - from + 1),
    oneOf: (list) => list[below(list.length)]!,
    chance: (probability) => fraction() < probability,
  }
}

function hash(text: string): number {
  let value = 2166136261
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 16777619)
  return value >>> 0
}
