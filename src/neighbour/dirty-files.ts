import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Whoever stops waits for this. */
const MOST_MS = 1500
const MOST_BYTES = 4 * 1024 * 1024

/** Nothing that the repository itself could have git start, and no lock that could stand in the way of the user's git. */
const CAREFULLY = [
  '--no-optional-locks',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
] as const

/** The files that differ from what is committed, by their full paths; undefined where git cannot say. */
export function dirtyFiles(checkout: string): readonly string[] | undefined {
  const { status, stdout } = spawnSync(
    'git',
    [...CAREFULLY, 'status', '--porcelain=v1', '-z', '--untracked-files=all', '--ignore-submodules'],
    { cwd: checkout, timeout: MOST_MS, maxBuffer: MOST_BYTES, encoding: 'utf8', windowsHide: true },
  )
  return status === 0 ? pathsIn(stdout).map((path) => join(checkout, path)) : undefined
}

/** `XY path`, and behind a rename the old name by itself. */
function pathsIn(status: string): readonly string[] {
  const entries = status.split('\0').filter((entry) => entry !== '')
  const paths: string[] = []
  for (let at = 0; at < entries.length; at += 1) {
    const entry = entries[at] ?? ''
    paths.push(entry.slice(3))
    if (/^[RC]|^.[RC]/.test(entry)) at += 1
  }
  return paths
}
