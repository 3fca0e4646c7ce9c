import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { AGENT_NAMES } from '../../src/agent/adapter.ts'
import type { FilePlan, InstallPlan, InstallScope } from '../../src/agent/install-plan.ts'
import { fault } from '../../src/host/fault-injection.ts'
import { jsonc } from '../../src/host/lazy-packages.ts'
import { type Machine, settingsPath } from '../../src/install/agent-locations.ts'
import { installAgent } from '../../src/install/install.ts'
import { PLANS } from '../../src/install/plans.ts'
import { uninstallAgent } from '../../src/install/uninstall.ts'
import { Problem } from '../../src/problem.ts'
import { type Campaign, require, type Trial, Violation } from './kit/campaign.ts'
import { jsonVariant, OWN, OWN_COMMAND, OWN_TABLE, tomlVariant, type Variant } from './kit/config-variants.ts'
import type { Random } from './kit/random.ts'
import { testMachine } from './kit/test-machine.ts'

/** One settings file of one agent. */
interface SettingsCase {
  readonly machine: Machine
  readonly plan: InstallPlan
  readonly scope: InstallScope
  readonly path: string
  readonly variant: Variant
  readonly mode: number
  readonly isLinked: boolean
  readonly trap?: Trap
}

/** Paths that must be refused. */
const TRAPS = ['read-only', "a link to another user's file", 'a dangling link', 'a folder'] as const
type Trap = (typeof TRAPS)[number]
const NOBODY = 65534

export const installers: Campaign = {
  id: 'R21',
  title: 'agent settings',
  async run(trial) {
    const cases = trial.size({ change: 60, night: 300 })
    const outcomes = { refused: 0, changed: 0 }
    for (let index = 0; index < cases; index += 1) outcomes[runCase(trial, index)] += 1
    require(outcomes.refused > 0 &&
      outcomes.changed > cases / 3, `too one-sided: ${JSON.stringify(outcomes)}`)
    return `${outcomes.changed} files restored byte for byte, ${outcomes.refused} refused and unchanged`
  },
}

function runCase(trial: Trial, index: number): 'refused' | 'changed' {
  const random = trial.random(`R21/${index}`)
  const folder = join(trial.folder, String(index))
  const one = prepareCase(folder, random)
  const { plan, variant, scope, path } = one
  trial.step(`${index}: ${plan.agent}, ${scope}, ${path.slice(folder.length)}, ${variant.name}`)
  try {
    const isReadable = canBeRead(one)
    if (isReadable) requireChange(one, random)
    else requireRefusal(one)
    rmSync(folder, { recursive: true, force: true })
    return isReadable ? 'changed' : 'refused'
  } catch (error) {
    const isVerdict = error instanceof Violation || error instanceof Problem
    throw isVerdict ? new Violation(`${plan.agent} ${variant.name}: ${error.message}`) : error
  } finally {
    fault.install(undefined)
  }
}

function prepareCase(folder: string, random: Random): SettingsCase {
  mkdirSync(folder)
  const machine = testMachine(folder)
  const plan = PLANS[random.oneOf(AGENT_NAMES)]
  const scope = random.oneOf(['user', 'user', 'project'] as const)
  const file = random.oneOf(plan.files.filter(({ kind }) => kind !== 'program'))
  const path = settingsPath(machine, scope, file.location)
  const variant = variantFor(file, random)
  const mode = random.oneOf([0o600, 0o644, 0o640])
  // A link out of the project is refused.
  const elsewhere = scope === 'project' ? join(folder, 'checkout', 'dotfiles') : join(folder, 'dotfiles')
  if (random.chance(0.08)) {
    const trap = random.oneOf(process.getuid?.() === 0 ? TRAPS : TRAPS.filter((one) => !one.includes('user')))
    const bytes = placeTrap(trap, path, elsewhere)
    const trapped = { ...variant, name: trap, bytes }
    return { machine, plan, scope, path, variant: trapped, mode, isLinked: false, trap }
  }
  const isLinked = variant.bytes !== undefined && random.chance(0.2)
  if (variant.bytes) placeFile(path, variant.bytes, { mode, isLinked, elsewhere })
  return { machine, plan, scope, path, variant, mode, isLinked }
}

function placeTrap(trap: Trap, path: string, elsewhere: string): Buffer | undefined {
  const bytes = Buffer.from('{}\n')
  if (trap === 'read-only') placeFile(path, bytes, { mode: 0o444, isLinked: false, elsewhere })
  if (trap === 'a folder') mkdirSync(path, { recursive: true })
  if (trap.includes('link')) placeFile(path, bytes, { mode: 0o644, isLinked: true, elsewhere })
  if (trap === "a link to another user's file") chownSync(elsewhere, NOBODY, NOBODY)
  if (trap === 'a dangling link') rmSync(elsewhere)
  return trap === 'a folder' || trap === 'a dangling link' ? undefined : bytes
}

const variantFor = (file: FilePlan, random: Random): Variant =>
  file.kind === 'json'
    ? jsonVariant(random, file.hooks?.map(({ event }) => event) ?? [], file.entry?.path[0] ?? 'mcpServers')
    : tomlVariant(random)

function placeFile(
  path: string,
  bytes: Buffer,
  how: { readonly mode: number; readonly isLinked: boolean; readonly elsewhere: string },
): void {
  mkdirSync(dirname(path), { recursive: true })
  const target = how.isLinked ? how.elsewhere : path
  writeFileSync(target, bytes)
  chmodSync(target, how.mode)
  if (how.isLinked) symlinkSync(target, path)
}

function canBeRead({ plan, path, variant, machine, scope, trap }: SettingsCase): boolean {
  if (trap) return false
  const file = plan.files.find(({ location }) => settingsPath(machine, scope, location) === path)
  if (variant.isUnusable) return false
  return file?.kind !== 'json' || variant.needs.every((need) => file.extensions.includes(need))
}

function requireRefusal(one: SettingsCase): void {
  const { machine, plan, scope, path, variant } = one
  const before = fileStats(machine)
  for (const dryRun of [true, false]) {
    const problem = problemOf(() => installAgent(machine, plan, { scope, statusLine: true, dryRun }))
    require(problem !== undefined, 'a file that cannot be read was not refused')
    require(problem.fix !== '', `${problem.code} has no fix`)
  }
  require(!variant.bytes || readFileSync(path).equals(variant.bytes), 'a file that was refused was changed')
  require(fileStats(machine) === before, 'something else was written although the file was refused')
}

function requireChange(one: SettingsCase, random: Random): void {
  const { machine, plan, scope, path, variant } = one
  const before = variant.bytes?.toString() ?? ''
  installAgent(machine, plan, { scope, statusLine: true, dryRun: true })
  require((existsSync(path) ? readFileSync(path, 'utf8') : undefined) ===
    variant.bytes?.toString(), 'a dry run changed the file')
  const report = installAgent(machine, plan, { scope, statusLine: true, dryRun: false }).find(
    (file) => file.path === path,
  )
  const after = readFileSync(path, 'utf8')
  requireOurs(one, after)
  requireSubsequence(before, after)
  requireSameLinkAndMode(one)
  if (report?.change !== 'none') requireBackup(one, report?.backup)
  else require(report.occupied !== undefined && after === before, 'nothing was added, and no reason is given')
  requireIdempotent(one)
  requireUpgraded(one, after)
  uninstallAgent(machine, plan, { scope, dryRun: false })
  requireRestored(one)
  if (report?.change !== 'none' && !variant.name.startsWith('large')) requireOthersKept(one, random)
}

/** Requires that entries of an older leftoff are updated in place. */
function requireUpgraded({ machine, plan, scope, path }: SettingsCase, after: string): void {
  const old = after.replaceAll(/("timeout": ?)\d+/g, '$11').replaceAll(machine.home, '/older/leftoff')
  if (old === after) return
  writeFileSync(path, old)
  installAgent(machine, plan, { scope, statusLine: true, dryRun: false })
  const now = readFileSync(path, 'utf8')
  require(now === after, `an upgrade wrote ${difference(after, now)}`)
}

/** Another program changes the file after our install, during it, or at every attempt. */
function requireOthersKept(one: SettingsCase, random: Random): void {
  const { machine, plan, scope, path, variant } = one
  const before = variant.bytes?.toString() ?? ''
  if (before.trim() === '') return
  const others = variant.changedByOthers(before)
  let times = random.oneOf([0, 1, 1, 100])
  let writes = 0
  fault.install(() => {
    if (times === 0 || readFileSync(path, 'utf8').startsWith('never')) return
    times -= 1
    writes += 1
    writeFileSync(path, times > 3 ? others + ' '.repeat(writes) : others)
  })
  const changesAlways = times > 3
  const problem = problemOf(() => installAgent(machine, plan, { scope, statusLine: true, dryRun: false }))
  fault.install(undefined)
  require((problem?.outcome === 'busy') ===
    changesAlways, `a file that changes ${changesAlways ? 'at every attempt' : 'once'}: ${problem?.message}`)
  if (changesAlways) {
    const found = readFileSync(path, 'utf8')
    require(found.trimEnd() === others.trimEnd(), 'a change by another program was overwritten')
    return
  }
  if (writes === 0) writeFileSync(path, variant.changedByOthers(readFileSync(path, 'utf8')))
  uninstallAgent(machine, plan, { scope, dryRun: false })
  const left = readFileSync(path, 'utf8')
  require(left === others, `after a change by another program, uninstall left ${difference(others, left)}`)
}

function requireOurs({ plan, path, variant, machine, scope }: SettingsCase, after: string): void {
  const file = plan.files.find(({ location }) => settingsPath(machine, scope, location) === path)
  if (file?.kind === 'toml') {
    require(after.split('\n').filter((line) => line.trim() === '[mcp_servers.leftoff]').length >=
      1, 'our table is missing')
    require(after.replaceAll('\r', '').includes(OWN_TABLE) ===
      variant.name.includes(OWN), "the user's own server was changed")
    return
  }
  if (file?.kind !== 'json') return
  const text = after.replace('\uFEFF', '')
  const value =
    variant.needs.length === 0 ? JSON.parse(text) : jsonc().parse(text, [], { allowTrailingComma: true })
  for (const { event } of file.hooks ?? []) {
    const ours = JSON.stringify(value.hooks[event]).split(':"leftoff_agent=').length - 1
    require(ours === 1, `${event} has ${ours} of our hooks`)
  }
  const [group, name] = file.entry?.path ?? []
  if (!group || !name) return
  const isOwn = value[group][name]?.command === OWN_COMMAND
  require(isOwn === variant.name.includes(OWN), `the owner of ${group}.${name} changed`)
  require(value[group][name] !== undefined, `${group}.${name} is missing`)
}

/** Requires that no part of the original was removed or moved. */
function requireSubsequence(before: string, after: string): void {
  let at = 0
  for (let index = 0; index < before.length; index += 1, at += 1) {
    const unit = before.charCodeAt(index)
    while (at < after.length && after.charCodeAt(at) !== unit) at += 1
    if (at >= after.length) throw new Violation(`lost: ${JSON.stringify(before.slice(index, index + 40))}`)
  }
}

function requireSameLinkAndMode({ path, mode, isLinked, variant }: SettingsCase): void {
  if (!variant.bytes) return
  require(lstatSync(path).isSymbolicLink() === isLinked, 'a link was replaced by a file')
  require((statSync(path).mode & 0o777) ===
    mode, `the mode became ${(statSync(path).mode & 0o777).toString(8)}`)
}

function requireBackup({ machine, plan, variant }: SettingsCase, backup: string | undefined): void {
  if (!variant.bytes) return
  require(backup !== undefined, 'no backup was made')
  const path = join(machine.home, 'backups', plan.agent, backup)
  require(readFileSync(path).equals(variant.bytes), 'the backup differs from the original')
  require((statSync(path).mode & 0o777) === 0o600, 'the backup is readable by others')
}

function requireIdempotent({ machine, plan, scope }: SettingsCase): void {
  const before = fileStats(machine)
  const again = installAgent(machine, plan, { scope, statusLine: true, dryRun: false })
  require(again.every(({ change }) => change === 'none'), 'a second install reported a change')
  require(fileStats(machine) === before, 'a second install wrote something')
}

function requireRestored(one: SettingsCase): void {
  const { path, variant, machine } = one
  if (!variant.bytes) require(!existsSync(path), 'a file that we created was left behind')
  else
    require(readFileSync(path).equals(
      variant.bytes,
    ), `not restored: ${difference(variant.bytes.toString(), readFileSync(path, 'utf8'))}`)
  requireSameLinkAndMode(one)
  const litter = readdirSync(machine.user, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /leftoff/.test(name),
  )
  require(litter.length === 0, `left behind: ${litter}`)
}

/** Every file with its inode, mtime and size, which change when it is rewritten. */
const fileStats = ({ user, checkout }: Machine): string =>
  [user, checkout]
    .flatMap((root) =>
      readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => {
        const found = lstatSync(join(root, name))
        return `${name} ${found.ino} ${found.mtimeMs} ${found.size}`
      }),
    )
    .sort()
    .join('\n')

function problemOf(work: () => unknown): Problem | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

function difference(wanted: string, got: string): string {
  let at = 0
  while (at < wanted.length && wanted[at] === got[at]) at += 1
  const around = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 40), at + 60))
  return `${around(got)} instead of ${around(wanted)}`
}
