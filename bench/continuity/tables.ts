import type { Cost } from './cost.ts'
import { OCCASIONS, type Occasion } from './measure.ts'
import { ENOUGH, type Figures, HELD, type Report, type Row } from './report.ts'
import { KINDS, type Told } from './summaries.ts'
import { KNOWLEDGES, type Knowledge } from './transitions.ts'

/** For people: as tables that can stand in a document. */
export function asTables({ series, rows, told, most, cost }: Report): string {
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
          ['composer', 'tokens', 'files named', 'recall among them', ...HELD],
          here.map((row) => [row.composer, ...heldCells(row.mean)]),
        ),
      ].join('\n\n')
    }),
  )
  const about = series.map(({ name, sessions, transitions, outside }) =>
    [name, sessions, transitions, outside].map(String),
  )
  return [
    `At most ${most.files} files. recall: of all files that the session edited, mean over transitions with at least ${ENOUGH}`,
    `earlier sessions; all: over every transition; sessions: share of them that the best ${most.sessions} sessions came to.`,
    'symbols, commands, task, decisions: the share that the text holds of what the session used and earlier ones knew;',
    'in brackets, in how many transitions there was something of the kind.',
    '',
    table(['series', 'sessions', 'transitions', 'edited outside'], about),
    ...tables.map((text) => `\n${text}`),
    '',
    '## By series, all of the sessions before',
    '',
    bySeries(rows, names),
    '',
    ...summaryTable(told),
    costLine(cost),
  ].join('\n')
}

/** Of the brief and of what else holds words: lists of files are in the tables above. */
function bySeries(rows: readonly Row[], names: readonly string[]): string {
  const here = rows.filter(({ knowledge, at }) => knowledge === 'whole' && at !== 'prompt')
  return table(
    ['composer', 'moment', 'series', 'tokens', 'files named', 'recall among them', ...HELD],
    here.flatMap(({ composer, at, perSeries }) =>
      names.flatMap((name) => {
        const of = perSeries[name]
        return of && of.tokens > 0 ? [[composer, at, name, ...heldCells(of)]] : []
      }),
    ),
  )
}

/** By what another tool's model wrote down. */
function summaryTable(told: readonly Told[]): readonly string[] {
  if (told.length === 0) return []
  const cells = ({ composer, kinds }: Told): readonly string[] => [
    composer,
    ...KINDS.flatMap((kind) => {
      const { items, matched, chance, words } = kinds[kind]
      return [`${matched} of ${items} (${chance})`, three(words)]
    }),
  ]
  const head = KINDS.flatMap((kind) => [kind, 'words'])
  return [
    "## What another tool's model wrote down: items that one sentence holds (by chance), and the share of their words",
    '',
    table(['composer', ...head], told.map(cells)),
    '',
  ]
}

const heldCells = (of: Figures): readonly string[] => [
  of.tokens.toFixed(0),
  of.named.toFixed(1),
  three(of.anywhere),
  ...HELD.map((key) => (of[key] === undefined ? '' : `${three(of[key])} (${of.counted[key]})`)),
]

const costLine = ({ sessions, medianMs, p95Ms }: Cost): string =>
  `Ranking in a project of ${sessions} sessions: median ${medianMs.toFixed(1)} ms, 95th percentile ${p95Ms.toFixed(1)} ms.`

const MOMENTS: Readonly<Record<Occasion, string>> = {
  start: 'at the start',
  typed: 'with the first prompt as it was typed',
  prompt: 'with all that was said before the agent did anything',
}

const TITLES: Readonly<Record<Knowledge, string>> = {
  whole: 'All of the sessions before',
  strict: 'Only what had happened when the session began',
}

const filesLine = (row: Row, names: readonly string[]): readonly string[] => [
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
