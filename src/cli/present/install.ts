import type { Scope } from '../../agent/install-plan.ts'
import { type Machine, scriptFolder } from '../../install/agent-locations.ts'
import { diffLines } from '../../install/diff.ts'
import { PROGRAM } from '../../install/file-content.ts'
import type { FileReport } from '../../install/install.ts'
import { PLANS } from '../../install/plans.ts'
import { type Handled, problemJson } from '../agents.ts'
import type { Style } from '../out.ts'
import { plain } from '../terminal-safe.ts'

export interface Initialised {
  readonly scope: Scope
  readonly dryRun: boolean
  readonly home: string
  readonly agents: readonly Handled[]
  /** Scripts of ours that were written anew. */
  readonly scripts: readonly string[]
}

export interface Uninstalled {
  readonly scope: Scope
  readonly dryRun: boolean
  readonly home: string
  readonly agents: readonly Handled[]
  /** Files of other agents and projects that leftoff still stands in. */
  readonly elsewhere: readonly string[]
}

export const initJson = ({ agents, scripts, ...rest }: Initialised) => ({
  ...rest,
  agents: agents.map((one) => ({ ...agentJson(one), next: one.problem ? '' : PLANS[one.agent].next })),
  scripts,
})

export const uninstallJson = ({ agents, elsewhere, ...rest }: Uninstalled) => ({
  ...rest,
  agents: agents.map(agentJson),
  elsewhere,
})

const agentJson = ({ agent, found, files, problem }: Handled) => ({
  agent,
  ...(found && { found }),
  files: files.map(({ texts: _, ...file }) => file),
  ...(problem && { error: problemJson(problem) }),
})

const DRY_RUN = 'Nothing was changed: this was a dry run.'

export function initText(done: Initialised, machine: Machine, style: Style): string {
  const changed = done.agents.filter(({ files }) => files.some(isChange))
  const lines = done.agents.flatMap((one) => agentLines(one, { machine, style, whole: done.dryRun }))
  const own = done.agents.flatMap(({ files }) => files.flatMap((file) => ownLines(file, machine)))
  if (done.dryRun) return [...lines, ...own, DRY_RUN].join('\n')
  const hasCopies = changed.some(({ files }) => files.some(({ backup }) => backup !== undefined))
  return [
    ...lines,
    ...own,
    ...(changed.length === 0 && done.scripts.length > 0
      ? [`Brought up to date: ${done.scripts.map((path) => short(machine, path)).join(', ')}`]
      : []),
    ...(hasCopies ? [`Copies of the files as they were: ${short(machine, `${done.home}/backups`)}`, ''] : []),
    ...(changed.length > 0 ? [style.bold('What happens next')] : []),
    ...changed.map(({ agent }) => `  ${PLANS[agent].next}`),
    ...(changed.length > 0 && done.scope === 'project'
      ? [
          `  These files name a folder of yours, ${short(machine, done.home)}: they are of use on this machine only.`,
        ]
      : []),
  ]
    .join('\n')
    .trimEnd()
}

/** The slot is the user's, and so is what stands in it. */
const ownLines = ({ path, occupied }: FileReport, machine: Machine): string[] =>
  occupied === undefined
    ? []
    : [
        `${occupied} in ${short(machine, path)} is your own, and stays as it is. To have both, let its command pass on what it`,
        `reads to the one of leftoff, which prints one line: ${plain(quoted(`${scriptFolder(machine)}/status-line`))}`,
        '',
      ]

export function uninstallText(done: Uninstalled, machine: Machine, style: Style): string {
  const touched = done.agents.filter(({ files, problem }) => problem || files.some(isChange))
  const elsewhere = done.elsewhere.filter(
    (path) => !done.agents.some(({ files }) => files.some((one) => one.path === path)),
  )
  return [
    ...touched.flatMap((one) => agentLines(one, { machine, style, whole: done.dryRun })),
    ...(touched.length === 0 ? ['leftoff stands in no settings here.', ''] : []),
    ...(elsewhere.length > 0
      ? [
          'It still stands in:',
          ...elsewhere.map((path) => `  ${short(machine, path)}`),
          '  leftoff uninstall --project, in that folder, takes it out.',
          '',
        ]
      : []),
    ...(done.dryRun && touched.length > 0 ? [DRY_RUN, ''] : []),
    `What was recorded stays in ${short(machine, done.home)}; to delete it: rm -r ${quoted(done.home)}`,
  ].join('\n')
}

const quoted = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`

interface Telling {
  readonly machine: Machine
  readonly style: Style
  /** With every line that changes. */
  readonly whole: boolean
}

function agentLines({ agent, files, problem }: Handled, telling: Telling): string[] {
  const { style } = telling
  const title = style.bold(PLANS[agent].title)
  if (problem) {
    const where = problem.where ? [`    --> ${plain(problem.where)}`] : []
    return [
      `${title}  ${style.red('refused')}`,
      `    ${plain(problem.message)}`,
      ...where,
      `    fix: ${plain(problem.fix)}`,
      '',
    ]
  }
  if (!files.some(isChange)) return [`${title}  already up to date`, '']
  return [title, ...files.filter(isChange).flatMap((file) => fileLines(file, telling)), '']
}

const isChange = ({ change }: FileReport): boolean => change !== 'none'

const DONE = { create: ' (new)', change: '', none: '', restore: ' (restored)', delete: ' (deleted)' } as const

function fileLines(file: FileReport, { machine, style, whole }: Telling): string[] {
  const head = `  ${style.cyan(short(machine, file.path))}${DONE[file.change]}`
  if (whole && isProgram(file)) return [head, programLine(file)]
  if (whole)
    return [
      head,
      ...diffLines(...file.texts).map(({ sign, text }) =>
        painted(style, sign)(`    ${sign} ${plain(text)}`.trimEnd()),
      ),
    ]
  return [
    head,
    ...listed('+', file.added).map((text) => style.green(text)),
    ...listed('~', file.updated).map((text) => style.yellow(text)),
    ...listed('-', file.removed).map((text) => style.red(text)),
  ]
}

const isProgram = ({ added, updated, removed }: FileReport): boolean =>
  [...added, ...updated, ...removed].includes(PROGRAM)

/** Nobody's settings are in it, and it is longer than all of them together. */
function programLine({ change, texts: [before, after] }: FileReport): string {
  const lines = (after || before).split('\n').length - 1
  return `    ${change === 'delete' ? '-' : '+'} ${PROGRAM}: ${lines} lines, all of them ours`
}

const painted = (style: Style, sign: string): ((text: string) => string) =>
  sign === '+' ? style.green : sign === '-' ? style.red : style.dim

const MOST_NAMED = 4

/** Many hooks are one line. */
function listed(sign: string, names: readonly string[]): string[] {
  const hooks = names.filter((name) => name.startsWith('hook ')).map((name) => name.slice(5))
  const others = names.filter((name) => !name.startsWith('hook '))
  const more = hooks.length > MOST_NAMED ? ` and ${hooks.length - MOST_NAMED} more` : ''
  const count = `${hooks.length} ${hooks.length === 1 ? 'hook' : 'hooks'}`
  return [
    ...(hooks.length > 0 ? [`    ${sign} ${count}: ${hooks.slice(0, MOST_NAMED).join(', ')}${more}`] : []),
    ...others.map((name) => `    ${sign} ${name}`),
  ]
}

/** As people write it. */
const short = ({ user }: Machine, path: string): string =>
  plain(path.startsWith(`${user}/`) ? `~${path.slice(user.length)}` : path)
