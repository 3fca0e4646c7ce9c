import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRedactor } from '../src/redact/redact.ts'
import { generalHostileTexts } from '../tests/redact/hostile-texts.ts'
import { type Figure, type Findings, median, mergeFindings, noFindings, p95 } from './figures.ts'
import { redactionQuality } from './redaction-kinds.ts'

const MEGABYTE = 1 << 20
/** About the size of one hook payload or one transcript line. */
const PIECE = 1 << 16

/** The speed of redaction in ordinary and in hostile text, and its quality by kind of secret. */
export function redactionFigures(root: string, times: number): Findings {
  const redact = createRedactor([])
  const known = createRedactor(
    Array.from({ length: 40 }, (_, i) => `known value ${i * 7919} of this machine`),
  )
  const source = sourceText(root)
  const lines = source.split('\n').map((text) => JSON.stringify({ type: 'tool_result', content: text }))
  const perMegabyte = (name: string, text: string, run: (piece: string) => unknown): Figure => {
    const pieces = cut(text.slice(0, 4 * MEGABYTE))
    const size = pieces.reduce((sum, { length }) => sum + length, 0) / MEGABYTE
    return figure(name, { times, target: 25, per: size }, () => pieces.forEach((piece) => void run(piece)))
  }
  const figures = [
    perMegabyte('1 MB of source code', source, redact),
    perMegabyte('1 MB of source code with 40 known secrets', source, known),
    perMegabyte('1 MB of JSON lines', lines.join('\n'), redact),
    figure('building the tables', { times, target: 2, per: 1 }, () => createRedactor([])('key')),
    ...generalHostileTexts.map(({ name, text }) => {
      const hostile = text(PIECE)
      return figure(`64 KB of ${name}`, { times: 5, target: 50, per: 1 }, () => redact(hostile))
    }),
  ]
  return mergeFindings([{ ...noFindings, figures }, redactionQuality(root, redact, Math.min(5, times))])
}

interface Plan {
  readonly times: number
  readonly target: number
  /** The number of units that each run processes. Samples are divided by it. */
  readonly per: number
}

function figure(name: string, { times, target, per }: Plan, run: () => unknown): Figure {
  const samples: number[] = []
  for (let time = -2; time < times; time += 1) {
    const begun = performance.now()
    run()
    if (time >= 0) samples.push((performance.now() - begun) / per)
  }
  return {
    group: 'redaction',
    name,
    unit: 'ms',
    value: median(samples),
    p95: p95(samples),
    samples: samples.length,
    target,
  }
}

/** Copies each piece, as if it were read from a pipe, because V8 keeps slices of strings as references. */
const cut = (text: string): readonly string[] =>
  Array.from({ length: Math.ceil(text.length / PIECE) }, (_, i) =>
    Buffer.from(text.slice(i * PIECE, (i + 1) * PIECE), 'utf8').toString('utf8'),
  )

function sourceText(root: string): string {
  const folder = join(root, 'src')
  const own = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/redact/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
  return own.repeat(Math.ceil((4 * MEGABYTE) / own.length))
}
