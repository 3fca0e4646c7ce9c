import type { RetrievalCost } from './cost.ts'
import { OCCASIONS, type Occasion } from './measure.ts'
import {
  COVERAGE_KINDS,
  type ContinuityFigures,
  type ContinuityReport,
  type ContinuityRow,
  ENOUGH,
} from './report.ts'
import { KINDS, type SummaryMatch } from './summaries.ts'
import { KNOWLEDGES, type Knowledge } from './transitions.ts'

/** The report as Markdown tables. */
export function asTables({ series, rows, summaries: told, most, cost }: ContinuityReport): string {
  const names = Object.keys(rows[0]?.perSeries ?? {})
  const known = KNOWLEDGES.filter((knowledge) => rows.some((row) => row.knowledge === knowledge))
  const tables = known.flatMap((knowledge) =>
    OCCASIONS.map((at) => {
      const here = rows.filter((row) => row.knowledge === knowledge && row.at === at)
      return [
        `## ${TITLES[knowledge]}, ${MOMENTS[at]}`,
        table(
          ['composer', 'recall', 'all', 'precision', 'sessions', ...names],
          here.map((row) => filesLine(row, names)),
        ),
        table(
          ['composer', 'tokens', 'files named', 'recall of named files', ...COVERAGE_KINDS],
          here.map((row) => [row.composer, ...coverageCells(row.mean)]),
        ),
      ].join('\n\n')
    }),
  )
  const about = series.map(({ name, sessions, transitions, outside }) =>
    [name, sessions, transitions, outside].map(String),
  )
  return [
    `At most ${most.files} files. recall: share of the files that the session edited, mean over transitions with at least ${ENOUGH}`,
    `earlier sessions; all: mean over every transition; sessions: share that the best ${most.sessions} sessions touched.`,
    'symbols, commands, task, decisions: of what the session used and earlier ones knew, the share in the text;',
    'in brackets, the number of transitions that used anything of this kind.',
    '',
    table(['series', 'sessions', 'transitions', 'edited outside'], about),
    ...tables.map((text) => `\n${text}`),
    '',
    '## By series, all earlier sessions',
    '',
    bySeries(rows, names),
    '',
    ...summaryTable(told),
    costLine(cost),
  ].join('\n')
}

/** Lists only composers with text, because the tables above have the file lists. */
function bySeries(rows: readonly ContinuityRow[], names: readonly string[]): string {
  const here = rows.filter(({ knowledge, at }) => knowledge === 'whole' && at !== 'prompt')
  return table(
    ['composer', 'moment', 'series', 'tokens', 'files named', 'recall of named files', ...COVERAGE_KINDS],
    here.flatMap(({ composer, at, perSeries }) =>
      names.flatMap((name) => {
        const of = perSeries[name]
        return of && of.tokens > 0 ? [[composer, at, name, ...coverageCells(of)]] : []
      }),
    ),
  )
}

/** Compares the composed texts with the summaries that another tool's model wrote. */
function summaryTable(summaries: readonly SummaryMatch[]): readonly string[] {
  if (summaries.length === 0) return []
  const cells = ({ composer, kinds }: SummaryMatch): readonly string[] => [
    composer,
    ...KINDS.flatMap((kind) => {
      const { items, matched, chance, words } = kinds[kind]
      return [`${matched} of ${items} (${chance})`, three(words)]
    }),
  ]
  const head = KINDS.flatMap((kind) => [kind, 'words'])
  return [
    "## Summaries by another tool's model: items found in one sentence (by chance), and share of their words found",
    '',
    table(['composer', ...head], summaries.map(cells)),
    '',
  ]
}

const coverageCells = (of: ContinuityFigures): readonly string[] => [
  of.tokens.toFixed(0),
  of.named.toFixed(1),
  three(of.anywhere),
  ...COVERAGE_KINDS.map((key) => (of[key] === undefined ? '' : `${three(of[key])} (${of.counted[key]})`)),
]

const costLine = ({ sessions, medianMs, p95Ms }: RetrievalCost): string =>
  `Ranking in a project of ${sessions} sessions: median ${medianMs.toFixed(1)} ms, 95th percentile ${p95Ms.toFixed(1)} ms.`

const MOMENTS: Readonly<Record<Occasion, string>> = {
  start: 'at the start',
  typed: 'with the first prompt as typed',
  prompt: 'with all prompts before the first action of the agent',
}

const TITLES: Readonly<Record<Knowledge, string>> = {
  whole: 'All earlier sessions',
  strict: 'Only events before the session started',
}

const filesLine = (row: ContinuityRow, names: readonly string[]): readonly string[] => [
  row.composer,
  three(row.mean.recall),
  three(row.all.recall),
  three(row.mean.precision),
  row.mean.covered === undefined ? '' : three(row.mean.covered),
  ...names.map((name) => three(row.perSeries[name]?.recall ?? 0)),
]

export const three = (value: number): string => value.toFixed(3)

export const table = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
