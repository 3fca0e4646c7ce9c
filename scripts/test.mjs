// `npm test`: installs and builds what it needs, runs the tests, and closes with the counts on a line of their own.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { childEnvironment, prepared, root } from './prepared.mjs'

prepared()

const report = join(root, 'node_modules', '.cache', `vitest-${process.pid}.json`)
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const options = [
  'run',
  '--reporter=dot',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...process.argv.slice(2),
]
const { status } = spawnSync(process.execPath, [vitest, ...options], {
  cwd: root,
  stdio: 'inherit',
  env: childEnvironment({ NODE_OPTIONS: '' }),
})

const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites, numTotalTests } = read()
const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : ''
const failed = numFailedTests + (numFailedTests === 0 && numFailedTestSuites > 0 ? numFailedTestSuites : 0)
console.log(`${numPassedTests} passed, ${failed} failed${skipped}`)
process.exitCode = status !== 0 || failed > 0 || numTotalTests === 0 ? 1 : 0

function read() {
  try {
    const found = JSON.parse(readFileSync(report, 'utf8'))
    rmSync(report)
    return found
  } catch {
    return {
      numPassedTests: 0,
      numFailedTests: 1,
      numPendingTests: 0,
      numFailedTestSuites: 0,
      numTotalTests: 0,
    }
  }
}
