import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AGENT_NAMES, type AgentName, isAgentName } from '../agent/adapter.ts'
import type { InstallScope } from '../agent/install-plan.ts'
import type { AgentPresence, Machine } from '../install/agent-locations.ts'
import type { FileReport } from '../install/install.ts'
import { PLANS } from '../install/plans.ts'
import { EXIT, Problem } from '../problem.ts'
import type { CliContext } from './context.ts'
import { switchFlag } from './flags.ts'

/** The files that were changed for one agent, or the reason why nothing was changed. */
export interface AgentResult {
  readonly agent: AgentName
  readonly found?: AgentPresence | undefined
  readonly files: readonly FileReport[]
  readonly problem?: Problem
}

export const agentFlag = {
  kind: 'parsed',
  parse(input: string): AgentName {
    if (isAgentName(input)) return input
    throw usage(`unknown agent ${JSON.stringify(input.slice(0, 60))}`, `use one of ${AGENT_NAMES.join(', ')}`)
  },
  brief: 'Only this agent, even if it is not detected (repeatable)',
  placeholder: 'NAME',
  variadic: true,
  optional: true,
} as const

export const scopeFlags = {
  user: switchFlag('Use your user settings (default)'),
  project: switchFlag('Use the settings in this checkout'),
}
export const statusLineFlag = switchFlag('Add a status line to Claude Code if you have none')
export const dryRunFlag = switchFlag('Show the changes without writing them')

export function scopeOf({
  user,
  project,
}: {
  readonly user: boolean
  readonly project: boolean
}): InstallScope {
  if (user && project)
    throw usage('--user and --project cannot be combined', 'run the command once with each of them')
  return project ? 'project' : 'user'
}

/** The paths that the installer needs. The command is the built file next to this one. */
export function machineOf(context: CliContext): Machine {
  const here = import.meta.url.startsWith('file:') ? fileURLToPath(import.meta.url) : import.meta.url
  const { home, spool } = context.paths()
  return {
    env: context.env,
    user: userFolder(context),
    checkout: context.place().checkout,
    home,
    spool,
    node: process.execPath,
    command: join(dirname(here), 'leftoff.cjs'),
    now: Date.now,
  }
}

function userFolder({ env }: CliContext): string {
  if (env.HOME?.startsWith('/')) return env.HOME
  const found = process.getBuiltinModule('node:os').homedir()
  if (found !== '') return found
  throw new Problem({
    code: 'home-unknown',
    message: 'cannot find your home directory, where agents keep their settings',
    fix: 'set HOME',
  })
}

/** Catches an error for one agent, so that the other agents are still handled. */
export function attempt(work: () => readonly FileReport[]): Pick<AgentResult, 'files' | 'problem'> {
  try {
    return { files: work() }
  } catch (error) {
    if (error instanceof Problem) return { files: [], problem: error }
    throw error
  }
}

/** The error to exit with if any agent failed. */
export function failureOf(handled: readonly AgentResult[]): Problem | undefined {
  const failed = handled.flatMap(({ agent, problem }) => (problem ? [{ agent, problem }] : []))
  if (failed.length === 0) return undefined
  const titles = failed.map(({ agent }) => PLANS[agent].title).join(' and ')
  return new Problem({
    code: 'agents-refused',
    message: `could not update ${titles}; see above`,
    fix: 'apply the fix shown above, then run the command again',
    outcome: failed.every(({ problem }) => problem.outcome === 'busy') ? 'busy' : 'failed',
  })
}

export const problemJson = ({ code, message, where, fix, outcome }: Problem) => ({
  code,
  message,
  ...(where !== undefined && { where }),
  fix,
  exit: EXIT[outcome],
})

const usage = (message: string, fix: string): Problem =>
  new Problem({ code: 'usage', message, fix, outcome: 'usage' })
