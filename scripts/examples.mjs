// `npm run examples`: runs every story in examples/ against the package as it is built. Each asserts what it shows.
// With names, only those.
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
const stories = named.length > 0 ? named : every
const counts = { ok: 0, FAILED: 0, later: 0 }
for (const name of stories) {
  const started = performance.now()
  const { outcome, said } = told(name)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${outcome}  ${name}  ${seconds} s  ${said}`)
  counts[outcome] += 1
}
const later = counts.later > 0 ? `, ${counts.later} left to npm run test:clients` : ''
console.log(`examples: ${counts.ok} passed, ${counts.FAILED} failed${later}`)
process.exitCode = counts.FAILED > 0 || counts.ok === 0 ? 1 : 0

function told(name) {
  if (name !== 'claude-agent-sdk') return outcomeOf(run(join(folder, name)))
  if (hasAgentSdk()) return toldWithSdk(name)
  // Asked for by its name, it must be run.
  const outcome = named.length > 0 ? 'FAILED' : 'later'
  return { outcome, said: 'its SDK is installed, and it is run, by npm run test:clients' }
}

function toldWithSdk(name) {
  const { folder: stage, close } = agentSdkFolder()
  try {
    return outcomeOf(run(join(stage, 'examples', name)))
  } finally {
    close()
  }
}

function run(story) {
  const options = { cwd: story, env, encoding: 'utf8', timeout: 120_000 }
  return spawnSync(process.execPath, [join(story, 'main.mjs')], options)
}

function outcomeOf({ status, stdout, stderr }) {
  if (status !== 0) console.error(stderr)
  return { outcome: status === 0 ? 'ok' : 'FAILED', said: stdout.trim() }
}
