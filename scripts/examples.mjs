// `npm run examples [NAME ...]`: runs all or some examples on the built package. Each example checks its result.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { agentSdkFolder, hasAgentSdk } from '../tests/clients/agent-sdk.mjs'
import { childEnvironment, prepareProject, root } from './project.mjs'

prepareProject()
const { LEFTOFF_HOME: _, LEFTOFF_SESSION: __, ...env } = childEnvironment()
const folder = join(root, 'examples')
const named = process.argv.slice(2)
const every = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'main.mjs')))
const names = named.length > 0 ? named : every
const counts = { ok: 0, FAILED: 0, later: 0 }
for (const name of names) {
  const started = performance.now()
  const { outcome, output } = runExample(name)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${outcome}  ${name}  ${seconds} s  ${output}`)
  counts[outcome] += 1
}
const later = counts.later > 0 ? `, ${counts.later} skipped (run by npm run test:clients)` : ''
console.log(`examples: ${counts.ok} passed, ${counts.FAILED} failed${later}`)
process.exitCode = counts.FAILED > 0 || counts.ok === 0 ? 1 : 0

function runExample(name) {
  if (name !== 'claude-agent-sdk') return outcomeOf(run(join(folder, name)))
  if (hasAgentSdk()) return runWithSdk(name)
  // An example that was requested by name must not be skipped.
  const outcome = named.length > 0 ? 'FAILED' : 'later'
  return { outcome, output: 'needs the Claude Agent SDK, which npm run test:clients installs' }
}

function runWithSdk(name) {
  const { folder: stage, close } = agentSdkFolder()
  try {
    return outcomeOf(run(join(stage, 'examples', name)))
  } finally {
    close()
  }
}

function run(example) {
  const options = { cwd: example, env, encoding: 'utf8', timeout: 120_000 }
  return spawnSync(process.execPath, [join(example, 'main.mjs')], options)
}

function outcomeOf({ status, stdout, stderr }) {
  if (status !== 0) console.error(stderr)
  return { outcome: status === 0 ? 'ok' : 'FAILED', output: stdout.trim() }
}
