import { cpus, release, totalmem } from 'node:os'
import { type Figure, type FigureGroup, type Findings, isOver, type LogSize } from './figures.ts'
import type { Holding } from './full-log.ts'

/** What `--json` prints. */
interface BenchReport extends Findings {
  readonly version: 1
  readonly at: string
  readonly machine: {
    readonly node: string
    readonly platform: string
    readonly cpu: string
    readonly cores: number
    readonly memoryGb: number
  }
  /** Content of the full log; absent when it was not used. */
  readonly log?: Holding
  readonly over: readonly string[]
}

export function reportOf(findings: Findings, holding: Holding | undefined): BenchReport {
  const [cpu] = cpus()
  return {
    version: 1,
    at: new Date().toISOString(),
    machine: {
      node: process.version,
      platform: `${process.platform}-${process.arch} ${release()}`,
      cpu: cpu?.model.trim() ?? 'unknown',
      cores: cpus().length,
      memoryGb: Math.round(totalmem() / 2 ** 30),
    },
    ...(holding && { log: holding }),
    ...findings,
    over: findings.figures.filter(isOver).map(nameOf),
  }
}

const nameOf = ({ name, log }: Figure): string => (log ? `${name} (${LOGS[log]})` : name)

const LOGS: Readonly<Record<LogSize, string>> = {
  new: 'new log',
  full: 'full log',
  'one project': 'one project',
  'one project, indexed': 'one project, indexed',
}

type PaintText = (text: string) => string
interface ReportStyle {
  readonly bold: PaintText
  readonly dim: PaintText
  readonly good: PaintText
  readonly bad: PaintText
}

const TITLES: Readonly<Record<FigureGroup, string>> = {
  processes: 'Whole processes: ratio to `node -e 0`',
  'in-process': 'Warm process: milliseconds',
  redaction: 'Redaction of secrets: milliseconds, secrets that leak, lines that are altered',
  staleness: 'Checking a brief against a repository of 50,000 files: milliseconds',
  storage: 'Storage: bytes on disk per byte of payload',
  concurrency: 'Concurrent writers',
  import: 'Import of transcripts',
  install: 'Installed size',
  library: 'Library: size, load time, short and long sessions',
}

export function renderReport(report: BenchReport, { coloured }: { readonly coloured: boolean }): string {
  const style = styleOf(coloured)
  const { machine, log } = report
  const groups = Object.entries(TITLES).flatMap(([group, title]) => {
    const figures = report.figures.filter((figure) => figure.group === group)
    return figures.length > 0 ? ['', style.bold(title), ...rowsOf(figures, style)] : []
  })
  return [
    style.dim(
      `Node ${machine.node}, ${machine.cores} x ${machine.cpu}, ${machine.platform}, ${report.at.slice(0, 10)}`,
    ),
    style.dim(
      log
        ? `full log: ${log.sessions} sessions, ${log.events} events, ${mb(log.fileBytes)} MB; new log: 1 session`
        : 'new log: 1 session',
    ),
    ...groups,
    '',
    ...report.absent.map((what) => `${style.bold('not measured')}: ${what}`),
    ...report.failures.map((what) => `${style.bad('failed')}: ${what}`),
    report.over.length > 0
      ? `${style.bad('over target')}: ${report.over.join('; ')}`
      : style.good('All targets met.'),
  ].join('\n')
}

const NAME_WIDTH = 56
const BAR_WIDTH = 24

function rowsOf(figures: readonly Figure[], style: ReportStyle): string[] {
  const head = `  ${''.padEnd(NAME_WIDTH)} ${'median'.padStart(9)} ${'target'.padStart(8)}`
  return [style.dim(head), ...figureRows(figures, style)]
}

function figureRows(figures: readonly Figure[], style: ReportStyle): string[] {
  const scale = Math.max(...figures.map(({ value, target }) => Math.max(value, target ?? 0)))
  return figures.map((figure) => {
    const { value, target, unit, p95, medianMs, note } = figure
    const limit = target === undefined ? '' : `${target === 0 ? '' : '<= '}${target}`
    const mark = target === undefined ? '    ' : isOver(figure) ? style.bad('over') : style.good('ok  ')
    const spread = [
      medianMs === undefined ? '' : `${medianMs.toFixed(1)} ms`,
      p95 === undefined ? '' : `p95 ${shown(p95, unit)}`,
      note ?? '',
    ]
    const bar = unit === 'x' || unit === 'ms' ? barOf(value / scale) : ''
    return [
      `  ${nameOf(figure).padEnd(NAME_WIDTH)}`,
      shown(value, unit).padStart(9),
      limit.padStart(8),
      mark,
      style.dim(bar.padEnd(BAR_WIDTH)),
      style.dim(spread.filter(Boolean).join(', ')),
    ]
      .join(' ')
      .trimEnd()
  })
}

const isCount = (unit: Figure['unit']): boolean => unit === 'lost or duplicated' || unit === 'leaked'

function shown(value: number, unit: Figure['unit']): string {
  if (isCount(unit)) return String(value)
  return `${value.toFixed(value < 10 ? 2 : 1)}${unit === 'x' ? 'x' : ` ${unit}`}`
}

/** A bar drawn in eighths of a block, so that small differences are visible. */
const barOf = (share: number): string => {
  const eighths = Math.max(0, Math.min(BAR_WIDTH * 8, Math.round(share * BAR_WIDTH * 8)))
  return '█'.repeat(eighths >> 3) + ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'][eighths & 7]
}

const mb = (bytes: number): string => (bytes / 1e6).toFixed(0)

function styleOf(coloured: boolean): ReportStyle {
  const paint =
    (open: number, close: number): PaintText =>
    (text) =>
      coloured && text ? `\x1b[${open}m${text}\x1b[${close}m` : text
  return { bold: paint(1, 22), dim: paint(2, 22), good: paint(32, 39), bad: paint(31, 39) }
}
