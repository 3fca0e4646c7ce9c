import { type Correction, detectCorrections } from '../../src/memory/detect-corrections.ts'
import { proposalsFrom } from '../../src/memory/propose.ts'
import { APPROVE_CONFIDENCE, REVIEW_CONFIDENCE } from '../../src/memory/thresholds.ts'
import { type Pairs, pairsRight, pairwise, SAME_RULES, UNSEEN_RULES } from './clusters.ts'
import { type Example, groupsIn, type LabelledTurn } from './labels.ts'
import { NEGATIVES, sessionOf } from './negatives.ts'
import { POSITIVES } from './positives.ts'
import { FRESH_WISHES, WISHES, type Wishes } from './wishes.ts'

/** One labeled prompt and the correction found in it. */
interface ScoredExample {
  readonly example: Example
  readonly correction: Correction | undefined
  /** Whether the result matches the label. */
  readonly isRight: boolean
}

/** Prints the results of one run. */
export function measure(examples: readonly Example[], halves: readonly LabelledTurn['half'][]): void {
  const all = scoredOf(examples)
  for (const half of halves) {
    const mine = all.filter(({ example }) => example.one.half === half)
    table(`${half}, ${mine.length} prompts`, mine)
    for (const [drawn, label] of [
      ['blind', 'random sample'],
      ['wide', 'wide word list'],
      ['narrow', 'narrow word list'],
    ] as const)
      table(
        `${half}, ${label}`,
        mine.filter(({ example }) => example.one.drawn === drawn),
      )
    lasting(half, mine)
    reliability(half, mine)
  }
}

function scoredOf(examples: readonly Example[]): readonly ScoredExample[] {
  const found = new Map<string, Correction>()
  for (const conversation of new Set(examples.map((example) => example.conversation)))
    for (const one of detectCorrections(conversation.turns)) found.set(one.message, one)
  return examples.map((example) => {
    const correction = found.get(example.turn.id)
    return { example, correction, isRight: isRight(example, correction) }
  })
}

/** The sentence must match too: finding the wrong sentence in the right message does not count. */
function isRight({ spans }: Example, correction: Correction | undefined): boolean {
  if (!correction) return false
  const [start, end] = correction.span
  return spans.some(({ from, to }) => start < to && end > from)
}

const atLeast =
  (least: number) =>
  ({ correction }: ScoredExample): boolean =>
    (correction?.confidence ?? 0) >= least
const percent = (part: number, whole: number): string => (whole === 0 ? '   -' : (part / whole).toFixed(2))

function table(title: string, mine: readonly ScoredExample[]): void {
  const labelled = mine.filter(({ example }) => example.spans.length > 0).length
  const line = (name: string, least: number): string => {
    const found = mine.filter(atLeast(least))
    const right = found.filter(({ isRight }) => isRight).length
    return `  ${name.padEnd(18)} found ${String(found.length).padStart(4)}  precision ${percent(right, found.length)}  recall ${percent(right, labelled)}`
  }
  console.log(`${title}: ${labelled} with a correction`)
  console.log(line(`approve (${APPROVE_CONFIDENCE})`, APPROVE_CONFIDENCE))
  for (const least of [0.75, 0.5]) console.log(line(`(${least})`, least))
  console.log(line(`review (${REVIEW_CONFIDENCE})`, REVIEW_CONFIDENCE))
}

/** Prints how many of the corrections detected as lasting are labeled as lasting, at both thresholds. */
function lasting(half: string, mine: readonly ScoredExample[]): void {
  const isLabelledSo = ({ example }: ScoredExample): boolean =>
    example.spans.some(({ kind }) => kind === 'lasting')
  for (const [name, least] of [
    ['approve', APPROVE_CONFIDENCE],
    ['review', REVIEW_CONFIDENCE],
  ] as const) {
    const found = mine.filter((one) => atLeast(least)(one) && one.correction?.isLasting)
    const right = found.filter((one) => one.isRight && isLabelledSo(one)).length
    const corrections = found.filter(({ isRight }) => isRight).length
    console.log(
      `${half}, lasting, ${name}: found ${found.length}, corrections ${percent(corrections, found.length)}, lasting ${percent(right, found.length)}, recall ${percent(right, mine.filter(isLabelledSo).length)}`,
    )
  }
}

/** Prints the confidence next to the accuracy. */
function reliability(half: string, mine: readonly ScoredExample[]): void {
  console.log(`${half}, reliability:  confidence  prompts  predicted  actual`)
  let off = 0
  const found = mine.filter(atLeast(0.2))
  for (const [from, to] of BINS) {
    const bin = found.filter(
      ({ correction }) => (correction?.confidence ?? 0) >= from && (correction?.confidence ?? 0) < to,
    )
    const said =
      bin.reduce((sum, { correction }) => sum + (correction?.confidence ?? 0), 0) / (bin.length || 1)
    const was = bin.filter(({ isRight }) => isRight).length / (bin.length || 1)
    off += Math.abs(said - was) * bin.length
    if (bin.length > 0)
      console.log(
        `  ${from.toFixed(2)}..${to.toFixed(2).padEnd(16)} ${String(bin.length).padStart(8)}  ${said.toFixed(2)}  ${was.toFixed(2)}`,
      )
  }
  console.log(`  expected calibration error ${(off / (found.length || 1)).toFixed(3)}`)
}
const BINS = [
  [0.2, 0.35],
  [0.35, 0.5],
  [0.5, 0.65],
  [0.65, 0.8],
  [0.8, 0.9],
  [0.9, 1.01],
] as const

/** Invented examples. Every second one was used for fitting. */
export function measureOwn(): void {
  for (const [name, isUnseen] of [
    ['used for fitting', false],
    ['not used for fitting', true],
  ] as const) {
    const of = <T>(list: readonly T[], shift: number): readonly T[] =>
      list.filter((_, at) => ((at + shift) % 2 === 1) === isUnseen)
    const bad = of(NEGATIVES, 0).map(([before, text]) => confidenceOf(before, text))
    const good = of(POSITIVES, NEGATIVES.length).map(([before, text]) => confidenceOf(before, text))
    const count = (list: readonly number[], least: number): number =>
      list.filter((one) => one >= least).length
    console.log(
      `invented, ${name}: ${bad.length} negatives, ${count(bad, APPROVE_CONFIDENCE)} at ${APPROVE_CONFIDENCE}, ${count(bad, REVIEW_CONFIDENCE)} at ${REVIEW_CONFIDENCE}; ${good.length} corrections, ${count(good, APPROVE_CONFIDENCE)} at ${APPROVE_CONFIDENCE}, ${count(good, REVIEW_CONFIDENCE)} at ${REVIEW_CONFIDENCE}`,
    )
  }
}

/** Counts how many wishes and how many other messages are proposed as rules. */
export function wishFigures({ rules, others }: Wishes): {
  readonly precision: number
  readonly recall: number
} {
  const right = rules.filter(reachesReview).length
  const wrong = others.filter(reachesReview).length
  return { precision: right / Math.max(1, right + wrong), recall: right / rules.length }
}

function reachesReview([before, said]: readonly [string, string]): boolean {
  const found = detectCorrections(sessionOf(before, said))
  return (
    proposalsFrom(found.map((correction) => ({ correction, session: 'one', project: 'ours' }))).length > 0
  )
}

export function measureWishes(): void {
  for (const [name, wishes] of [
    ['used for tuning', WISHES],
    ['only measured', FRESH_WISHES],
  ] as const) {
    const { precision, recall } = wishFigures(wishes)
    console.log(
      `wishes, ${name}: ${wishes.rules.length} rules, ${wishes.others.length} others, precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}`,
    )
  }
}

/** Clustering quality for paraphrased rules. */
export function measureClusters(): void {
  showPairs('invented, used for tuning', pairwise(SAME_RULES))
  showPairs('invented, not used for tuning', pairwise(UNSEEN_RULES))
}

/** Clustering quality for labeled prompts with manual rule numbers, at the review threshold. */
export function measureRealClusters(examples: readonly Example[], path: string): void {
  const rules = new Map(
    groupsIn(path).map(({ series, session, turn, rule }) => [`${series} ${session} ${turn}`, String(rule)]),
  )
  const corrections = scoredOf(examples).flatMap(({ example, correction, isRight }) =>
    isRight && correction && correction.confidence >= REVIEW_CONFIDENCE && rules.has(example.turn.id)
      ? [
          {
            correction,
            session: `${example.one.series} ${example.one.session}`,
            project: example.conversation.project,
          },
        ]
      : [],
  )
  showPairs(
    `${corrections.length} prompts of the fitting half`,
    pairsRight(corrections, (message) => rules.get(message)),
  )
}

const showPairs = (name: string, { precision, recall, f1 }: Pairs): void =>
  console.log(
    `clusters, ${name}: pairwise precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}, F1 ${f1.toFixed(2)}`,
  )

export const confidenceOf = (before: string, text: string): number =>
  Math.max(0, ...detectCorrections(sessionOf(before, text)).map(({ confidence }) => confidence))
