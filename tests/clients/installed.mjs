// Installs the real clients, in pinned versions, into a cache outside the repository.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

export const packages = [
  { client: 'claude-code', name: '@anthropic-ai/claude-code', version: '2.1.326' },
  { client: 'claude-code', name: '@anthropic-ai/claude-code', version: '2.1.197' },
  { client: 'claude-agent-sdk', name: '@anthropic-ai/claude-agent-sdk', version: '0.3.326' },
  { client: 'codex', name: '@openai/codex', version: '0.169.0' },
  { client: 'gemini-cli', name: '@google/gemini-cli', version: '0.61.0' },
  { client: 'opencode', name: 'opencode-ai', version: '1.18.33' },
  // opencode installs this at every start and, without a network, waits over a minute. So it is preinstalled.
  { client: 'opencode', name: '@opencode-ai/plugin', version: '1.18.33' },
]

const here = `${process.platform}-${process.arch}`

/**
 * The program itself, not the command that npm links. That command may be a script that starts the program as a
 * child, and a signal would not reach the child. `*` is a folder with any name.
 */
const programs = {
  '@anthropic-ai/claude-code': `@anthropic-ai/claude-code-${here}/claude`,
  '@anthropic-ai/claude-agent-sdk': `@anthropic-ai/claude-agent-sdk-${here}/claude`,
  '@openai/codex': `@openai/codex-${here}/vendor/*/bin/codex`,
  '@google/gemini-cli': '@google/gemini-cli/bundle/gemini.js',
  'opencode-ai': `opencode-${here}/bin/opencode`,
  '@opencode-ai/plugin': '@opencode-ai/plugin/package.json',
}

export const programOf = (name, version) => programIn(folderOf({ name, version }), name)

function programIn(folder, name) {
  const [before, after] = programs[name].split('*/').map((part) => part.replace(/\/$/, ''))
  const start = join(folder, 'node_modules', before)
  if (after === undefined) return start
  const middle = existsSync(start) ? readdirSync(start)[0] : undefined
  return join(start, middle ?? 'missing', after)
}

export const cache = () => process.env.LEFTOFF_CLIENTS ?? join(homedir(), '.cache', 'leftoff-clients')

export const folderOf = ({ name, version }) =>
  join(cache(), `${name.replace('@', '').replace('/', '-')}-${version}`)

/** Installs the missing clients one after the other and prints the progress. */
export async function installClients(isWanted) {
  const missing = packages.filter((one) => isWanted(one) && !isComplete(one))
  for (const [index, one] of missing.entries()) {
    console.error(`Installing ${one.name}@${one.version} (${index + 1} of ${missing.length}) ...`)
    await install(one)
  }
}

const isComplete = (one) => existsSync(programIn(folderOf(one), one.name))

/** Installs under a temporary name and renames the complete folder, so that an interrupted install is repeated. */
async function install(one) {
  const folder = folderOf(one)
  const partial = `${folder}.partial`
  for (const old of [folder, partial]) rmSync(old, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true })
  writeFileSync(join(partial, 'package.json'), '{"private":true}\n')
  const began = performance.now()
  const options = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts']
  const child = spawn('npm', [...options, `${one.name}@${one.version}`], {
    cwd: partial,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  const ticking = setInterval(() => console.error(`  ... ${seconds(began)} s`), 20_000)
  const [code] = await once(child, 'close').finally(() => clearInterval(ticking))
  const isThere = existsSync(programIn(partial, one.name))
  if (code !== 0 || !isThere)
    throw new Error(`${one.name}@${one.version} could not be installed (npm: ${code})`)
  renameSync(partial, folder)
  console.error(`  done after ${seconds(began)} s`)
}

const seconds = (began) => ((performance.now() - began) / 1000).toFixed(0)
