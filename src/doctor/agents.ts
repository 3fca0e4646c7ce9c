import { type InstallPlan, type InstallScope, isOurCommand } from '../agent/install-plan.ts'
import type { Environment } from '../host/paths.ts'
import { type AgentPresence, findAgent, type Machine } from '../install/agent-locations.ts'
import { type FileReport, installAgent } from '../install/install.ts'
import { PLANS } from '../install/plans.ts'
import { writeScripts } from '../install/scripts.ts'
import { uninstallAgent } from '../install/uninstall.ts'
import { Problem } from '../problem.ts'
import { countText } from '../text/time.ts'
import { type Finding, note, ok, wrong } from './finding.ts'

export interface AgentReport {
  readonly agent: string
  readonly title: string
  readonly installed: boolean
  readonly version?: string
  readonly hooks: { readonly user: HookState; readonly project: HookState }
  readonly trust?: HookTrust
  readonly findings: readonly Finding[]
}

/** Compares the settings of one scope with those that `leftoff init` would write. */
type HookState = 'whole' | 'partly' | 'none' | 'unreadable'

/** Checks every supported agent, installed or not. */
export const checkAgents = (machine: Machine, directory: string): Promise<readonly AgentReport[]> =>
  Promise.all(Object.values(PLANS).map((plan) => checkAgent(machine, plan, directory)))

async function checkAgent(machine: Machine, plan: InstallPlan, directory: string): Promise<AgentReport> {
  const presence = findAgent(machine, plan)
  const checks = { user: checkScope(machine, plan, 'user'), project: checkScope(machine, plan, 'project') }
  const program = presence?.by === 'program' ? presence.path : undefined
  const [version, trust] = await Promise.all([
    program ? readVersion(program, machine) : undefined,
    plan.agent === 'codex' && program && hasHooks(checks)
      ? readCodexTrust(program, { env: machine.env, directory, isOurs: isOurCommand })
      : undefined,
  ])
  return {
    agent: plan.agent,
    title: plan.title,
    installed: presence !== undefined,
    ...(version && { version }),
    hooks: { user: checks.user.state, project: checks.project.state },
    ...(trust && { trust }),
    findings: findingsOf({ machine, plan, presence, version, checks, trust }),
  }
}

interface ScopeCheck {
  readonly state: HookState
  readonly missing: readonly string[]
  readonly hasStatusLine?: boolean
  /** Files with an entry that has leftoff's name but was not written by leftoff. */
  readonly occupied?: readonly FileReport[]
  readonly problem?: Problem
}
const hasHooks = ({ user, project }: Record<InstallScope, ScopeCheck>): boolean =>
  user.state === 'whole' || project.state === 'whole' || user.state === 'partly' || project.state === 'partly'

/** A dry run of init shows what is missing. */
function checkScope(machine: Machine, plan: InstallPlan, scope: InstallScope): ScopeCheck {
  try {
    const reports = installAgent(machine, plan, { scope, dryRun: true })
    const missing = reports.flatMap(({ added, updated, removed }) => [...added, ...updated, ...removed])
    if (reports.every(({ change }) => change === 'none'))
      return {
        state: 'whole',
        missing: [],
        hasStatusLine: reports.some(showsStatusLine),
        occupied: reports.filter(({ occupied }) => occupied !== undefined),
      }
    const isNone = uninstallAgent(machine, plan, { scope, dryRun: true }).every(
      ({ change }) => change === 'none',
    )
    return { state: isNone ? 'none' : 'partly', missing }
  } catch (error) {
    if (error instanceof Problem) return { state: 'unreadable', missing: [], problem: error }
    throw error
  }
}

const showsStatusLine = ({ texts: [text] }: FileReport): boolean =>
  /leftoff_agent=[^"]*status-line/.test(text)

interface AgentFacts {
  readonly machine: Machine
  readonly plan: InstallPlan
  readonly presence: AgentPresence | undefined
  readonly version: string | undefined
  readonly checks: Record<InstallScope, ScopeCheck>
  readonly trust: HookTrust | undefined
}

function findingsOf(facts: AgentFacts): readonly Finding[] {
  const { presence, plan, version, checks } = facts
  if (!presence && !hasHooks(checks)) return [note('not installed')]
  return [
    ok(presenceText(presence, version)),
    ...hookFindings(facts),
    ...trustFindings(facts.trust, plan.title),
  ]
}

function presenceText(presence: AgentPresence | undefined, version: string | undefined): string {
  if (!presence) return 'configured, but the program was not found'
  if (presence.by === 'folder')
    return `the folder ${presence.path} exists, but the program is not on the PATH`
  return `${version ?? 'version unknown'}, ${presence.path}`
}

const NO_HOOKS = 'leftoff hooks are not installed'

function hookFindings({ machine, plan, presence, checks }: AgentFacts): readonly Finding[] {
  const command = `leftoff init --agent ${plan.agent}`
  const broken = [checks.user, checks.project].flatMap(({ problem }) => problem ?? [])
  if (broken.length > 0)
    return broken.map((problem) =>
      wrong(`${problem.message}${problem.where ? ` (${problem.where})` : ''}`, problem.fix ?? command),
    )
  // Reports no error if the agent was uninstalled and only its folder is left.
  if (!hasHooks(checks)) return [(presence?.by === 'program' ? wrong : note)(NO_HOOKS, command)]
  const partly = (['user', 'project'] as const).filter((scope) => checks[scope].state === 'partly')
  if (partly.length > 0)
    return partly.map((scope) =>
      wrong(
        `the ${scope} settings have outdated or missing hooks (${checks[scope].missing.length} to add or change)`,
        `${command} --${scope}`,
      ),
    )
  if (writeScripts(machine, { dryRun: true }).length > 0)
    return [wrong('the hook scripts are missing or outdated', command)]
  const scopes = (['user', 'project'] as const).filter((scope) => checks[scope].state === 'whole')
  const line = scopes.some((scope) => checks[scope].hasStatusLine) ? ', status line installed' : ''
  return [
    ok(`hooks installed (${scopes.join(' and ')})${line}`),
    ...scopes.flatMap((scope) => checks[scope].occupied ?? []).map((file) => ownEntryFinding(file, command)),
  ]
}

const ownEntryFinding = ({ path, occupied }: FileReport, command: string): Finding =>
  note(
    `the MCP server is not installed: leftoff did not write ${occupied} in ${path}`,
    `rename or delete it, then run ${command}`,
  )

function trustFindings(trust: HookTrust | undefined, title: string): readonly Finding[] {
  if (!trust) return []
  if (trust.kind === 'unknown')
    return [
      note(
        `cannot tell whether the leftoff hooks are trusted: ${trust.because}`,
        'start codex and open /hooks',
      ),
    ]
  if (trust.disabled > 0)
    return [
      wrong(
        `${countText(trust.disabled, 'leftoff hook is', 'leftoff hooks are')} disabled in ${title}`,
        'start codex, open /hooks and enable them',
      ),
    ]
  if (trust.untrusted > 0)
    return [
      wrong(
        `${countText(trust.untrusted, 'leftoff hook is', 'leftoff hooks are')} not trusted; ${title} ignores untrusted hooks`,
        'start codex in a terminal and choose "Trust all"',
      ),
    ]
  return [ok(`${countText(trust.trusted, 'hook', 'hooks')} trusted`)]
}

const VERSION_MS = 10_000

function readVersion(program: string, { env }: Machine): Promise<string | undefined> {
  return new Promise((done) => {
    process
      .getBuiltinModule('node:child_process')
      .execFile(program, ['--version'], { env, timeout: VERSION_MS, killSignal: 'SIGKILL' }, (error, out) =>
        done(error ? undefined : /\d+\.\d+\.\d+\S{0,40}/.exec(out)?.[0]),
      )
  })
}

type HookTrust =
  | { readonly kind: 'told'; readonly trusted: number; readonly untrusted: number; readonly disabled: number }
  | { readonly kind: 'unknown'; readonly because: string }

const TIMEOUT_MS = 8000

/** Asks Codex which hooks it trusts, because Codex ignores untrusted hooks and only Codex knows them. */
function readCodexTrust(
  program: string,
  ask: { readonly env: Environment; readonly directory: string; isOurs(command: unknown): boolean },
): Promise<HookTrust> {
  return new Promise((done) => {
    const { spawn } = process.getBuiltinModule('node:child_process')
    const server = spawn(program, ['app-server'], { env: ask.env, stdio: ['pipe', 'pipe', 'ignore'] })
    const finish = (trust: HookTrust): void => {
      clearTimeout(timer)
      server.kill('SIGKILL')
      done(trust)
    }
    const timer = setTimeout(
      () => finish({ kind: 'unknown', because: 'Codex did not respond in time' }),
      TIMEOUT_MS,
    )
    server.on('error', () => finish({ kind: 'unknown', because: 'Codex could not be started' }))
    server.on('exit', () => finish({ kind: 'unknown', because: 'Codex exited without a response' }))
    server.stdin.on('error', () => {}) // reported by the exit event
    let pending = ''
    server.stdout.on('data', (chunk: Buffer) => {
      pending += chunk.toString('utf8')
      const lines = pending.split('\n')
      pending = lines.pop() ?? ''
      const answer = lines.map(parseHooks).find((hooks) => hooks !== undefined)
      if (answer) finish(countTrust(answer.filter((hook) => ask.isOurs(hook.command))))
    })
    for (const message of requests(ask.directory)) server.stdin.write(`${JSON.stringify(message)}\n`)
  })
}

const LIST_REQUEST_ID = 2
const requests = (directory: string): readonly object[] => [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { clientInfo: { name: 'leftoff', title: 'leftoff doctor', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'initialized' },
  { jsonrpc: '2.0', id: LIST_REQUEST_ID, method: 'hooks/list', params: { cwds: [directory] } },
]

type ListedHook = Readonly<Record<string, unknown>>

function parseHooks(line: string): readonly ListedHook[] | undefined {
  try {
    const message = JSON.parse(line)
    if (message?.id !== LIST_REQUEST_ID) return undefined
    const folders: unknown = message.result?.data
    return Array.isArray(folders) ? folders.flatMap((folder) => folder?.hooks ?? []) : []
  } catch {
    return undefined // not a JSON message
  }
}

function countTrust(hooks: readonly ListedHook[]): HookTrust {
  const isTrusted = (hook: ListedHook): boolean => hook.trustStatus === 'trusted' || hook.isManaged === true
  return {
    kind: 'told',
    trusted: hooks.filter(isTrusted).length,
    untrusted: hooks.filter((hook) => !isTrusted(hook)).length,
    disabled: hooks.filter((hook) => hook.enabled === false).length,
  }
}
