import { once } from '../once.ts'
import { isEnglishStopWord } from '../text/stop-words.ts'
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
  if (!isEnglish(features)) return undefined
  const sums = sumsOf(features)
  let best: Weighed | undefined
  FITTED.forEach((kind, index) => {
    const weight = 1 / (1 + Math.exp(ENOUGH[kind] - (sums[index] ?? 0) / HUNDREDTHS))
    if (weight >= 0.5 && weight > (best?.weight ?? 0)) best = { kind, weight }
  })
  return best
}

const HUNDREDTHS = 100

/** A longer sentence without stop words is in another language, where words that look alike mean something else. */
function isEnglish(features: Features): boolean {
  if (SHORT.some((name) => features.has(name)) || features.has('=code') || features.has('=<code>'))
    return true
  for (const name of features) if (name.startsWith('=') && isEnglishStopWord(name.slice(1))) return true
  return false
}
const SHORT = ['words 1', 'words 2', 'words 4'] as const

function sumsOf(features: Features): readonly number[] {
  const sums = FITTED.map(() => 0)
  for (const name of features) {
    const weights = weightsOf(name)
    if (!weights) continue
    for (let index = 0; index < sums.length; index += 1)
      sums[index] = (sums[index] ?? 0) + (weights[index] ?? 0)
  }
  return sums
}

/** As numbers when they are first asked for: most of the table is never needed by a short process. */
function weightsOf(name: string): readonly number[] | undefined {
  const weights = TABLE().get(name)
  if (typeof weights !== 'string') return weights
  const numbers = weights.split(',').map(Number)
  TABLE().set(name, numbers)
  return numbers
}

/** Made when it is first needed: who only loads this shall not wait. */
const TABLE = once((): Map<string, string | readonly number[]> => {
  const table = new Map<string, string>()
  for (const entry of WEIGHTS.replaceAll('\n', '; ').split('; ')) {
    const at = entry.lastIndexOf(' ')
    if (at > 0) table.set(entry.slice(0, at), entry.slice(at + 1))
  }
  return table
})
