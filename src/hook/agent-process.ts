import type { AgentAdapter } from '../agent/adapter.ts'
import type { ProcessRef } from '../event/fields.ts'
import type { Environment } from '../host/paths.ts'
import { ancestors, processRef } from '../host/process.ts'

/** The process of the agent that runs this hook: as the client tells it, else as the tree of processes shows it. */
export function agentProcess(agent: AgentAdapter, env: Environment): ProcessRef | undefined {
  const told = Number(env[PID_VARIABLE[agent.name] ?? ''])
  if (Number.isInteger(told) && told > 1) return processRef(told)
  // The nearest of several: a client may have started itself again, and one agent may have been started by another.
  const nearest = ancestors().find(({ command }) => agent.isProcess(command.filter(Boolean)))
  return nearest && processRef(nearest.pid)
}

const PID_VARIABLE: Readonly<Record<string, string>> = {
  'claude-code': 'CLAUDE_PID',
  opencode: 'OPENCODE_PID',
}
