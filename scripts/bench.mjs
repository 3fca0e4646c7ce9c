// Measures what users wait for; see docs/performance.md. Bundles bench/ and builds the command into a folder of its
// own, so that whoever builds or tests meanwhile does not disturb it.

import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
// Inside node_modules, so that the bundles find the SQLite driver, which is not bundled.
const bundles = join(root, 'node_modules', '.cache', 'leftoff-bench', String(process.pid))

try {
  await build({
    absWorkingDir: root,
    entryPoints: ['main', 'timer', 'recorder', 'importer'].map((name) => `bench/${name}.ts`),
    outdir: bundles,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    mainFields: ['module', 'main'],
    external: ['@photostructure/sqlite', 'gpt-tokenizer', 'jsonc-parser', 'esbuild'],
    logLevel: 'warning',
  })
  const out = join(bundles, 'dist')
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), '--no-types', '--out', out], {
    stdio: 'inherit',
  })
  const { NODE_EXTRA_CA_CERTS: _, LEFTOFF_HOME: __, LEFTOFF_SESSION: ___, ...env } = process.env
  const words = [join(bundles, 'main.mjs'), bundles, root, ...process.argv.slice(2)]
  const { status } = spawnSync(process.execPath, words, { stdio: 'inherit', env })
  process.exitCode = status ?? 1
} finally {
  rmSync(bundles, { recursive: true, force: true })
}
