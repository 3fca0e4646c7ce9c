import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { cacheFolder } from './big-log.ts'
import { type Figure, type Findings, median, nothing } from './figures.ts'

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

/** Real histories, which stay outside of the repository: LEFTOFF_BENCH_DATA says where they are. */
export function importFigures(ask: ImportAsk): Findings {
  const packed = join(resolve(ask.root, process.env.LEFTOFF_BENCH_DATA ?? '../shared/data'), 'sessions')
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

/** Once: the cache keeps it for the next time. */
export function unpacked(packed: string): string {
  const folder = join(cacheFolder(), 'histories')
  for (const name of readdirSync(packed).filter((file) => file.endsWith('.tar.xz'))) {
    const series = basename(name, '.tar.xz')
    if (existsSync(join(folder, series))) continue
    const aside = join(cacheFolder(), `unpacking-${process.pid}`)
    mkdirSync(aside, { recursive: true })
    mkdirSync(folder, { recursive: true })
    execFileSync('tar', ['-xJf', join(packed, name), '-C', aside])
    for (const made of readdirSync(aside)) renameSync(join(aside, made), join(folder, made))
    rmSync(aside, { recursive: true })
  }
  return folder
}
