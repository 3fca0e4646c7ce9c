import { buildCommand } from '@stricli/core'
import { AGENT_NAMES, type AgentName } from '../../agent/adapter.ts'
import { findAgent } from '../../install/agent-locations.ts'
import { installAgent } from '../../install/install.ts'
import { PLANS } from '../../install/plans.ts'
import { writeScripts } from '../../install/scripts.ts'
import { Problem } from '../../problem.ts'
import {
  agentFlag,
  attempted,
  dryRunFlag,
  failureOf,
  machineOf,
  scopeFlags,
  scopeOf,
  statusLineFlag,
} from '../agents.ts'
import type { Context } from '../context.ts'
import { jsonFlag } from '../flags.ts'
import { type Initialised, initJson, initText } from '../present/install.ts'

interface Flags {
  readonly agent?: readonly AgentName[]
  readonly user: boolean
  readonly project: boolean
  readonly statusLine: boolean
  readonly dryRun: boolean
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Tell your coding agents of leftoff',
    fullDescription:
      'Finds the agents on this machine and adds hooks and the MCP server to their settings. Every byte that is not ours stays as it is, a copy of each file is kept, and running it again brings our entries up to date. A file that the agent itself could not read is refused. --dry-run shows every line of your settings that would change. --status-line also shows leftoff at the bottom of Claude Code, where you have no status line of your own.',
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
  func(this: Context, flags: Flags) {
    const machine = machineOf(this)
    const { statusLine, dryRun } = flags
    const options = { scope: scopeOf(flags), dryRun }
    const known = AGENT_NAMES.map((agent) => ({ agent, found: findAgent(machine, PLANS[agent]) }))
    const chosen = known.filter(({ agent, found }) => flags.agent?.includes(agent) ?? found !== undefined)
    if (chosen.length === 0) throw nothingFound()
    if (/[\\/]_npx[\\/]/.test(machine.command)) this.out.talk(FROM_NPX)
    if (statusLine && !chosen.some(({ agent }) => hasStatusLine(agent))) this.out.talk(NO_STATUS_LINE)
    const done: Initialised = {
      ...options,
      home: machine.home,
      scripts: writeScripts(machine, options),
      agents: chosen.map((one) => ({
        ...one,
        ...attempted(() => installAgent(machine, PLANS[one.agent], { ...options, statusLine })),
      })),
    }
    if (flags.json) this.out.json(initJson(done))
    else this.out.print(initText(done, machine, this.out.style))
    const failure = failureOf(done.agents)
    if (failure) throw failure
  },
})

const FROM_NPX =
  'leftoff runs from the cache of npx, which is cleared now and then. To keep it: npm install -g leftoff'

const NO_STATUS_LINE = 'Only Claude Code has a status line that runs a command; it is not among these agents.'

const hasStatusLine = (agent: AgentName): boolean =>
  PLANS[agent].files.some((file) => file.kind === 'json' && file.statusLine !== undefined)

const nothingFound = (): Problem => {
  const titles = AGENT_NAMES.map((agent) => PLANS[agent].title)
  return new Problem({
    code: 'no-agent-found',
    message: `no agent was found; leftoff knows ${titles.slice(0, -1).join(', ')} and ${titles.at(-1)}`,
    fix: `install one, or name it and its settings are made: leftoff init --agent ${AGENT_NAMES[0]}`,
    outcome: 'notFound',
  })
}
