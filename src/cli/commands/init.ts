import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildCommand } from '@stricli/core'
import { AGENT_NAMES, type AgentName } from '../../agent/adapter.ts'
import { privateFolder } from '../../host/private-file.ts'
import { findAgent, type Machine } from '../../install/agent-locations.ts'
import { installAgent } from '../../install/install.ts'
import { PLANS } from '../../install/plans.ts'
import { writeScripts } from '../../install/scripts.ts'
import { Problem } from '../../problem.ts'
import {
  agentFlag,
  attempt,
  dryRunFlag,
  failureOf,
  machineOf,
  scopeFlags,
  scopeOf,
  statusLineFlag,
} from '../agent-install.ts'
import type { CliContext } from '../context.ts'
import { jsonFlag } from '../flags.ts'
import { type InitResult, initJson, initText } from '../present/install.ts'

interface InitFlags {
  readonly agent?: readonly AgentName[]
  readonly user: boolean
  readonly project: boolean
  readonly statusLine: boolean
  readonly dryRun: boolean
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Install leftoff hooks in your coding agents',
    fullDescription:
      'Detects the agents on this machine and adds the leftoff hooks and MCP server to their settings. Everything else in these files is preserved byte for byte, and each file is backed up. Run it again to update the entries. A file with syntax errors is not changed. --dry-run shows every line that would change. --status-line adds a leftoff status line to Claude Code unless you already have one.',
  },
  parameters: {
    flags: {
      agent: agentFlag,
      ...scopeFlags,
      statusLine: statusLineFlag,
      dryRun: dryRunFlag,
      json: jsonFlag,
    },
  },
  func(this: CliContext, flags: InitFlags) {
    const machine = machineOf(this)
    const { statusLine, dryRun } = flags
    const options = { scope: scopeOf(flags), dryRun }
    const known = AGENT_NAMES.map((agent) => ({ agent, found: findAgent(machine, PLANS[agent]) }))
    const chosen = known.filter(({ agent, found }) => flags.agent?.includes(agent) ?? found !== undefined)
    if (chosen.length === 0) throw nothingFound()
    if (/[\\/]_npx[\\/]/.test(machine.command)) this.out.talk(FROM_NPX)
    if (statusLine && !chosen.some(({ agent }) => hasStatusLine(agent))) this.out.talk(NO_STATUS_LINE)
    const done: InitResult = {
      ...options,
      home: machine.home,
      scripts: writeScripts(machine, options),
      agents: chosen.map((one) => ({
        ...one,
        ...attempt(() => installAgent(machine, PLANS[one.agent], { ...options, statusLine })),
      })),
    }
    if (!dryRun) warmUp(machine)
    if (flags.json) this.out.json(initJson(done))
    else this.out.print(initText(done, machine, this.out.style))
    const failure = failureOf(done.agents)
    if (failure) throw failure
  },
})

const FROM_NPX =
  'Warning: leftoff runs from the npx cache, which is cleared from time to time. Install it with: npm install -g leftoff'

const NO_STATUS_LINE = 'Warning: --status-line has no effect here; only Claude Code supports it.'

const hasStatusLine = (agent: AgentName): boolean =>
  PLANS[agent].files.some((file) => file.kind === 'json' && file.statusLine !== undefined)

const nothingFound = (): Problem => {
  const titles = AGENT_NAMES.map((agent) => PLANS[agent].title)
  return new Problem({
    code: 'no-agent-found',
    message: `no supported agent found (${titles.slice(0, -1).join(', ')} or ${titles.at(-1)})`,
    fix: `install one, or create settings for an agent: leftoff init --agent ${AGENT_NAMES[0]}`,
    outcome: 'notFound',
  })
}

const TIMEOUT_MS = 5000

/**
 * Runs a session start in a scratch home and keeps the compiled code. Without that code, the first hook takes
 * 50% longer. If this fails, nothing else is affected.
 */
function warmUp({ env, home, node, command }: Machine): void {
  const scratch = join(home, 'warm-up')
  try {
    privateFolder(home)
    rmSync(scratch, { recursive: true, force: true })
    mkdirSync(scratch, { mode: 0o700 })
    const start = { session_id: 'warm-up', hook_event_name: 'SessionStart', source: 'startup', cwd: scratch }
    process.getBuiltinModule('node:child_process').spawnSync(node, [command, 'hook', 'claude-code'], {
      cwd: scratch,
      env: { ...env, LEFTOFF_HOME: scratch },
      input: JSON.stringify(start),
      timeout: TIMEOUT_MS,
    })
    mkdirSync(join(home, 'cache'), { recursive: true, mode: 0o700 })
    for (const build of readdirSync(join(scratch, 'cache'))) moveNew(build, { from: scratch, to: home })
  } catch {
    // a read-only home or a missing Node; `leftoff doctor` reports both
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function moveNew(build: string, { from, to }: { readonly from: string; readonly to: string }): void {
  const target = join(to, 'cache', build)
  if (!statSync(target, { throwIfNoEntry: false })) renameSync(join(from, 'cache', build), target)
}
