/**
 * Where the greatest stand, these first, and of those that are alike in the order that is given; what is nothing is not
 * among them. Numbers alone are sorted without asking us, so that few are left to be compared.
 */
export function greatest(
  scores: Int32Array | Float64Array,
  most: number,
  order: (one: number, other: number) => number,
): readonly number[] {
  const least = leastOf(scores, most)
  const chosen: number[] = []
  for (let place = 0; place < scores.length; place += 1) {
    const score = scores[place] ?? 0
    if (score > 0 && score >= least) chosen.push(place)
  }
  return chosen.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || order(a, b)).slice(0, most)
}

/** Of those that are among the greatest. */
function leastOf(scores: Int32Array | Float64Array, most: number): number {
  return scores.length > most ? (scores.slice().sort()[scores.length - most] ?? 0) : 0
}

export type Scored = readonly [string, number]

/** The same by names: the greatest, in an order that depends on nothing but them. */
export function best(scores: Iterable<Scored>, most: number): readonly Scored[] {
  return [...scores].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, most)
}
