// Runs every check that a change must pass, one after the other. The last line has the totals of all tests.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from './project.mjs'

/** Tests that depend on Node itself: engine, files, processes, terminals. Pure code needs no second run. */
const ON_NODE = 'cli contract chat hook install library mcp'.split(' ').map((folder) => `tests/${folder}`)
const UNIT_TESTS = 'host log bootstrap integrations search spool'.split(' ').map((folder) => `src/${folder}/`)

/** The seed depends on the commit: a rerun gets the same random cases, and the next commit gets other ones. */
const seed = String(Number.parseInt(git('rev-parse', 'HEAD').slice(0, 7), 16) || 1)

const steps = [
  ["the README's start command", 'npm', ['start', '--silent']],
  ["the README's test command", 'npm', ['test', '--silent']],
  ['check', 'npm', ['run', '--silent', 'check']],
  [
    'tests on a newer Node',
    process.execPath,
    [join(root, 'scripts/test.mjs'), '--node', '24', ...ON_NODE, ...UNIT_TESTS],
  ],
  ['Postgres', process.execPath, [join(root, 'scripts/test-postgres.mjs')]],
  ['the real clients', 'npm', ['run', '--silent', 'test:clients']],
  ['campaigns', 'npm', ['run', '--silent', 'campaign', '--', '--tier', 'change', '--seed', seed]],
]

const counts = { passed: 0, failed: 0, skipped: 0 }
const failures = []
let broken = 0
for (const [name, command, args] of steps) {
  console.log(`\n=== ${name}`)
  const started = performance.now()
  const env = { ...process.env, LEFTOFF_SEED: seed }
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (data) => {
    process.stdout.write(data)
    output += data
  })
  const [code] = await once(child, 'close')
  count(output)
  failures.push(...output.split('\n').filter((line) => /^failed: |VIOLATION/.test(line)))
  if (code !== 0) broken += 1
  console.log(
    `=== ${name}: ${code === 0 ? 'ok' : `FAILED (${code})`} after ${((performance.now() - started) / 1000).toFixed(0)} s`,
  )
}
if (failures.length > 0) console.log(`\n${failures.join('\n')}`)
counts.failed += counts.failed === 0 ? broken : 0
console.log(
  `\n${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`,
)
process.exitCode = broken > 0 || counts.failed > 0 || counts.passed === 0 ? 1 : 0

function git(...words) {
  return spawnSync('git', words, { cwd: root, encoding: 'utf8' }).stdout ?? ''
}

function count(text) {
  const match = [...text.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)].at(-1)
  if (!match) return
  counts.passed += Number(match[1])
  counts.failed += Number(match[2])
  counts.skipped += Number(match[3] ?? 0)
}
