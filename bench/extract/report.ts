import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { statementsIn } from '../../src/extract/statements.ts'
import { KINDS, type LabelledMessage, labelledIn, staleIn } from './labels.ts'
import { type SampleMessage, sessionsOf } from './messages.ts'
import { coverage, type ExtractFigures, figuresOf, type ScoredMessage, scored } from './score.ts'

/** A labeled message with the text of the message before it. */
export interface Read {
  readonly one: LabelledMessage
  readonly message: SampleMessage
  readonly before: string | undefined
}

/** All labeled messages that are available. */
export function readIn(root: string, folder: string): readonly Read[] {
  const labelled = labelledIn(join(root, 'bench/extract/labels.jsonl'))
  const sessions = [...new Set(labelled.map(({ series }) => series))].flatMap((series) =>
    sessionsOf(folder, series),
  )
  const messages = new Map(sessions.flatMap((session) => session.map((message) => [keyOf(message), message])))
  return labelled.flatMap((one) => {
    const message = messages.get(`${one.series} ${one.session} ${one.message}`)
    return message ? [{ one, message, before: messages.get(keyOf(message, -1))?.text }] : []
  })
}

/** Prints the results of one run. */
export function measure(root: string, folder: string): void {
  const found = readIn(root, folder)
  const all = found.map(({ one, message, before }) => scored(one, message, { before }))
  const stale = found.reduce((sum, { one, message }) => sum + staleIn(one, message), 0)
  console.log(`${all.length} messages, ${stale} labels whose unit has changed`)
  report(all)
  time(found.map(({ message }) => message))
  const summaries = join(folder, 'cli-alex', 'summaries.json')
  if (existsSync(summaries))
    console.log(coverage(readFileSync(summaries, 'utf8'), sessionsOf(folder, 'cli-alex')))
}

const keyOf = ({ series, session, ordinal }: SampleMessage, shift = 0): string =>
  `${series} ${session} ${ordinal + shift}`

function report(all: readonly ScoredMessage[]): void {
  for (const name of ['development', 'held out', 'fresh', 'later'] as const) {
    const half = all.filter(isOf(name))
    table(`${name}, ${half.length} messages`, half)
    table(`${name}, random sample`, half.filter(drawn('blind')))
    table(`${name}, added for rare kinds`, half.filter(drawn('topped-up')))
    for (const speaker of ['user', 'assistant'] as const)
      table(
        `${name}, ${speaker}`,
        half.filter(({ message }) => message.speaker === speaker),
      )
  }
  for (const series of new Set(all.map(({ labelled }) => labelled.series)))
    table(
      series,
      all.filter(({ labelled }) => labelled.series === series),
    )
}

const isOf =
  (half: LabelledMessage['half']) =>
  ({ labelled }: ScoredMessage): boolean =>
    labelled.half === half

const drawn =
  (how: LabelledMessage['drawn']) =>
  ({ labelled }: ScoredMessage): boolean =>
    labelled.drawn === how

function table(title: string, all: readonly ScoredMessage[]): void {
  console.log(`\n${title}\n${'kind'.padEnd(10)} labels  found  precision  recall    f1`)
  for (const kind of KINDS) {
    const figures = figuresOf(all, kind)
    if (figures.expected + figures.found > 0) console.log(row(kind, figures))
  }
}

const row = (kind: string, { expected, found, precision, recall, f1 }: ExtractFigures): string =>
  [
    kind.padEnd(10),
    pad(expected, 5),
    pad(found, 5),
    pad(share(precision), 9),
    pad(share(recall), 6),
    pad(share(f1), 4),
  ].join('  ')
const pad = (value: string | number, width: number): string => String(value).padStart(width)
const share = (value: number): string => (Number.isNaN(value) ? '-' : value.toFixed(2))

/** Measures CPU time, because the machine is shared. */
function time(messages: readonly SampleMessage[]): void {
  const read = (): void => messages.forEach((message) => void statementsIn(message))
  for (let round = 0; round < 3; round += 1) read()
  const before = process.cpuUsage()
  for (let round = 0; round < 5; round += 1) read()
  const { user, system } = process.cpuUsage(before)
  const size = (5 * messages.reduce((sum, { text }) => sum + text.length, 0)) / 4096
  console.log(`\n4 KB of messages: ${((user + system) / 1000 / size).toFixed(2)} ms of CPU time`)
}
