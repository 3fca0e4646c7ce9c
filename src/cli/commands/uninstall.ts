import { buildCommand } from '@stricli/core'
import { AGENT_NAMES, type AgentName } from '../../agent/adapter.ts'
import type { Machine } from '../../install/agent-locations.ts'
import { Backups } from '../../install/backups.ts'
import { PLANS } from '../../install/plans.ts'
import { removeScripts } from '../../install/scripts.ts'
import { uninstallAgent } from '../../install/uninstall.ts'
import { agentFlag, attempted, dryRunFlag, failureOf, machineOf, scopeFlags, scopeOf } from '../agents.ts'
import type { Context } from '../context.ts'
import { jsonFlag } from '../flags.ts'
import { type Uninstalled, uninstallJson, uninstallText } from '../present/install.ts'

interface Flags {
  readonly agent?: readonly AgentName[]
  readonly user: boolean
  readonly project: boolean
  readonly dryRun: boolean
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Take leftoff out of your coding agents again',
    fullDescription:
      'A file that nobody has changed since leftoff init is restored byte for byte, or deleted if it was not there before. From any other file only our entries are taken. What was recorded stays: the command says where, and how to delete it.',
  },
  parameters: { flags: { agent: agentFlag, ...scopeFlags, dryRun: dryRunFlag, json: jsonFlag } },
  func(this: Context, flags: Flags) {
    const machine = machineOf(this)
    const options = { scope: scopeOf(flags), dryRun: flags.dryRun }
    const chosen = AGENT_NAMES.filter((agent) => flags.agent?.includes(agent) ?? true)
    const agents = chosen.map((agent) => ({
      agent,
      ...attempted(() => uninstallAgent(machine, PLANS[agent], options)),
    }))
    const elsewhere = AGENT_NAMES.flatMap((agent) => new Backups(machine.home, agent).list()).map(
      ({ path }) => path,
    )
    if (!flags.dryRun && elsewhere.length === 0 && isNowhere(machine)) removeScripts(machine)
    const done: Uninstalled = { ...options, home: machine.home, agents, elsewhere }
    if (flags.json) this.out.json(uninstallJson(done))
    else this.out.print(uninstallText(done, machine, this.out.style))
    const failure = failureOf(agents)
    if (failure) throw failure
  },
})

/** No settings of this user point at our scripts any more. */
const isNowhere = (machine: Machine): boolean =>
  AGENT_NAMES.every((agent) => {
    const { files, problem } = attempted(() =>
      uninstallAgent(machine, PLANS[agent], { scope: 'user', dryRun: true }),
    )
    return !problem && files.every(({ change }) => change === 'none')
  })
