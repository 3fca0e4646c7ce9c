import { buildCommand } from '@stricli/core'
import { AGENT_NAMES, type AgentName } from '../../agent/adapter.ts'
import { Backups } from '../../install/backups.ts'
import { PLANS } from '../../install/plans.ts'
import { removeUnusedScripts, uninstallAgent } from '../../install/uninstall.ts'
import {
  agentFlag,
  attempt,
  dryRunFlag,
  failureOf,
  machineOf,
  scopeFlags,
  scopeOf,
} from '../agent-install.ts'
import type { CliContext } from '../context.ts'
import { jsonFlag } from '../flags.ts'
import { type UninstallResult, uninstallJson, uninstallText } from '../present/install.ts'

interface UninstallFlags {
  readonly agent?: readonly AgentName[]
  readonly user: boolean
  readonly project: boolean
  readonly dryRun: boolean
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Remove leftoff hooks from your coding agents',
    fullDescription:
      'Restores a settings file byte for byte if it has not changed since leftoff init, and deletes it if leftoff init created it. In all other files, only the leftoff entries are removed. Recorded data is kept; the command prints where it is and how to delete it.',
  },
  parameters: { flags: { agent: agentFlag, ...scopeFlags, dryRun: dryRunFlag, json: jsonFlag } },
  func(this: CliContext, flags: UninstallFlags) {
    const machine = machineOf(this)
    const options = { scope: scopeOf(flags), dryRun: flags.dryRun }
    const chosen = AGENT_NAMES.filter((agent) => flags.agent?.includes(agent) ?? true)
    const agents = chosen.map((agent) => ({
      agent,
      ...attempt(() => uninstallAgent(machine, PLANS[agent], options)),
    }))
    const elsewhere = AGENT_NAMES.flatMap((agent) => new Backups(machine.home, agent).list()).map(
      ({ path }) => path,
    )
    if (!flags.dryRun) removeUnusedScripts(machine)
    const done: UninstallResult = { ...options, home: machine.home, agents, elsewhere }
    if (flags.json) this.out.json(uninstallJson(done))
    else this.out.print(uninstallText(done, machine, this.out.style))
    const failure = failureOf(agents)
    if (failure) throw failure
  },
})
