export type FigureGroup =
  | 'processes'
  | 'in-process'
  | 'redaction'
  | 'staleness'
  | 'storage'
  | 'concurrency'
  | 'import'
  | 'install'
  | 'library'

/**
 * `new`: one session. `full`: 1,000 sessions in 12 projects. `one project`: 1,000 in the measured project, with and
 * without a search index.
 */
export type LogSize = 'new' | 'full' | 'one project' | 'one project, indexed'

/** One measurement. `--json` prints this shape. */
export interface Figure {
  readonly group: FigureGroup
  readonly name: string
  /** The log that was used; absent if the measurement needs none. */
  readonly log?: LogSize
  /** `x`: ratio to the wall time of `node -e 0` in the same rounds, or bytes per byte of payload. */
  readonly unit: 'x' | 'ms' | 'MB' | '%' | 'lines' | 'lost or duplicated' | 'leaked'
  /** The median, in `unit`. */
  readonly value: number
  /** The 95th percentile, in `unit`. */
  readonly p95?: number
  readonly samples?: number
  /** Wall time of the complete process, before division by that of `node -e 0`. */
  readonly medianMs?: number
  readonly minMs?: number
  readonly target?: number
  readonly note?: string
}

export const isOver = ({ value, target }: Figure): boolean => target !== undefined && value > target

export const median = (samples: readonly number[]): number => quantile(samples, 0.5)
export const p95 = (samples: readonly number[]): number => quantile(samples, 0.95)

function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  const at = share * (sorted.length - 1)
  const low = sorted[Math.floor(at)] ?? Number.NaN
  const high = sorted[Math.ceil(at)] ?? Number.NaN
  return low + (high - low) * (at - Math.floor(at))
}

export interface Findings {
  readonly figures: readonly Figure[]
  /** Losses, duplicates and failures. If there are any, the run exits with code 1. */
  readonly failures: readonly string[]
  /** Skipped measurements, with reasons. */
  readonly absent: readonly string[]
}

export const noFindings: Findings = { figures: [], failures: [], absent: [] }

export const mergeFindings = (all: readonly Findings[]): Findings => ({
  figures: all.flatMap(({ figures }) => figures),
  failures: all.flatMap(({ failures }) => failures),
  absent: all.flatMap(({ absent }) => absent),
})
