import type { Random } from '../crash/kit/random.ts'
import { linesOf, type TranscriptStep, type TranscriptWriter, writers } from './writers.ts'

/** One line of a damaged file. */
interface TranscriptRow {
  readonly bytes: Buffer
  /** The steps whose complete records are in this line. */
  readonly whole: readonly number[]
  /** The number of unreadable places. */
  readonly skips: number
  /** Whether the line is readable but has changed content. */
  readonly isAltered?: boolean
}

/** A transcript with known damage, and its successive states. */
export interface Torn {
  readonly writer: TranscriptWriter
  readonly session: string
  readonly path: string
  readonly steps: readonly TranscriptStep[]
  /** The last one is the final file. */
  readonly states: readonly Buffer[]
  readonly whole: ReadonlySet<number>
  /** Steps that are complete in every state but different in the last one, so that they produce two events. */
  readonly altered: ReadonlySet<number>
  /** The number of unreadable places in the last state. */
  readonly skips: number
  readonly damages: readonly string[]
}

/** A marker in the text of every step, which identifies the step in the log. */
export const markOf = (number: number): string => `#${number}#`

export function tornFile(random: Random): Torn {
  const writer = random.oneOf(writers)
  const session = `0d9f7f4e-1111-4222-8333-${String(random.below(1e12)).padStart(12, '0')}`
  const steps = stepsOf(random)
  const lines = linesOf(writer, session, steps)
  const heads = lines.length - steps.length
  const pristine = lines.map(
    (line, index): TranscriptRow => ({
      bytes: Buffer.from(line),
      whole: index < heads ? [] : [index - heads],
      skips: 0,
    }),
  )
  const damages: string[] = []
  // Gemini CLI names the session only in its head; the others name it in every line or in the file name.
  const firstToDamage = writer.name === 'gemini-cli' ? heads : writer.name === 'codex' ? 0 : heads
  let rows: readonly TranscriptRow[] = pristine
  for (let count = random.between(0, 4); count > 0; count -= 1) {
    const [name, inflict] = random.oneOf(DAMAGES)
    const damaged = inflict(rows, random, firstToDamage)
    if (!damaged) continue
    damages.push(name)
    rows = damaged
  }
  const newline = random.chance(0.2) ? '\r\n' : '\n'
  const final = joinRows(rows, newline, random)
  const [history, states, before] = random.oneOf(HISTORIES)({ final, rows, pristine, newline, random })
  return {
    writer,
    session,
    path: `/histories/${writer.file(session)}`,
    steps,
    states: [...states, final],
    whole: new Set([...before, ...rows.flatMap(({ whole }) => whole)]),
    altered: new Set(
      rows.flatMap(({ isAltered, whole }) => (isAltered ? whole.filter((n) => before.includes(n)) : [])),
    ),
    skips: rows.reduce((sum, { skips }) => sum + skips, 0),
    damages: [...damages, history],
  }
}

function stepsOf(random: Random): readonly TranscriptStep[] {
  const steps: TranscriptStep[] = []
  const count = random.between(3, 30)
  while (steps.length < count) {
    const mark = markOf(steps.length)
    const words = `${mark} ${random.oneOf(WORDS)}`
    const kind = random.below(3)
    if (kind === 0) steps.push({ kind: 'prompt', text: words })
    else if (kind === 1) steps.push({ kind: 'answer', text: words })
    else {
      const id = `call-${steps.length}`
      steps.push({ kind: 'call', id, command: words })
      steps.push({
        kind: 'result',
        id,
        command: words,
        output: `${markOf(steps.length)} ${random.oneOf(WORDS)}`,
      })
    }
  }
  return steps
}

const WORDS = [
  'plain',
  'umlauts äöü and signs €😀',
  'half a sign \ud800 and \udc00',
  'quotes " and \\ backslashes \\" and {"type":"user"} braces',
  'several\nlines\r\nof\ttext\u0000\u001b[31m',
  `long ${'text with ä and " '.repeat(200)}`,
] as const

const BRACE = 0x7b

type RowDamage = (
  rows: readonly TranscriptRow[],
  random: Random,
  first: number,
) => readonly TranscriptRow[] | undefined

/** Picks an intact line, so that the expected result stays known. */
function pick(rows: readonly TranscriptRow[], random: Random, first: number): number | undefined {
  const candidates = rows.flatMap(({ bytes, skips, whole }, index) =>
    index >= first && skips === 0 && whole.length <= 1 && bytes[0] === BRACE ? [index] : [],
  )
  return candidates.length > 0 ? random.oneOf(candidates) : undefined
}

const replaceRow = (
  rows: readonly TranscriptRow[],
  at: number,
  ...by: readonly TranscriptRow[]
): readonly TranscriptRow[] => [...rows.slice(0, at), ...by, ...rows.slice(at + 1)]

const onOne =
  (damage: (row: TranscriptRow, random: Random) => readonly TranscriptRow[] | undefined): RowDamage =>
  (rows, random, first) => {
    const at = pick(rows, random, first)
    const row = at === undefined ? undefined : rows[at]
    const by = row && damage(row, random)
    return at === undefined || !by ? undefined : replaceRow(rows, at, ...by)
  }

/** Damage that joins a line to the next one. */
const onTwo =
  (join: (row: TranscriptRow, next: TranscriptRow, random: Random) => TranscriptRow): RowDamage =>
  (rows, random, first) => {
    const at = pick(rows, random, first)
    const row = at === undefined ? undefined : rows[at]
    const next = at === undefined ? undefined : rows[at + 1]
    if (at === undefined || !row || !next || next.skips > 0) return undefined
    return [...rows.slice(0, at), join(row, next, random), ...rows.slice(at + 2)]
  }

const holeOf = (random: Random): Buffer => Buffer.alloc(random.between(1, 6000))

const DAMAGES: readonly (readonly [string, RowDamage])[] = [
  [
    'truncated splice',
    onTwo((row, next, random) => ({
      bytes: Buffer.concat([row.bytes.subarray(0, random.between(1, row.bytes.length - 1)), next.bytes]),
      whole: next.whole,
      skips: 1 + next.skips,
      isAltered: next.isAltered === true,
    })),
  ],
  [
    'missing newline',
    onTwo((row, next) => ({
      bytes: Buffer.concat([row.bytes, next.bytes]),
      whole: [...row.whole, ...next.whole],
      skips: 0,
      isAltered: row.isAltered === true || next.isAltered === true,
    })),
  ],
  [
    'hole before a line',
    onOne((row, random) => [{ ...row, bytes: Buffer.concat([holeOf(random), row.bytes]), skips: 1 }]),
  ],
  ['hole as a line', onOne((row, random) => [{ bytes: holeOf(random), whole: [], skips: 1 }, row])],
  [
    'hole in a line',
    onOne((row, random) => {
      const bytes = Buffer.from(row.bytes)
      const from = random.between(1, bytes.length - 2)
      bytes.fill(0, from, random.between(from + 1, bytes.length))
      return [{ bytes, whole: [], skips: 1 }]
    }),
  ],
  [
    'cut character',
    onOne((row) => {
      const at = row.bytes.findIndex((byte) => byte >= 0xc0)
      if (at < 0) return undefined
      const bytes = Buffer.concat([row.bytes.subarray(0, at + 1), row.bytes.subarray(at + 2)])
      return [{ ...row, bytes, isAltered: true }]
    }),
  ],
  [
    'rubbish',
    onOne((row, random) => [
      {
        bytes: Buffer.from(Array.from({ length: random.between(1, 300) }, () => random.between(97, 122))),
        whole: [],
        skips: 1,
      },
      row,
    ]),
  ],
  [
    'cut line',
    onOne((row, random) => [
      { bytes: row.bytes.subarray(0, random.between(1, row.bytes.length - 1)), whole: [], skips: 1 },
    ]),
  ],
  ['byte order mark', onOne((row) => [{ ...row, bytes: Buffer.concat([Buffer.from('\ufeff'), row.bytes]) }])],
  ['empty lines', onOne((row) => [{ bytes: Buffer.from('  '), whole: [], skips: 0 }, row])],
  ['line twice', onOne((row) => [row, row])],
  [
    'lines out of order',
    (rows, random, first) => {
      const at = random.between(Math.max(first, 1), rows.length - 1)
      const [row, next] = [rows[at], rows[at + 1]]
      return row && next ? [...rows.slice(0, at), next, row, ...rows.slice(at + 2)] : undefined
    },
  ],
]

/** The last newline may be missing if the last line is complete. */
function joinRows(rows: readonly TranscriptRow[], newline: string, random: Random): Buffer {
  const last = rows.at(-1)
  const isOpen = last?.skips === 0 && last.whole.length > 0 && random.chance(0.3)
  const parts = rows.flatMap(({ bytes }, index) =>
    isOpen && index === rows.length - 1 ? [bytes] : [bytes, Buffer.from(newline)],
  )
  return Buffer.concat(parts)
}

interface FileHistory {
  readonly final: Buffer
  readonly rows: readonly TranscriptRow[]
  readonly pristine: readonly TranscriptRow[]
  readonly newline: string
  readonly random: Random
}
/** Earlier states of the file, and the records that were complete in them. */
type HistoryOf = (history: FileHistory) => readonly [string, readonly Buffer[], readonly number[]]

const HISTORIES: readonly HistoryOf[] = [
  () => ['written at once', [], []],
  ({ final, random }) => {
    const cuts = Array.from({ length: random.between(1, 4) }, () => random.below(final.length)).sort(
      (a, b) => a - b,
    )
    return ['growing tail', cuts.map((cut) => final.subarray(0, cut)), []]
  },
  ({ pristine, newline, random }) => {
    const whole = pristine.flatMap((row) => row.whole)
    return ['rewritten in place', [joinRows(pristine, newline, random)], whole]
  },
  ({ pristine, newline, random }) => {
    const kept = pristine.slice(0, random.between(1, pristine.length))
    return ['rotated', [joinRows(kept, newline, random)], kept.flatMap((row) => row.whole)]
  },
]
