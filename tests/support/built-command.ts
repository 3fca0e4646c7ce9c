import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '../..')
const COMMAND = join(ROOT, 'dist/leftoff.cjs')
const LOCK = join(ROOT, 'node_modules/.leftoff-build')

/** Rebuilds the command if a source is newer, and returns its path. Test files may call this concurrently. */
export async function buildCommand(): Promise<string> {
  for (;;) {
    if (!isStale() && !existsSync(LOCK)) return COMMAND
    if (!takeLock()) {
      await delay(100)
      continue
    }
    try {
      if (isStale()) build()
    } finally {
      rmSync(LOCK, { recursive: true, force: true })
    }
  }
}

function build(): void {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build.mjs'), '--no-types'], { stdio: 'inherit' })
}

/** Only one process can create the folder. A stale folder from a killed run is removed. */
function takeLock(): boolean {
  try {
    mkdirSync(LOCK)
    return true
  } catch {
    const since = statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs
    if (since !== undefined && Date.now() - since > 30_000) rmSync(LOCK, { recursive: true, force: true })
    return false
  }
}

function isStale(): boolean {
  const built = statSync(COMMAND, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(ROOT, 'src', file))
  const files = [...sources, join(ROOT, 'package.json'), join(ROOT, 'scripts/build.mjs')]
  return files.some((file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > built)
}
