// How well src/learn finds corrections in real sessions; see bench/learn/README.md.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const folder = mkdtempSync(join(tmpdir(), 'leftoff-learn-'))
try {
  const bundle = join(folder, 'main.mjs')
  await build({
    absWorkingDir: root,
    entryPoints: ['bench/learn/main.ts'],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  })
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
  const { status } = spawnSync(process.execPath, [bundle, root, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env,
  })
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
