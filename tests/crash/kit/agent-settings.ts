import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { AGENT_NAMES } from '../../../src/agent/adapter.ts'
import { scriptFolder } from '../../../src/install/agent-locations.ts'
import { Backups } from '../../../src/install/backups.ts'
import { installAgent } from '../../../src/install/install.ts'
import { PLANS } from '../../../src/install/plans.ts'
import { writeScripts } from '../../../src/install/scripts.ts'
import { removeUnusedScripts, uninstallAgent } from '../../../src/install/uninstall.ts'
import { Problem } from '../../../src/problem.ts'
import { require, Violation } from './campaign.ts'
import { testMachine } from './test-machine.ts'

/** The user's own settings: some agents have files, some have none. */
const FILES: Readonly<Record<string, string>> = {
  '.claude/settings.json':
    '{\n  "hooks": {\n    "Stop": [{ "hooks": [{ "type": "command", "command": "theirs" }] }]\n  }\n}\n',
  '.claude.json': '{"projects":{},"mcpServers":{"other":{"command":"x"}}}',
  '.codex/config.toml': '# mine\nmodel = "gpt-5"',
  '.config/opencode/opencode.jsonc': '{\r\n\t// mine\r\n\t"theme": "x",\r\n}\r\n',
}
const OPTIONS = { scope: 'user', dryRun: false } as const

export function writeUserSettings(home: string): void {
  for (const [name, text] of Object.entries(FILES)) {
    const path = join(home, 'user', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}

export function installAllAgents(home: string): void {
  const machine = testMachine(home)
  writeScripts(machine, OPTIONS)
  for (const agent of AGENT_NAMES) installAgent(machine, PLANS[agent], OPTIONS)
}

/**
 * Requires that every file has its old or its new content, that a second install completes the first, and
 * that uninstall restores all files.
 */
export function requireOldOrNewSettings(home: string): void {
  try {
    requireConsistentSettings(home)
  } catch (error) {
    throw error instanceof Problem ? new Violation(`${error.where}: ${error.message}`) : error
  }
}

function requireConsistentSettings(home: string): void {
  const machine = testMachine(home)
  for (const agent of AGENT_NAMES) {
    for (const { path, change } of installAgent(machine, PLANS[agent], { ...OPTIONS, dryRun: true })) {
      const name = path.slice(machine.user.length + 1)
      const found = statSync(path, { throwIfNoEntry: false }) ? readFileSync(path, 'utf8') : undefined
      require(change === 'none' ||
        found === FILES[name], `the content of ${name} is neither old nor new: ${found?.slice(0, 200)}`)
    }
  }
  const killed = `${home}-killed`
  cpSync(home, killed, { recursive: true })
  requireNothingLeft(home)
  rmSync(home, { recursive: true })
  renameSync(killed, home)
  installAllAgents(home)
  requireNoStrayFiles(home)
  requireNothingLeft(home)
}

/** Requires that uninstall alone also removes what a killed process left behind. */
function requireNothingLeft(home: string): void {
  const machine = testMachine(home)
  for (const agent of AGENT_NAMES) uninstallAgent(machine, PLANS[agent], OPTIONS)
  removeUnusedScripts(machine)
  const left = readdirSync(machine.user, { recursive: true, encoding: 'utf8' })
  const expected = Object.keys(FILES).flatMap((name) => [name, ...foldersOf(name)])
  const surplus = left.filter((name) => !expected.includes(name))
  require(surplus.length === 0, `left behind: ${surplus}`)
  for (const name of Object.keys(FILES))
    require(readFileSync(join(machine.user, name), 'utf8') === FILES[name], `${name} is not restored`)
  const ours = readdirSync(machine.home, { recursive: true, encoding: 'utf8' })
  require(ours.length === 0, `left behind in the home: ${ours}`)
}

const foldersOf = (name: string): readonly string[] =>
  dirname(name) === '.' ? [] : [dirname(name), ...foldersOf(dirname(name))]

/** Requires that, after an install, every file is a script, a manifest, or a copy that a manifest lists. */
function requireNoStrayFiles(home: string): void {
  const machine = testMachine(home)
  const isTemporary = (name: string): boolean => name.endsWith('.tmp')
  const litter = readdirSync(machine.user, { recursive: true, encoding: 'utf8' }).filter(isTemporary)
  require(litter.length === 0, `an install left ${litter}`)
  require(!readdirSync(scriptFolder(machine)).some(isTemporary), 'an install left a temporary script')
  for (const agent of AGENT_NAMES) {
    const backups = new Backups(machine.home, agent)
    const named = new Set(['manifest.json', ...backups.list().map(({ backup }) => backup)])
    const stray = readdirSync(backups.folder).filter((name) => !named.has(name))
    require(stray.length === 0, `an install left ${stray} in the backups of ${agent}`)
  }
}
