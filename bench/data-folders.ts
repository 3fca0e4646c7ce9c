import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join, resolve } from 'node:path'

/** The archives of real histories, which are not in the repository. LEFTOFF_BENCH_DATA overrides the folder. */
export const packedHistories = (root: string): string =>
  join(resolve(root, process.env.LEFTOFF_BENCH_DATA ?? '../shared/data'), 'sessions')

/** Unpacks each archive once, into the cache. */
export function unpackHistories(packed: string): string {
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

export const cacheFolder = (): string =>
  process.env.LEFTOFF_BENCH_CACHE || join(homedir(), '.cache', 'leftoff-bench')
