// Runs vitest, says again at the end what failed and why, and closes with the counts on a line of their own.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { childEnvironment, root } from './prepared.mjs'

/** Answers the exit code. `before` are words in front of node, `env` what the tests find beside this environment. */
export function vitestRun(args, { before = [], reporter, env = {} }) {
  const report = join(root, 'node_modules', '.cache', `vitest-${process.pid}.json`)
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = [`--reporter=${reporter}`, '--reporter=json', `--outputFile.json=${report}`]
  const [command, ...words] = [...before, process.execPath, vitest, 'run', ...reporters, ...args]
  const { status } = spawnSync(command, words, {
    cwd: root,
    stdio: 'inherit',
    env: childEnvironment({ NODE_OPTIONS: '', ...env }),
  })
  const { passed, failures, skipped } = read(report)
  for (const failure of failures) console.log(`failed: ${failure}`)
  console.log(`${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return status !== 0 || failures.length > 0 || passed === 0 ? 1 : 0
}

function read(report) {
  try {
    const found = JSON.parse(readFileSync(report, 'utf8'))
    rmSync(report)
    const failures = found.testResults.flatMap(failuresOf)
    return { passed: found.numPassedTests, failures, skipped: found.numPendingTests }
  } catch {
    return { passed: 0, failures: ['vitest did not come as far as a report'], skipped: 0 }
  }
}

function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(root, name)
  const failed = assertionResults.filter((result) => result.status === 'failed')
  if (failed.length === 0 && status === 'failed') return [`${file}: ${firstLine(message)}`]
  return failed.map((result) => `${file} > ${result.fullName}: ${firstLine(result.failureMessages[0])}`)
}

const firstLine = (text = '') => text.split('\n', 1)[0].slice(0, 300)
