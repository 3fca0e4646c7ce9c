import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from './cache-folder.ts'
import { type Figure, type Findings, median, nothing } from './figures.ts'
import { packedHistories, unpacked } from './histories.ts'

export interface ImportAsk {
  readonly root: string
  /** The bundle of bench/importer.ts. */
  readonly importer: string
  readonly rounds: number
}

interface Measured {
  readonly ms: number
  readonly cpuMs: number
  readonly memoryMb: number
  readonly bytes: number
  readonly events: number
}

/** 30 MB a second. */
const MS_A_MB = 33.3
const MOST_MEMORY_MB = 200

export function importFigures(ask: ImportAsk): Findings {
  const packed = packedHistories(ask.root)
  if (!existsSync(packed))
    return { ...nothing, absent: [`import: no histories in ${packed} (LEFTOFF_BENCH_DATA)`] }
  const folder = unpacked(packed)
  const first: Measured[] = []
  const again: Measured[] = []
  for (let round = 0; round < ask.rounds; round += 1) {
    const home = mkdtempSync(join(cacheFolder(), 'import-'))
    first.push(measured(ask.importer, home, folder))
    again.push(measured(ask.importer, home, folder))
    rmSync(home, { recursive: true })
  }
  return { ...nothing, figures: figuresOf(first, again) }
}

function measured(importer: string, home: string, folder: string): Measured {
  return JSON.parse(execFileSync(process.execPath, [importer, home, folder], { encoding: 'utf8' }))
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
      name: 'a megabyte of transcripts',
      unit: 'ms',
      value: ms / mb,
      target: MS_A_MB,
      samples: first.length,
      note: `${mb.toFixed(0)} MB, ${one?.events} events; ${speed(ms)}, ${speed(cpuMs)} by processor time`,
    },
    {
      group: 'import',
      name: 'the greatest memory',
      unit: 'MB',
      value: Math.max(...first.map(({ memoryMb }) => memoryMb)),
      target: MOST_MEMORY_MB,
    },
    {
      group: 'import',
      name: 'all of it again, with nothing new',
      unit: 'ms',
      value: median(again.map((round) => round.ms)),
    },
  ]
}
