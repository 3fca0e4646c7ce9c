// Bundles a benchmark, and runs it with the words of the command line.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** `packages`: what it needs besides our own code, and finds in node_modules while it runs. */
export async function runBundled(entry, { packages = [] } = {}) {
  const parent = packages.length > 0 ? join(root, 'node_modules', '.cache') : tmpdir()
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'leftoff-bench-'))
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
      external: packages,
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
