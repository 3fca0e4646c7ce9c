// `npm run test:clients`: the real clients against scripted models, without and with leftoff. See docs/clients.md.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installed, packages } from '../tests/clients/installed.mjs'
import { childEnvironment, prepared, root } from './prepared.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, 'install-only': { type: 'boolean', default: false } },
})
const known = [...new Set(packages.map(({ client }) => client))]
const only = values.only?.split(',').map((name) => name.trim())
const stranger = only?.find((name) => !known.includes(name))
if (stranger !== undefined) {
  console.error(`There is no client "${stranger}" here. Known: ${known.join(', ')}`)
  process.exit(2)
}

if (!process.env.LEFTOFF_COMMAND) prepared()
await installed(({ client }) => only?.includes(client) ?? true)
if (values['install-only']) process.exit(0)

const report = join(root, 'node_modules', '.cache', `clients-${process.pid}.json`)
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const words = [
  ...alone(),
  process.execPath,
  vitest,
  'run',
  '--config=tests/clients/vitest.config.ts',
  '--reporter=verbose',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...positionals,
]
const { status } = spawnSync(words[0], words.slice(1), {
  cwd: root,
  stdio: 'inherit',
  env: childEnvironment({ NODE_OPTIONS: '', ...(only ? { LEFTOFF_ONLY: only.join(',') } : {}) }),
})

const { passed, failed, skipped } = counts()
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = status !== 0 || failed > 0 || passed === 0 ? 1 : 0

/** A network of its own with nothing but loopback, where this machine allows it: then no client can call home. */
function alone() {
  const up = 'ip link set lo up && exec "$@"'
  for (const flags of [['-n'], ['-rn']]) {
    const words = [...flags, '--', 'sh', '-c', up, 'sh']
    if (spawnSync('unshare', [...words, 'true'], { stdio: 'ignore' }).status === 0)
      return ['unshare', ...words]
  }
  console.error('No network of its own is to be had here: the clients run in that of this machine.')
  return []
}

function counts() {
  try {
    const found = JSON.parse(readFileSync(report, 'utf8'))
    rmSync(report)
    const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } = found
    const failed = numFailedTests === 0 ? numFailedTestSuites : numFailedTests
    return { passed: numPassedTests, failed, skipped: numPendingTests }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 } // vitest did not come as far as a report
  }
}
