import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { cacheFolder } from './cache-folder.ts'

/** Real histories, which stay outside of the repository: LEFTOFF_BENCH_DATA says where they are. */
export const packedHistories = (root: string): string =>
  join(resolve(root, process.env.LEFTOFF_BENCH_DATA ?? '../shared/data'), 'sessions')

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
