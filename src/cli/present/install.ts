import type { InstallScope } from '../../agent/install-plan.ts'
import { type Machine, scriptFolder } from '../../install/agent-locations.ts'
import { diffLines } from '../../install/diff.ts'
import { PROGRAM } from '../../install/file-content.ts'
import type { FileReport } from '../../install/install.ts'
import { PLANS } from '../../install/plans.ts'
import { isEntryName } from '../../install/settings-edit.ts'
import { type AgentResult, problemJson } from '../agent-install.ts'
import type { Style } from '../out.ts'
import { plain } from '../terminal-safe.ts'

export interface InitResult {
  readonly scope: InstallScope
  readonly dryRun: boolean
  readonly home: string
  readonly agents: readonly AgentResult[]
  /** Scripts that were written or updated. */
  readonly scripts: readonly string[]
}

export interface UninstallResult {
  readonly scope: InstallScope
  readonly dryRun: boolean
  readonly home: string
  readonly agents: readonly AgentResult[]
  /** Files of other agents and projects that still contain leftoff entries. */
  readonly elsewhere: readonly string[]
}

export const initJson = ({ agents, scripts, ...rest }: InitResult) => ({
  ...rest,
  agents: agents.map((one) => ({ ...agentJson(one), next: one.problem ? '' : PLANS[one.agent].next })),
  scripts,
})

export const uninstallJson = ({ agents, elsewhere, ...rest }: UninstallResult) => ({
  ...rest,
  agents: agents.map(agentJson),
  elsewhere,
})

const agentJson = ({ agent, found, files, problem }: AgentResult) => ({
  agent,
  ...(found && { found }),
  files: files.map(({ texts: _, ...file }) => file),
  ...(problem && { error: problemJson(problem) }),
})

const DRY_RUN = 'Dry run: nothing was changed.'

export function initText(done: InitResult, machine: Machine, style: Style): string {
  const changed = done.agents.filter(({ files }) => files.some(isChange))
  const lines = done.agents.flatMap((one) => agentLines(one, { machine, style, whole: done.dryRun }))
  const own = done.agents.flatMap(({ files }) => files.flatMap((file) => ownLines(file, machine)))
  if (done.dryRun) return [...lines, ...own, DRY_RUN].join('\n')
  const hasCopies = changed.some(({ files }) => files.some(({ backup }) => backup !== undefined))
  return [
    ...lines,
    ...own,
    ...(changed.length === 0 && done.scripts.length > 0
      ? [`Updated: ${done.scripts.map((path) => short(machine, path)).join(', ')}`]
      : []),
    ...(hasCopies ? [`Backups of the original files: ${short(machine, `${done.home}/backups`)}`, ''] : []),
    ...(changed.length > 0 ? [style.bold('Next steps')] : []),
    ...changed.map(({ agent }) => `  ${PLANS[agent].next}`),
    ...(changed.length > 0 && done.scope === 'project'
      ? [`  These files refer to ${short(machine, done.home)} and work only on this machine.`]
      : []),
  ]
    .join('\n')
    .trimEnd()
}

/** The user's own status line and servers are never replaced. */
function ownLines({ path, occupied }: FileReport, machine: Machine): string[] {
  if (occupied === undefined) return []
  const kept = `Kept your own ${occupied} in ${short(machine, path)}.`
  if (isEntryName(occupied))
    return [`${kept} To add leftoff's MCP server, rename or delete it and run leftoff init again.`, '']
  return [
    `${kept} To show both, pipe your command's standard input`,
    `to this script, which prints one line: ${plain(quoted(`${scriptFolder(machine)}/status-line`))}`,
    '',
  ]
}

export function uninstallText(done: UninstallResult, machine: Machine, style: Style): string {
  const touched = done.agents.filter(({ files, problem }) => problem || files.some(isChange))
  const elsewhere = done.elsewhere.filter(
    (path) => !done.agents.some(({ files }) => files.some((one) => one.path === path)),
  )
  const kept = done.agents.flatMap(({ files }) => files.filter(({ occupied }) => occupied !== undefined))
  return [
    ...touched.flatMap((one) => agentLines(one, { machine, style, whole: done.dryRun })),
    ...(touched.length === 0 ? ['No leftoff entries found.', ''] : []),
    ...kept.map(({ path, occupied }) => `Kept your own ${occupied} in ${short(machine, path)}.`),
    ...(kept.length > 0 ? [''] : []),
    ...(elsewhere.length > 0
      ? [
          'These files still contain leftoff entries:',
          ...elsewhere.map((path) => `  ${short(machine, path)}`),
          '  To remove them, run leftoff uninstall --project in that directory.',
          '',
        ]
      : []),
    ...(done.dryRun && touched.length > 0 ? [DRY_RUN, ''] : []),
    `Your recorded data is kept in ${short(machine, done.home)}. To delete it: rm -r ${quoted(done.home)}`,
  ].join('\n')
}

const quoted = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`

interface TextOptions {
  readonly machine: Machine
  readonly style: Style
  /** Whether to show every changed line. */
  readonly whole: boolean
}

function agentLines({ agent, files, problem }: AgentResult, options: TextOptions): string[] {
  const { style } = options
  const title = style.bold(PLANS[agent].title)
  if (problem) {
    const where = problem.where ? [`    --> ${plain(problem.where)}`] : []
    return [
      `${title}  ${style.red('failed')}`,
      `    ${plain(problem.message)}`,
      ...where,
      `    fix: ${plain(problem.fix)}`,
      '',
    ]
  }
  if (!files.some(isChange)) return [`${title}  already up to date`, '']
  return [title, ...files.filter(isChange).flatMap((file) => fileLines(file, options)), '']
}

const isChange = ({ change }: FileReport): boolean => change !== 'none'

const DONE = { create: ' (new)', change: '', none: '', restore: ' (restored)', delete: ' (deleted)' } as const

function fileLines(file: FileReport, { machine, style, whole }: TextOptions): string[] {
  const head = `  ${style.cyan(short(machine, file.path))}${DONE[file.change]}`
  if (whole && isProgram(file)) return [head, programLine(file)]
  if (whole)
    return [
      head,
      ...diffLines(...file.texts).map(({ sign, text }) =>
        diffColour(style, sign)(`    ${sign} ${plain(text)}`.trimEnd()),
      ),
    ]
  return [
    head,
    ...changeLines('+', file.added).map((text) => style.green(text)),
    ...changeLines('~', file.updated).map((text) => style.yellow(text)),
    ...changeLines('-', file.removed).map((text) => style.red(text)),
  ]
}

const isProgram = ({ added, updated, removed }: FileReport): boolean =>
  [...added, ...updated, ...removed].includes(PROGRAM)

/** Summarizes a generated program, because it is long and contains no user settings. */
function programLine({ change, texts: [before, after] }: FileReport): string {
  const lines = (after || before).split('\n').length - 1
  return `    ${change === 'delete' ? '-' : '+'} ${PROGRAM}: ${lines} generated lines`
}

const diffColour = (style: Style, sign: string): ((text: string) => string) =>
  sign === '+' ? style.green : sign === '-' ? style.red : style.dim

const MAX_NAMED = 4

function changeLines(sign: string, names: readonly string[]): string[] {
  const hooks = names.filter((name) => name.startsWith('hook ')).map((name) => name.slice(5))
  const others = names.filter((name) => !name.startsWith('hook '))
  const more = hooks.length > MAX_NAMED ? ` and ${hooks.length - MAX_NAMED} more` : ''
  const count = `${hooks.length} ${hooks.length === 1 ? 'hook' : 'hooks'}`
  return [
    ...(hooks.length > 0 ? [`    ${sign} ${count}: ${hooks.slice(0, MAX_NAMED).join(', ')}${more}`] : []),
    ...others.map((name) => `    ${sign} ${name}`),
  ]
}

/** Abbreviates the home directory as ~. */
const short = ({ user }: Machine, path: string): string =>
  plain(path.startsWith(`${user}/`) ? `~${path.slice(user.length)}` : path)
