/** One unit as numbers: its features, and whether it has the kind being fitted. */
export interface RegressionRow {
  readonly holds: readonly number[]
  readonly is: boolean
}

export interface Belief {
  /** Prior weights, one per feature. */
  readonly expected: Float64Array
  /** Strength of the pull toward the prior. */
  readonly strength: Float64Array
}

const ROUNDS = 100
const MEMORY = 8

/** Logistic regression with an L2 penalty around the prior weights, by L-BFGS. Deterministic. */
export function fitted(rows: readonly RegressionRow[], { expected, strength }: Belief): Float64Array {
  const size = expected.length
  const loss = (weights: Float64Array): { readonly value: number; readonly slope: Float64Array } => {
    const slope = new Float64Array(size)
    let value = 0
    for (const { holds, is } of rows) {
      const chance = 1 / (1 + Math.exp(-sumOf(weights, holds)))
      value -= Math.log(Math.max(1e-12, is ? chance : 1 - chance))
      for (const at of holds) slope[at] = get(slope, at) + chance - Number(is)
    }
    for (let at = 0; at < size; at += 1) {
      const off = get(weights, at) - get(expected, at)
      value += 0.5 * get(strength, at) * off * off
      slope[at] = get(slope, at) + get(strength, at) * off
    }
    return { value, slope }
  }
  return descended(Float64Array.from(expected), loss)
}

export const sumOf = (weights: Float64Array, holds: readonly number[]): number =>
  holds.reduce((sum, at) => sum + get(weights, at), 0)

const get = (list: Float64Array, at: number): number => list[at] ?? 0
const dot = (one: Float64Array, other: Float64Array): number =>
  one.reduce((sum, value, at) => sum + value * get(other, at), 0)
const moved = (from: Float64Array, by: Float64Array, times: number): Float64Array =>
  from.map((value, at) => value + times * get(by, at))

type LossFunction = (weights: Float64Array) => { readonly value: number; readonly slope: Float64Array }

interface SearchStep {
  readonly way: Float64Array
  readonly turn: Float64Array
}

function descended(start: Float64Array, loss: LossFunction): Float64Array {
  let weights: Float64Array = start
  let { value, slope } = loss(weights)
  const steps: SearchStep[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const direction = directionOf(slope, steps)
    const downhill = dot(slope, direction)
    let length = 1
    let next = loss(moved(weights, direction, -length))
    while (next.value > value - 1e-4 * length * downhill && length > 1e-6) {
      length /= 2
      next = loss(moved(weights, direction, -length))
    }
    const step = { way: direction.map((way) => -length * way), turn: moved(next.slope, slope, -1) }
    if (dot(step.way, step.turn) > 1e-10) steps.push(step)
    if (steps.length > MEMORY) steps.shift()
    weights = moved(weights, direction, -length)
    const isThere = Math.abs(value - next.value) < 1e-7 * Math.abs(value)
    value = next.value
    slope = next.slope
    if (isThere) break
  }
  return weights
}

/** The two-loop recursion of L-BFGS. */
function directionOf(slope: Float64Array, steps: readonly SearchStep[]): Float64Array {
  let direction: Float64Array = Float64Array.from(slope)
  const shares: number[] = []
  for (const { way, turn } of [...steps].reverse()) {
    const share = dot(way, direction) / dot(way, turn)
    shares.unshift(share)
    direction = moved(direction, turn, -share)
  }
  const last = steps.at(-1)
  const scale = last ? dot(last.way, last.turn) / dot(last.turn, last.turn) : 1 / Math.sqrt(dot(slope, slope))
  direction = direction.map((value) => value * scale)
  steps.forEach(({ way, turn }, index) => {
    direction = moved(direction, way, (shares[index] ?? 0) - dot(turn, direction) / dot(way, turn))
  })
  return direction
}
