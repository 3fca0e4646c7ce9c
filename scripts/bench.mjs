// `npm run bench`: runs the benchmark groups. `-- --list` lists them, `-- --only GROUP[,GROUP]` runs only the
// named ones. The benchmark and the command are built into a separate folder, so that a build in dist/ does
// not disturb them.
import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
// Inside node_modules, so that the bundles find the packages that are not bundled.
const bundles = join(root, 'node_modules', '.cache', 'leftoff-bench', String(process.pid))

try {
  await build({
    absWorkingDir: root,
    entryPoints: ['main', 'timer', 'worker'].map((name) => `bench/${name}.ts`),
    outdir: bundles,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    mainFields: ['module', 'main'],
    external: ['@photostructure/sqlite', 'gpt-tokenizer', 'jsonc-parser', 'esbuild'],
    logLevel: 'warning',
  })
  if (!process.argv.includes('--list')) {
    const dist = ['--no-types', '--out', join(bundles, 'dist')]
    execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), ...dist], { stdio: 'inherit' })
  }
  // NODE_EXTRA_CA_CERTS slows down Node startup. The other variables would change what is measured.
  const { NODE_EXTRA_CA_CERTS: _, LEFTOFF_HOME: __, LEFTOFF_SESSION: ___, ...env } = process.env
  const args = [join(bundles, 'main.mjs'), bundles, root, ...process.argv.slice(2)]
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env })
  process.exitCode = status ?? 1
} finally {
  rmSync(bundles, { recursive: true, force: true })
}
