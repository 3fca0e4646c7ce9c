import { execFile } from 'node:child_process'
import { type InstallPlan, isOurCommand, type Scope } from '../agent/install-plan.ts'
import { type Machine, type Presence, presenceOf } from '../install/machine.ts'
import { PLANS } from '../install/plans.ts'
import { scriptsWritten } from '../install/scripts.ts'
import { type FileReport, setUp } from '../install/set-up.ts'
import { Problem } from '../problem.ts'
import { codexTrust, type Trust } from './codex-trust.ts'
import { type Finding, note, ok, wrong } from './finding.ts'

export interface AgentReport {
  readonly agent: string
  readonly title: string
  readonly installed: boolean
  readonly version?: string
  readonly hooks: { readonly user: Wiring; readonly project: Wiring }
  readonly trust?: Trust
  readonly findings: readonly Finding[]
}

/** How far the configuration of one scope is what `leftoff init` makes of it. */
export type Wiring = 'whole' | 'partly' | 'none' | 'unreadable'

/** What there is to say of every agent, whether it is here or not. */
export const agentReports = (machine: Machine, directory: string): Promise<readonly AgentReport[]> =>
  Promise.all(Object.values(PLANS).map((plan) => reportOf(machine, plan, directory)))

async function reportOf(machine: Machine, plan: InstallPlan, directory: string): Promise<AgentReport> {
  const presence = presenceOf(machine, plan)
  const wired = { user: wiring(machine, plan, 'user'), project: wiring(machine, plan, 'project') }
  const program = presence?.by === 'program' ? presence.path : undefined
  const [version, trust] = await Promise.all([
    program ? versionOf(program, machine) : undefined,
    plan.agent === 'codex' && program && isWired(wired)
      ? codexTrust(program, { env: machine.env, directory, isOurs: isOurCommand })
      : undefined,
  ])
  return {
    agent: plan.agent,
    title: plan.title,
    installed: presence !== undefined,
    ...(version && { version }),
    hooks: { user: wired.user.state, project: wired.project.state },
    ...(trust && { trust }),
    findings: findingsOf({ machine, plan, presence, version, wired, trust }),
  }
}

interface Wired {
  readonly state: Wiring
  readonly missing: readonly string[]
  readonly hasStatusLine?: boolean
  readonly problem?: Problem
}
const isWired = ({ user, project }: Record<Scope, Wired>): boolean =>
  user.state === 'whole' || project.state === 'whole' || user.state === 'partly' || project.state === 'partly'

/** What init would do now is what is missing. */
function wiring(machine: Machine, plan: InstallPlan, scope: Scope): Wired {
  try {
    const reports = setUp(machine, plan, { scope, dryRun: true })
    const missing = reports.flatMap(({ added, updated, removed }) => [...added, ...updated, ...removed])
    if (reports.every(({ change }) => change === 'none'))
      return { state: 'whole', missing: [], hasStatusLine: reports.some(showsStatusLine) }
    const isNone = reports.every(({ change, texts, updated }) =>
      change === 'create' ? true : updated.length === 0 && !texts[0].includes('leftoff'),
    )
    return { state: isNone ? 'none' : 'partly', missing }
  } catch (error) {
    if (error instanceof Problem) return { state: 'unreadable', missing: [], problem: error }
    throw error
  }
}

/** It was asked for once, and stands there still. */
const showsStatusLine = ({ texts: [text] }: FileReport): boolean =>
  /leftoff_agent=[^"]*status-line/.test(text)

interface Known {
  readonly machine: Machine
  readonly plan: InstallPlan
  readonly presence: Presence | undefined
  readonly version: string | undefined
  readonly wired: Record<Scope, Wired>
  readonly trust: Trust | undefined
}

function findingsOf(known: Known): readonly Finding[] {
  const { presence, plan, version, wired } = known
  if (!presence && !isWired(wired)) return [note('not installed')]
  return [
    ok(whereabouts(presence, version)),
    ...hookFindings(known),
    ...trustFindings(known.trust, plan.title),
  ]
}

function whereabouts(presence: Presence | undefined, version: string | undefined): string {
  if (!presence) return 'configured, but its program is gone'
  if (presence.by === 'folder') return `known by its folder ${presence.path}; its program is not on the PATH`
  return `${version ?? 'version unknown'}, ${presence.path}`
}

const NO_HOOKS = 'no hooks of leftoff are in its configuration'

function hookFindings({ machine, plan, presence, wired }: Known): readonly Finding[] {
  const command = `leftoff init --agent ${plan.agent}`
  const broken = [wired.user, wired.project].flatMap(({ problem }) => problem ?? [])
  if (broken.length > 0)
    return broken.map((problem) =>
      wrong(`${problem.message}${problem.where ? ` (${problem.where})` : ''}`, problem.fix ?? command),
    )
  // Somebody who has only its folder left, or took leftoff out, need not be told that something is wrong.
  if (!isWired(wired)) return [(presence?.by === 'program' ? wrong : note)(NO_HOOKS, command)]
  const partly = (['user', 'project'] as const).filter((scope) => wired[scope].state === 'partly')
  if (partly.length > 0)
    return partly.map((scope) =>
      wrong(
        `its ${scope} configuration holds an older or incomplete set of hooks (${wired[scope].missing.length} to add or change)`,
        `${command} --${scope}`,
      ),
    )
  if (scriptsWritten(machine, { dryRun: true }).length > 0)
    return [wrong('the scripts that its hooks run are missing or point elsewhere', command)]
  const scopes = (['user', 'project'] as const).filter((scope) => wired[scope].state === 'whole')
  const line = scopes.some((scope) => wired[scope].hasStatusLine) ? ', and so is the status line' : ''
  return [ok(`hooks are in place (${scopes.join(' and ')})${line}`)]
}

function trustFindings(trust: Trust | undefined, title: string): readonly Finding[] {
  if (!trust) return []
  if (trust.kind === 'unknown')
    return [
      note(`whether it trusts our hooks is unknown: ${trust.because}`, 'start codex and look at /hooks'),
    ]
  if (trust.disabled > 0)
    return [
      wrong(
        `${trust.disabled} of our hooks are switched off in ${title}`,
        'start codex, open /hooks and switch them on',
      ),
    ]
  if (trust.untrusted > 0)
    return [
      wrong(
        `${trust.untrusted} of our hooks are not trusted yet, so ${title} passes over them`,
        'start codex in a terminal and choose "Trust all"',
      ),
    ]
  return [ok(`${trust.trusted} hooks are trusted`)]
}

const VERSION_MS = 10_000

function versionOf(program: string, { env }: Machine): Promise<string | undefined> {
  return new Promise((done) => {
    execFile(program, ['--version'], { env, timeout: VERSION_MS, killSignal: 'SIGKILL' }, (error, out) =>
      done(error ? undefined : /\d+\.\d+\.\d+\S{0,40}/.exec(out)?.[0]),
    )
  })
}
