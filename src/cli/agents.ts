import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AGENT_NAMES, type AgentName, isAgentName } from '../agent/adapter.ts'
import type { Scope } from '../agent/install-plan.ts'
import type { AgentPresence, Machine } from '../install/agent-locations.ts'
import type { FileReport } from '../install/install.ts'
import { PLANS } from '../install/plans.ts'
import { EXIT, Problem } from '../problem.ts'
import type { Context } from './context.ts'

/** One agent, and what was done for it or why nothing was. */
export interface Handled {
  readonly agent: AgentName
  readonly found?: AgentPresence | undefined
  readonly files: readonly FileReport[]
  readonly problem?: Problem
}

export const agentFlag = {
  kind: 'parsed',
  parse(input: string): AgentName {
    if (isAgentName(input)) return input
    throw usage(`there is no agent ${JSON.stringify(input.slice(0, 60))}`, `use ${AGENT_NAMES.join(', ')}`)
  },
  brief: 'Only this agent, found or not; may be repeated',
  placeholder: 'NAME',
  variadic: true,
  optional: true,
} as const

const flag = (brief: string) => ({ kind: 'boolean', brief, default: false, withNegated: false }) as const
export const scopeFlags = {
  user: flag('In your own settings; this is the default'),
  project: flag('In this checkout, beside the code'),
}
export const statusLineFlag = flag('Also a status line in Claude Code, where you have none')
export const dryRunFlag = flag('Show the changes, make none')

export function scopeOf({ user, project }: { readonly user: boolean; readonly project: boolean }): Scope {
  if (user && project) throw usage('--user and --project exclude each other', 'run it once for each')
  return project ? 'project' : 'user'
}

/** Where things lie. The command is the built file beside this one. */
export function machineOf(context: Context): Machine {
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

function userFolder({ env }: Context): string {
  if (env.HOME?.startsWith('/')) return env.HOME
  const found = process.getBuiltinModule('node:os').homedir()
  if (found !== '') return found
  throw new Problem({
    code: 'home-unknown',
    message: 'this user has no home folder, so agents keep no settings in it',
    fix: 'set HOME',
  })
}

/** An agent whose files cannot be changed does not keep the others from being handled. */
export function attempted(work: () => readonly FileReport[]): Pick<Handled, 'files' | 'problem'> {
  try {
    return { files: work() }
  } catch (error) {
    if (error instanceof Problem) return { files: [], problem: error }
    throw error
  }
}

/** What the command ends with when not everything could be done. */
export function failureOf(handled: readonly Handled[]): Problem | undefined {
  const failed = handled.flatMap(({ agent, problem }) => (problem ? [{ agent, problem }] : []))
  if (failed.length === 0) return undefined
  const titles = failed.map(({ agent }) => PLANS[agent].title).join(' and ')
  return new Problem({
    code: 'agents-refused',
    message: `${titles} ${failed.length === 1 ? 'was' : 'were'} left as found, for the reason above`,
    fix: 'do what is said above, and run it again',
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
