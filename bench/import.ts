import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from './data-folders.ts'
import { type Figure, type Findings, median, noFindings } from './figures.ts'

interface ImportRequest {
  /** The unpacked histories. */
  readonly histories: string
  /** The bundle of bench/worker.ts. */
  readonly worker: string
  readonly rounds: number
}

interface Measured {
  readonly ms: number
  readonly cpuMs: number
  readonly memoryMb: number
  readonly bytes: number
  readonly events: number
}

/** The limit equals 30 MB per second. */
const MAX_MS_PER_MB = 33.3
const MAX_MEMORY_MB = 200

export function importFigures({ histories, worker, rounds }: ImportRequest): Findings {
  const first: Measured[] = []
  const again: Measured[] = []
  for (let round = 0; round < rounds; round += 1) {
    const home = mkdtempSync(join(cacheFolder(), 'import-'))
    first.push(runImport(worker, home, histories))
    again.push(runImport(worker, home, histories))
    rmSync(home, { recursive: true })
  }
  return { ...noFindings, figures: figuresOf(first, again) }
}

function runImport(worker: string, home: string, folder: string): Measured {
  return JSON.parse(execFileSync(process.execPath, [worker, 'import', home, folder], { encoding: 'utf8' }))
}

function figuresOf(first: readonly Measured[], again: readonly Measured[]): readonly Figure[] {
  const [one] = first
  const mb = (one?.bytes ?? 1) / 1e6
  const ms = median(first.map((round) => round.ms))
  const cpuMs = median(first.map((round) => round.cpuMs))
  const speed = (time: number): string => `${((mb * 1000) / time).toFixed(1)} MB/s`
  return [
    {
      group: 'import',
      name: '1 MB of transcripts',
      unit: 'ms',
      value: ms / mb,
      target: MAX_MS_PER_MB,
      samples: first.length,
      note: `${mb.toFixed(0)} MB, ${one?.events} events; ${speed(ms)}, ${speed(cpuMs)} of CPU time`,
    },
    {
      group: 'import',
      name: 'peak memory',
      unit: 'MB',
      value: Math.max(...first.map(({ memoryMb }) => memoryMb)),
      target: MAX_MEMORY_MB,
    },
    {
      group: 'import',
      name: 'second import, nothing new',
      unit: 'ms',
      value: median(again.map((round) => round.ms)),
    },
  ]
}
