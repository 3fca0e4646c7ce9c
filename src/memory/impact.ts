/** In how many sessions something happened, of how many. */
export interface Share {
  readonly of: number
  readonly happened: number
}

/** How much more often it happened in the first, as a share of sessions, and between which bounds that lies, 95 in 100. */
export interface Difference {
  readonly difference: number
  readonly from: number
  readonly to: number
}

/** By Newcombe's interval of two of Wilson's, which holds for few sessions too. Nothing where one side has none. */
export function differenceOf(one: Share, other: Share): Difference | undefined {
  if (one.of === 0 || other.of === 0) return undefined
  const [p, low, high] = wilson(one)
  const [q, lowOther, highOther] = wilson(other)
  const difference = p - q
  return {
    difference,
    from: difference - Math.hypot(p - low, highOther - q),
    to: difference + Math.hypot(high - p, q - lowOther),
  }
}

const Z = 1.96

function wilson({ of, happened }: Share): readonly [share: number, low: number, high: number] {
  const share = happened / of
  const middle = (share + Z ** 2 / (2 * of)) / (1 + Z ** 2 / of)
  const half = (Z / (1 + Z ** 2 / of)) * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2))
  return [share, Math.max(0, middle - half), Math.min(1, middle + half)]
}
