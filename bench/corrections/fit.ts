import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { candidateSentences } from '../../src/memory/detect-corrections.ts'
import type { Example } from './labels.ts'
import { NEGATIVES, sessionOf } from './negatives.ts'
import { POSITIVES } from './positives.ts'
import { EXPECTED, EXPECTED_LASTING } from './prior.ts'
import { fitted, type RegressionRow, sumOf } from './regression.ts'

interface LabelledLine {
  readonly features: readonly string[]
  readonly isCorrection: boolean
  readonly isLasting: boolean
  /** Cross-validation always holds out all lines of a project together. */
  readonly project: string
}

/** Invented examples belong to no project. */
const OWN = 'own'

/**
 * The strength of the pull toward the prior. Chosen by fitting on one project and testing on another: weights
 * far from the prior do not generalize.
 */
const STRENGTH = 16
/**
 * Features with nearly fixed weights, because they depend on whether the tool that recorded a history also
 * recorded actions.
 */
const NEARLY_FIXED: ReadonlySet<string> = new Set([
  'after action',
  'after stop',
  'after stop, plainly',
  'after reverted',
  'first of all',
  'of what was done',
])
const strengthOf = (name: string, strength: number): number =>
  NEARLY_FIXED.has(name) ? Math.max(60, strength) : strength
/** A feature that occurs less often keeps its prior weight. */
const LEAST = 2

/** Fits the weights on the fitting half and every second invented example. Writes src/memory/weights.ts. */
export function fitWeights(root: string, examples: readonly Example[]): void {
  const lines = [...linesOf(examples.filter(({ one }) => one.half === 'fitting')), ...ownLines()]
  const weights = weightsOf(lines, EXPECTED, ({ isCorrection }) => isCorrection)
  const lasting = weightsOf(
    lines.filter(({ isCorrection }) => isCorrection),
    EXPECTED_LASTING,
    ({ isLasting }) => isLasting,
  )
  const left = leftOut(lines)
  const scale = scaleOf(left)
  const text = `// Written by \`npm run bench -- --only corrections --fit\`; see docs/lab/corrections.md. Not by hand.

/** Log-odds weights for "is a correction", calibrated by cross-validation. */
export const WEIGHTS: Readonly<Record<string, number>> = ${tableOf(scaled(weights, scale))}

/** Log-odds weights for "is meant as a lasting rule". */
export const LASTING: Readonly<Record<string, number>> = ${tableOf(lasting)}
`
  writeFileSync(join(root, 'src/memory/weights.ts'), text)
  console.log(`slope ${scale.slope.toFixed(2)}, shift ${scale.shift.toFixed(2)}`)
  console.log(
    `${lines.length} sentences, ${lines.filter((line) => line.isCorrection).length} corrections, ${weights.size} features`,
  )
}

/** The shift is added to the intercept. */
const scaled = (weights: ReadonlyMap<string, number>, { slope, shift }: Scale): ReadonlyMap<string, number> =>
  new Map([...weights].map(([name, weight]) => [name, weight * slope + (name === 'any' ? shift : 0)]))

const tableOf = (weights: ReadonlyMap<string, number>): string =>
  `{\n${[...weights]
    .filter(([, weight]) => Math.abs(weight) >= 0.05)
    .map(([name, weight]) => `  ${/^[a-z]+$/.test(name) ? name : `'${name}'`}: ${Number(weight.toFixed(2))},`)
    .join('\n')}\n}`

export function linesOf(examples: readonly Example[]): readonly LabelledLine[] {
  return examples.flatMap(({ conversation, spans, sentences }) =>
    sentences.map(({ said, features }) => {
      const span = spans.find(({ from, to }) => said.at < to && said.at + said.text.length > from)
      return {
        features,
        isCorrection: span !== undefined,
        isLasting: span?.kind === 'lasting',
        project: conversation.project,
      }
    }),
  )
}

/** Every second invented example; the others are for measuring. */
export function ownLines(): readonly LabelledLine[] {
  const all = [
    ...NEGATIVES.map(([before, text]) => ({ before, said: text, kind: undefined })),
    ...POSITIVES.map(([before, said, kind]) => ({ before, said, kind })),
  ]
  return all.flatMap(({ before, said, kind }, at) =>
    at % 2 === 1
      ? []
      : candidateSentences(sessionOf(before, said)).map(({ features }) => ({
          features,
          isCorrection: kind !== undefined,
          isLasting: kind === 'lasting',
          project: OWN,
        })),
  )
}

/** Scores the sentences of each project with weights fitted on the other projects. */
function leftOut(lines: readonly LabelledLine[]): readonly (readonly [sum: number, is: boolean])[] {
  return [...new Set(lines.map(({ project }) => project))].flatMap((project) => {
    if (project === OWN) return []
    const weights = weightsOf(
      lines.filter((line) => line.project !== project),
      EXPECTED,
      ({ isCorrection }) => isCorrection,
    )
    return lines
      .filter((line) => line.project === project)
      .map(
        ({ features, isCorrection }) =>
          [features.reduce((sum, name) => sum + (weights.get(name) ?? 0), 0), isCorrection] as const,
      )
  })
}

export function weightsOf(
  lines: readonly LabelledLine[],
  expectation: Readonly<Record<string, number>>,
  is: (line: LabelledLine) => boolean,
  strength = STRENGTH,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { features } of lines) for (const name of features) counts.set(name, (counts.get(name) ?? 0) + 1)
  const names = [
    ...new Set([
      ...Object.keys(expectation),
      ...[...counts].filter(([, count]) => count >= LEAST).map(([name]) => name),
    ]),
  ].sort()
  const index = new Map(names.map((name, at) => [name, at]))
  const rows = lines.map(
    (line): RegressionRow => ({
      holds: line.features.flatMap((name) => index.get(name) ?? []),
      is: is(line),
    }),
  )
  const expected = Float64Array.from(names, (name) => expectation[name] ?? 0)
  const weights = fitted(rows, {
    expected,
    strength: Float64Array.from(names, (name) => strengthOf(name, strength)),
  })
  return new Map(names.map((name, at) => [name, sumOf(weights, [at])]))
}

/** Calibrates a sum of weights to log-odds: sum × slope + shift. */
export interface Scale {
  readonly slope: number
  readonly shift: number
}

/** Platt scaling on sentences left out of the fit, by Newton's method. */
export function scaleOf(scored: readonly (readonly [sum: number, is: boolean])[]): Scale {
  let slope = 1
  let shift = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    // Gradient and Hessian of the loss.
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
