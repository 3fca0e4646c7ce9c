// Measures whether the next session is given the files that it needs; see docs/continuity.md.

import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
// Inside node_modules, so that the bundle finds the SQLite driver, which is not bundled.
const bundle = join(root, 'node_modules', '.cache', 'leftoff-bench', `continuity-${process.pid}.mjs`)

try {
  await build({
    absWorkingDir: root,
    entryPoints: ['bench/continuity/main.ts'],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    mainFields: ['module', 'main'],
    external: ['@photostructure/sqlite', 'gpt-tokenizer', 'jsonc-parser'],
    logLevel: 'warning',
  })
  const { NODE_EXTRA_CA_CERTS: _, LEFTOFF_HOME: __, LEFTOFF_SESSION: ___, ...env } = process.env
  const words = [bundle, root, ...process.argv.slice(2)]
  const { status } = spawnSync(process.execPath, words, { stdio: 'inherit', env })
  process.exitCode = status ?? 1
} finally {
  rmSync(bundle, { force: true })
}
