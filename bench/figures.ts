/** One measured thing. This shape is public: `--json` prints it. */
export interface Figure {
  readonly group:
    | 'processes'
    | 'in-process'
    | 'redaction'
    | 'staleness'
    | 'storage'
    | 'concurrency'
    | 'import'
    | 'install'
    | 'library'
  readonly name: string
  /** Which log it was measured on; absent where none is involved. */
  readonly log?: 'new' | 'full'
  /** `x`: times the wall time of `node -e 0` in the same rounds, or bytes per byte of payload. */
  readonly unit: 'x' | 'ms' | 'MB' | 'lost or doubled'
  /** The median, in the unit. */
  readonly value: number
  /** In the unit; 95 of 100 samples were no worse. */
  readonly p95?: number
  readonly samples?: number
  /** Of a whole process: the figure behind the ratio. */
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

/** Every figure of a run, and what went wrong or could not be had. */
export interface Findings {
  readonly figures: readonly Figure[]
  /** Something was lost, doubled or failed: the run ends with exit code 1. */
  readonly failures: readonly string[]
  /** What was not measured, and why. */
  readonly absent: readonly string[]
}

export const nothing: Findings = { figures: [], failures: [], absent: [] }

export const together = (all: readonly Findings[]): Findings => ({
  figures: all.flatMap(({ figures }) => figures),
  failures: all.flatMap(({ failures }) => failures),
  absent: all.flatMap(({ absent }) => absent),
})
