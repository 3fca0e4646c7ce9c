import { type Composer, MAX_FILES, MAX_SESSIONS } from './composer.ts'
import { costOf, type RetrievalCost } from './cost.ts'
import type { RecordedHistory } from './histories.ts'
import { mean, OCCASIONS, type Occasion, outcome, type RankingResult } from './measure.ts'
import { matchSummaries, type SummaryMatch } from './summaries.ts'
import { editedOutside, KNOWLEDGES, type Knowledge, transitionsIn } from './transitions.ts'

/** The minimum number of earlier sessions. With fewer, there is little to choose from. */
export const ENOUGH = 5

/** The output of `--json`. */
export interface ContinuityReport {
  readonly version: 1
  readonly most: { readonly files: number; readonly sessions: number }
  readonly series: readonly {
    readonly name: string
    readonly sessions: number
    readonly transitions: number
    readonly outside: number
  }[]
  readonly rows: readonly ContinuityRow[]
  /** Comparison with the summaries that another tool's model wrote, if any. */
  readonly summaries: readonly SummaryMatch[]
  readonly cost: RetrievalCost
}
export interface ContinuityRow {
  readonly composer: string
  readonly knowledge: Knowledge
  readonly at: Occasion
  /** Means over the transitions with at least five earlier sessions. */
  readonly mean: ContinuityFigures
  /** Means over all transitions. */
  readonly all: ContinuityFigures
  readonly perSeries: Readonly<Record<string, ContinuityFigures>>
}
/**
 * Mean figures. Optional ones cover only the transitions that have them; `counted` is the number of these
 * transitions.
 */
export interface ContinuityFigures extends Omit<RankingResult, 'series' | 'earlier'> {
  readonly transitions: number
  readonly counted: Readonly<Record<(typeof COVERAGE_KINDS)[number], number>>
}
export const COVERAGE_KINDS = ['symbols', 'commands', 'task', 'decisions'] as const

interface ReportOptions {
  /** The unpacked histories. */
  readonly folder: string
  readonly progress: (text: string) => void
  readonly knowledges?: readonly Knowledge[]
}

export async function reportOf(
  all: readonly RecordedHistory[],
  composers: readonly Composer[],
  { folder, progress, knowledges = KNOWLEDGES }: ReportOptions,
): Promise<ContinuityReport> {
  const rows: ContinuityRow[] = []
  for (const knowledge of knowledges) {
    const cells = OCCASIONS.flatMap((at) =>
      composers.map((composer) => ({ at, composer, found: [] as RankingResult[] })),
    )
    for (const history of all) {
      progress(`measuring ${history.series}, ${knowledge}`)
      for (const transition of transitionsIn(history, knowledge))
        for (const { at, composer, found } of cells) found.push(await outcome(composer, transition, at))
    }
    for (const { at, composer, found } of cells)
      rows.push({ composer: composer.name, knowledge, at, ...summarize(found) })
  }
  return {
    version: 1,
    most: { files: MAX_FILES, sessions: MAX_SESSIONS },
    series: all.map(aboutSeries),
    rows,
    summaries: await matchSummaries(all, folder, composers),
    cost: costOf(all),
  }
}

const aboutSeries = (history: RecordedHistory): ContinuityReport['series'][number] => ({
  name: history.series,
  sessions: history.sessions.length,
  transitions: [...transitionsIn(history, 'whole')].length,
  outside: editedOutside(history),
})

function summarize(found: readonly RankingResult[]): Pick<ContinuityRow, 'mean' | 'all' | 'perSeries'> {
  const enough = found.filter(({ earlier }) => earlier >= ENOUGH)
  const names = [...new Set(enough.map(({ series }) => series))]
  const of = (series: string): ContinuityFigures => figures(enough.filter((one) => one.series === series))
  return {
    mean: figures(enough),
    all: figures(found),
    perSeries: Object.fromEntries(names.map((name) => [name, of(name)])),
  }
}

function figures(found: readonly RankingResult[]): ContinuityFigures {
  const of = (key: keyof Omit<RankingResult, 'series' | 'earlier'>): number | undefined =>
    mean(found.map((outcome) => outcome[key]))
  const optional = ['covered', ...COVERAGE_KINDS] as const
  const known = optional.flatMap((key) => {
    const value = of(key)
    return value === undefined ? [] : [[key, value] as const]
  })
  const counted = COVERAGE_KINDS.map(
    (key) => [key, found.filter((one) => one[key] !== undefined).length] as const,
  )
  return {
    transitions: found.length,
    recall: of('recall') ?? 0,
    precision: of('precision') ?? 0,
    anywhere: of('anywhere') ?? 0,
    named: of('named') ?? 0,
    tokens: of('tokens') ?? 0,
    ...Object.fromEntries(known),
    counted: Object.fromEntries(counted) as ContinuityFigures['counted'],
  }
}
