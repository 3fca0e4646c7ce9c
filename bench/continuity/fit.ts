import { SIGNALS } from '../../src/search/rank-files.ts'
import { MAX_FILES } from './composer.ts'
import type { RecordedHistory } from './histories.ts'
import { mean } from './measure.ts'
import { PROJECT } from './series-index.ts'
import { type Transition, transitionsIn } from './transitions.ts'

interface TransitionSample {
  readonly project: string
  readonly series: string
  readonly earlier: number
  readonly needed: number
  /** One row of signals per candidate. */
  readonly rows: Float64Array
  readonly isNeeded: Uint8Array
}

const ENOUGH = 5
const WIDTH = SIGNALS.length

/** Fits weights on all series, and reports the recall on held-out projects. */
export function fitWeights(all: readonly RecordedHistory[], progress: (text: string) => void): string {
  const samples = all.flatMap((history) => {
    progress(`gathering signals of ${history.series}`)
    return Array.from(transitionsIn(history, 'whole'), (transition) => sampleOf(history, transition))
  })
  const projects = [...new Set(samples.map(({ project }) => project))]
  const judged = samples.filter(({ earlier }) => earlier >= ENOUGH)
  const heldOut = projects.flatMap((project) => {
    progress(`fitting without ${project}`)
    const weights = weightsFor(samples.filter((sample) => sample.project !== project))
    return judged
      .filter((sample) => sample.project === project)
      .map((sample) => ({ series: sample.series, recall: recall(sample, weights) }))
  })
  const weights = weightsFor(samples)
  progress('')
  const of = (series: string): number | undefined =>
    mean(heldOut.filter((one) => one.series === series).map((one) => one.recall))
  return [
    ...SIGNALS.map((signal, at) => `${signal}: ${(weights[at] ?? 0).toFixed(2)}`),
    `fitted on all projects: ${mean(judged.map((sample) => recall(sample, weights)))?.toFixed(4)}`,
    `on held-out projects: ${mean(heldOut.map((one) => one.recall))?.toFixed(4)}`,
    ...[...new Set(heldOut.map(({ series }) => series))].map(
      (series) => `  ${series}: ${of(series)?.toFixed(4)}`,
    ),
  ].join('\n')
}

function sampleOf(
  { project }: RecordedHistory,
  { situation, prompts, needed }: Transition,
): TransitionSample {
  const { series, history } = situation
  const query = { ...situation, prompt: prompts.join('\n'), projects: [PROJECT] }
  const { files } = situation.index().evidence(query)
  return {
    project,
    series,
    earlier: history.length,
    needed: needed.files.size,
    rows: Float64Array.from(files.flatMap(({ signals }) => SIGNALS.map((signal) => signals[signal] ?? 0))),
    isNeeded: Uint8Array.from(files.map(({ path }) => (needed.files.has(path) ? 1 : 0))),
  }
}

const ROUNDS = 150
const STEP = 0.15
const DECAY = 0.005

/**
 * Maximizes the likelihood of the needed files among all candidates (softmax, equal weight per transition).
 * Weights are not negative: a signal supports a file or is neutral. Uses Adam, because its step needs no tuning.
 */
function weightsFor(samples: readonly TransitionSample[]): Float64Array {
  const useful = samples.filter(({ isNeeded }) => isNeeded.includes(1))
  const weights = new Float64Array(WIDTH)
  const first = new Float64Array(WIDTH)
  const second = new Float64Array(WIDTH)
  for (let round = 1; round <= ROUNDS; round += 1) {
    const slope = new Float64Array(WIDTH)
    for (const sample of useful) addSlope(slope, sample, weights)
    for (let at = 0; at < WIDTH; at += 1) {
      const down = slope[at]! / useful.length + DECAY * weights[at]!
      first[at] = 0.9 * first[at]! + 0.1 * down
      second[at] = 0.99 * second[at]! + 0.01 * down ** 2
      const step = first[at]! / (1 - 0.9 ** round) / (Math.sqrt(second[at]! / (1 - 0.99 ** round)) + 1e-8)
      weights[at] = Math.max(0, weights[at]! - STEP * step)
    }
  }
  return weights
}

function addSlope(slope: Float64Array, sample: TransitionSample, weights: Float64Array): void {
  const scores = scoresOf(sample, weights)
  const top = scores.reduce((most, score) => Math.max(most, score), 0)
  const odds = scores.map((score) => Math.exp(score - top))
  const sum = odds.reduce((total, one) => total + one, 0)
  const hits = sample.isNeeded.reduce((total, one) => total + one, 0)
  for (let row = 0; row < odds.length; row += 1) {
    const off = odds[row]! / sum - sample.isNeeded[row]! / hits
    for (let at = 0; at < WIDTH; at += 1) slope[at]! += off * sample.rows[row * WIDTH + at]!
  }
}

function scoresOf({ rows, isNeeded }: TransitionSample, weights: Float64Array): Float64Array {
  const scores = new Float64Array(isNeeded.length)
  for (let row = 0; row < scores.length; row += 1)
    for (let at = 0; at < WIDTH; at += 1) scores[row]! += rows[row * WIDTH + at]! * weights[at]!
  return scores
}

function recall(sample: TransitionSample, weights: Float64Array): number {
  const scores = scoresOf(sample, weights)
  const order = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]!).slice(0, MAX_FILES)
  return order.filter((row) => sample.isNeeded[row] === 1).length / sample.needed
}
