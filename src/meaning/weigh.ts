import { once } from '../once.ts'
import type { Features } from './features.ts'
import { ENOUGH, FITTED, WEIGHTS } from './weights.ts'

export type Fitted = (typeof FITTED)[number]

export interface Weighed {
  readonly kind: Fitted
  /** From 0.5, which is just enough, to 1. */
  readonly weight: number
}

/** The fitted kind that most speaks for, if enough does. */
export function weighed(features: Features): Weighed | undefined {
  const sums = sumsOf(features)
  let best: Weighed | undefined
  FITTED.forEach((kind, index) => {
    const weight = 1 / (1 + Math.exp(ENOUGH[kind] - (sums[index] ?? 0) / HUNDREDTHS))
    if (weight >= 0.5 && weight > (best?.weight ?? 0)) best = { kind, weight }
  })
  return best
}

const HUNDREDTHS = 100

function sumsOf(features: Features): readonly number[] {
  const sums = FITTED.map(() => 0)
  for (const name of features) {
    const weights = TABLE().get(name)
    if (!weights) continue
    for (let index = 0; index < sums.length; index += 1)
      sums[index] = (sums[index] ?? 0) + (weights[index] ?? 0)
  }
  return sums
}

/** Made when it is first needed: who only loads this shall not wait. */
const TABLE = once((): ReadonlyMap<string, readonly number[]> => {
  const entries = WEIGHTS.split('\n').flatMap((line) => line.split('; '))
  return new Map(
    entries.flatMap((entry) => {
      const at = entry.lastIndexOf(' ')
      return at > 0 ? [[entry.slice(0, at), entry.slice(at + 1).split(',').map(Number)] as const] : []
    }),
  )
})
