import { type Composer, MOST_FILES, MOST_SESSIONS } from './composer.ts'
import { type Cost, costOf } from './cost.ts'
import type { History } from './histories.ts'
import { mean, OCCASIONS, type Occasion, type Outcome, outcome } from './measure.ts'
import { editedOutside, KNOWLEDGES, type Knowledge, transitionsIn } from './transitions.ts'

/** Before this many sessions there is little to choose from. */
const ENOUGH = 5

/** What `--json` prints. */
export interface Report {
  readonly version: 1
  readonly most: { readonly files: number; readonly sessions: number }
  readonly series: readonly {
    readonly name: string
    readonly sessions: number
    readonly transitions: number
    readonly outside: number
  }[]
  readonly rows: readonly Row[]
  readonly cost: Cost
}
export interface Row {
  readonly composer: string
  readonly knowledge: Knowledge
  readonly at: Occasion
  /** Over transitions with at least five earlier sessions. */
  readonly mean: Figures
  /** Over all transitions. */
  readonly all: Figures
  readonly perSeries: Readonly<Record<string, Figures>>
}
export interface Figures {
  readonly transitions: number
  readonly recall: number
  readonly precision: number
  readonly covered?: number
  readonly symbols?: number
  readonly commands?: number
  readonly tokens: number
}

export async function reportOf(
  all: readonly History[],
  composers: readonly Composer[],
  progress: (text: string) => void,
): Promise<Report> {
  const rows: Row[] = []
  for (const knowledge of KNOWLEDGES) {
    const cells = OCCASIONS.flatMap((at) =>
      composers.map((composer) => ({ at, composer, found: [] as Outcome[] })),
    )
    for (const history of all) {
      progress(`measuring ${history.series}, ${knowledge}`)
      for (const transition of transitionsIn(history, knowledge))
        for (const { at, composer, found } of cells) found.push(await outcome(composer, transition, at))
    }
    for (const { at, composer, found } of cells)
      rows.push({ composer: composer.name, knowledge, at, ...summed(found) })
  }
  return {
    version: 1,
    most: { files: MOST_FILES, sessions: MOST_SESSIONS },
    series: all.map(aboutSeries),
    rows,
    cost: costOf(all),
  }
}

const aboutSeries = (history: History): Report['series'][number] => ({
  name: history.series,
  sessions: history.sessions.length,
  transitions: [...transitionsIn(history, 'whole')].length,
  outside: editedOutside(history),
})

function summed(found: readonly Outcome[]): Pick<Row, 'mean' | 'all' | 'perSeries'> {
  const enough = found.filter(({ earlier }) => earlier >= ENOUGH)
  const names = [...new Set(enough.map(({ series }) => series))]
  const of = (series: string): Figures => figures(enough.filter((one) => one.series === series))
  return {
    mean: figures(enough),
    all: figures(found),
    perSeries: Object.fromEntries(names.map((name) => [name, of(name)])),
  }
}

function figures(found: readonly Outcome[]): Figures {
  const of = (key: keyof Omit<Outcome, 'series' | 'earlier'>): number | undefined =>
    mean(found.map((outcome) => outcome[key]))
  const [covered, symbols, commands] = [of('covered'), of('symbols'), of('commands')]
  return {
    transitions: found.length,
    recall: of('recall') ?? 0,
    precision: of('precision') ?? 0,
    tokens: of('tokens') ?? 0,
    ...(covered !== undefined && { covered }),
    ...(symbols !== undefined && { symbols }),
    ...(commands !== undefined && { commands }),
  }
}

/** For people: as tables that can stand in a document. */
export function told({ series, rows, most, cost }: Report): string {
  const names = Object.keys(rows[0]?.perSeries ?? {})
  const tables = KNOWLEDGES.flatMap((knowledge) =>
    OCCASIONS.map((at) =>
      [
        `## ${TITLES[knowledge]}, ${MOMENTS[at]}`,
        '',
        table(
          ['composer', 'recall', 'all', 'precision', 'sessions', ...names],
          rows.filter((row) => row.knowledge === knowledge && row.at === at).map((row) => line(row, names)),
        ),
      ].join('\n'),
    ),
  )
  const about = series.map(({ name, sessions, transitions, outside }) =>
    [name, sessions, transitions, outside].map(String),
  )
  return [
    `At most ${most.files} files. recall: of all files that the session edited, mean over transitions with at least ${ENOUGH}`,
    `earlier sessions; all: over every transition; sessions: share of them that the best ${most.sessions} sessions came to.`,
    '',
    table(['series', 'sessions', 'transitions', 'edited outside'], about),
    ...tables.map((text) => `\n${text}`),
    '',
    costLine(cost),
  ].join('\n')
}

const costLine = ({ sessions, paths, medianMs, p95Ms, medianRows, p95Rows }: Cost): string =>
  `A question to ${sessions} sessions and ${paths} paths in memory: ${medianMs.toFixed(1)} ms, 95 of 100 within ${p95Ms.toFixed(1)} ms; ${Math.round(medianRows)} postings, 95 of 100 within ${Math.round(p95Rows)}.`

const MOMENTS: Readonly<Record<Occasion, string>> = {
  start: 'at the start',
  typed: 'with the first prompt as it was typed',
  prompt: 'with all that was said before the agent did anything',
}

const TITLES: Readonly<Record<Knowledge, string>> = {
  whole: 'All of the sessions before',
  strict: 'Only what had happened when the session began',
}

const line = (row: Row, names: readonly string[]): readonly string[] => [
  row.composer,
  three(row.mean.recall),
  three(row.all.recall),
  three(row.mean.precision),
  row.mean.covered === undefined ? '' : three(row.mean.covered),
  ...names.map((name) => three(row.perSeries[name]?.recall ?? 0)),
]
const three = (value: number): string => value.toFixed(3)

const table = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
