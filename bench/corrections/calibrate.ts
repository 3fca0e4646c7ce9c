/** How sums of weights become log-odds that hold: times the slope, plus the shift. */
export interface Scale {
  readonly slope: number
  readonly shift: number
}

/** Logistic regression of what was right on sums of sentences that were left out of the fit (Platt), by Newton's method. */
export function scaleOf(scored: readonly (readonly [sum: number, is: boolean])[]): Scale {
  let slope = 1
  let shift = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    // The slopes of the loss, and how they bend.
    let [g, h, gg, gh, hh] = [0, 0, RIDGE, 0, RIDGE]
    for (const [sum, is] of scored) {
      const chance = 1 / (1 + Math.exp(-(slope * sum + shift)))
      const off = chance - Number(is)
      const bend = chance * (1 - chance)
      g += off * sum
      h += off
      gg += bend * sum * sum
      gh += bend * sum
      hh += bend
    }
    const determinant = gg * hh - gh * gh
    slope -= (hh * g - gh * h) / determinant
    shift -= (gg * h - gh * g) / determinant
  }
  return { slope, shift }
}
const ROUNDS = 30
const RIDGE = 1e-6
