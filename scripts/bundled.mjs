// Bundles a benchmark that needs nothing but our own pure code, and runs it with the words of the command line.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

export async function runBundled(entry) {
  const folder = mkdtempSync(join(tmpdir(), 'leftoff-bench-'))
  try {
    const bundle = join(folder, 'main.mjs')
    await build({
      absWorkingDir: root,
      entryPoints: [entry],
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      logLevel: 'warning',
    })
    const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
    const words = [bundle, root, ...process.argv.slice(2)]
    const { status } = spawnSync(process.execPath, words, { stdio: 'inherit', env })
    process.exitCode = status ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
