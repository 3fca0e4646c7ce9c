import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AGENT_NAMES } from '../../../src/agent/adapter.ts'
import { installAgent } from '../../../src/install/install.ts'
import { PLANS } from '../../../src/install/plans.ts'
import { writeScripts } from '../../../src/install/scripts.ts'
import { uninstallAgent } from '../../../src/install/uninstall.ts'
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

/** Every file has its old or its new content, a second run completes it, and uninstall restores all of it. */
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
        found === FILES[name], `${name} is neither old nor new: ${found?.slice(0, 200)}`)
    }
  }
  installAllAgents(home)
  for (const agent of AGENT_NAMES) uninstallAgent(machine, PLANS[agent], OPTIONS)
  const left = readdirSync(machine.user, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(machine.user, name)).isFile(),
  )
  require(left.toSorted().join() === Object.keys(FILES).toSorted().join(), `left behind: ${left}`)
  for (const name of left)
    require(readFileSync(join(machine.user, name), 'utf8') === FILES[name], `${name} is not restored`)
}
