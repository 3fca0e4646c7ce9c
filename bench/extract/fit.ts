import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { featuresIn } from '../../src/extract/features.ts'
import { goalIn } from '../../src/extract/goal.ts'
import type { Fitted } from '../../src/extract/statements.ts'
import { FITTED } from '../../src/extract/weights.ts'
import { unitsIn } from '../../src/text/sentences.ts'
import { hashOf } from './labels.ts'
import { PRIOR } from './prior.ts'
import { type Belief, fitted, type Row, sumOf } from './regression.ts'
import type { Read } from './report.ts'

/** A message unit used for fitting. */
interface Sample {
  /** Whether it was read while writing the phrases, which makes its result too good. */
  readonly isSeen: boolean
  readonly session: string
  /** Several series may belong to one project. */
  readonly project: string
  readonly kind: string | undefined
  readonly features: readonly string[]
}

/** A feature must occur in this many projects, which excludes names specific to one project. */
const LEAST_PROJECTS = 3
const LEAST_SESSIONS = 4
const FOLDS = 5
/** Strength of the prior, chosen by cross-validation over sessions. */
const STRENGTH = 8
/** Scale of the prior weights. */
const TRUST = 0.6
/** Single words and word pairs are less reliable than word classes, so their prior is this many times stronger. */
const WORDS = 2
/** In log-odds. Smaller weights make no difference. */
const LEAST_WEIGHT = 0.04

/** Fits the weights on messages outside the held-out sets and writes them as a table. */
export function fitWeights(root: string, read: readonly Read[]): void {
  const samples = read
    .filter(({ one }) => one.half === 'development' || one.half === 'training')
    .flatMap(samplesOf)
  const names = known(samples)
  const index = new Map(names.map((name, at) => [name, at]))
  const numbered = samples.map(({ features, ...rest }) => ({
    ...rest,
    holds: features.flatMap((name) => index.get(name) ?? []),
  }))
  const fitOf = (kind: Fitted, from: typeof numbered): Float64Array =>
    fitted(rowsOf(kind, from), beliefOf(kind, names))
  const enough = FITTED.map((kind) => {
    const scoresBy = (groupOf: (one: (typeof numbered)[number]) => string) =>
      [...new Set(numbered.map(groupOf))].flatMap((group) => {
        const weights = fitOf(
          kind,
          numbered.filter((one) => groupOf(one) !== group),
        )
        return numbered
          .filter((one) => groupOf(one) === group)
          .map(({ holds, isSeen, kind: given }) => ({
            score: sumOf(weights, holds),
            is: given === kind,
            isSeen,
          }))
      })
    const scores = scoresBy(({ session }) => foldOf(session))
    curve(`${kind}, unseen sessions`, scores)
    curve(
      `${kind}, unseen sessions, no phrase made from them`,
      scores.filter(({ isSeen }) => !isSeen),
    )
    // Users work on projects that were not part of the sample.
    return curve(
      `${kind}, unseen projects`,
      scoresBy(({ project }) => project),
    )
  })
  const tables = FITTED.map((kind) => fitOf(kind, numbered))
  writeFileSync(join(root, 'src/extract/weights.ts'), sourceOf(names, tables, enough))
}

function samplesOf({ one, message, before }: Read): readonly Sample[] {
  const { series, session, speaker, text, isFinal, isFirst, isLast } = message
  const units = unitsIn(text)
  const goal = isFirst && speaker === 'user' ? goalIn(text)?.at : undefined
  const given = new Map(one.labels.map(([at, , kind]) => [at, kind]))
  const said = { speaker, text, isFinal, isFirst, isLast, ...(before !== undefined && { before }) }
  return featuresIn(said, units).flatMap((features, at) => {
    const unit = units[at]
    if (!unit || unit.at === goal) return []
    return [
      {
        isSeen: one.half === 'development',
        project: series.startsWith('cli-') ? 'cli' : series,
        session: `${series} ${session}`,
        kind: given.get(unit.at),
        features: [...features],
      },
    ]
  })
}

/** The features that occur in enough sessions and projects, and those with a prior. */
function known(samples: readonly Sample[]): readonly string[] {
  const seen = new Map<string, { readonly projects: Set<string>; readonly sessions: Set<string> }>()
  for (const { features, project, session } of samples) {
    for (const name of features) {
      const where = seen.get(name) ?? { projects: new Set(), sessions: new Set() }
      where.projects.add(project)
      where.sessions.add(session)
      seen.set(name, where)
    }
  }
  const shared = [...seen].flatMap(([name, { projects, sessions }]) =>
    projects.size >= LEAST_PROJECTS && sessions.size >= LEAST_SESSIONS ? [name] : [],
  )
  return [...new Set([...shared, ...FITTED.flatMap((kind) => Object.keys(PRIOR[kind]))])].sort()
}

const rowsOf = (
  kind: Fitted,
  from: readonly { readonly holds: readonly number[]; readonly kind: string | undefined }[],
): readonly Row[] => from.map((one) => ({ holds: one.holds, is: one.kind === kind }))

const beliefOf = (kind: Fitted, names: readonly string[]): Belief => ({
  expected: Float64Array.from(names, (name) => (PRIOR[kind][name] ?? 0) * TRUST),
  strength: Float64Array.from(names, (name) => STRENGTH * scaleOf(name)),
})

/** The intercept is not penalised; single words have a stronger prior than word classes. */
function scaleOf(name: string): number {
  if (name === '*') return 1e-4
  if (/^[#>]?=/.test(name)) return WORDS
  return /^(?:<|>>|user\+|item\+|report\+)/.test(name) ? WORDS : 1
}

const foldOf = (session: string): string => String(Number.parseInt(hashOf(session).slice(0, 6), 16) % FOLDS)

/** Prints precision by recall and returns the log-odds threshold. */
function curve(title: string, scores: readonly { readonly score: number; readonly is: boolean }[]): number {
  const sorted = [...scores].sort((one, other) => other.score - one.score)
  const given = scores.filter(({ is }) => is).length
  const shown = new Map<number, string>()
  let hits = 0
  let best = { value: 0, score: 0, text: '' }
  sorted.forEach(({ score, is }, at) => {
    hits += Number(is)
    const precision = hits / (at + 1)
    const recall = hits / given
    const tenth = Math.floor(recall * 10)
    if (!shown.has(tenth)) shown.set(tenth, `${recall.toFixed(2)}: ${precision.toFixed(2)}`)
    const value = ((1 + BETA ** 2) * precision * recall) / (BETA ** 2 * precision + recall || 1)
    if (value > best.value) best = { value, score, text: `${precision.toFixed(2)} / ${recall.toFixed(2)}` }
  })
  console.log(
    `${title}: precision / recall ${best.text} at ${best.score.toFixed(2)}; ${[...shown.values()].join('  ')}`,
  )
  return best.score
}
/** Precision counts more: a false claim in a brief is worse than an omission. */
const BETA = 0.7

function sourceOf(
  names: readonly string[],
  tables: readonly Float64Array[],
  enough: readonly number[],
): string {
  const entries = names.flatMap((name, at) => {
    const weights = tables.map((table) => Math.round((table[at] ?? 0) * 100))
    return weights.some((weight) => Math.abs(weight) >= LEAST_WEIGHT * 100)
      ? [`${name} ${weights.join(',')}`]
      : []
  })
  const lines = entries.reduce<string[]>((all, entry) => {
    const last = all.at(-1)
    if (last === undefined || last.length + entry.length > 106) all.push(entry)
    else all[all.length - 1] = `${last}; ${entry}`
    return all
  }, [])
  const table = FITTED.map((kind, at) => `  ${kind}: ${Number((enough[at] ?? 0).toFixed(2))},`).join('\n')
  return `// Written by \`npm run bench -- --only extract --fit\`; see docs/lab/extraction.md. Not by hand.

/** The kinds whose weights are fitted. */
export const FITTED = [${FITTED.map((kind) => `'${kind}'`).join(', ')}] as const

/** The log-odds threshold for each kind. */
export const ENOUGH: Readonly<Record<(typeof FITTED)[number], number>> = {
${table}
}

/** The weight of each feature for each kind in order, in hundredths of log-odds. */
export const WEIGHTS = \`
${lines.join('\n')}
\`
`
}
