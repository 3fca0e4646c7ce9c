import { AGENT_NAMES, type AgentName } from '../agent/adapter.ts'
import type { FilePlan, InstallPlan } from '../agent/install-plan.ts'
import { type Machine, possibleSettingsPaths } from './agent-locations.ts'
import { type BackupRecord, Backups, sha256 } from './backups.ts'
import { contentWithoutLeftoff, PROGRAM, textOf } from './file-content.ts'
import { type FileReport, type InstallOptions, MAX_ATTEMPTS } from './install.ts'
import { PLANS } from './plans.ts'
import { removeScripts } from './scripts.ts'
import { NO_CHANGES } from './settings-edit.ts'
import {
  busyError,
  deleteSettingsFile,
  readSettingsFile,
  removeEmptyFolders,
  replaceSettingsFile,
  type SettingsFile,
} from './settings-file.ts'

/** Removes leftoff from the files of one agent. */
export function uninstallAgent(
  machine: Machine,
  plan: InstallPlan,
  options: InstallOptions,
): readonly FileReport[] {
  const backups = new Backups(machine.home, plan.agent)
  const folders = backups.list().flatMap((record) => record.folders)
  const reports = plan.files.flatMap((file) =>
    possibleSettingsPaths(machine, options.scope, file.location).map((path) =>
      uninstallFile(machine, { plan, file, backups, path }, options),
    ),
  )
  if (!options.dryRun) removeEmptyFolders(folders)
  return reports
}

interface UninstallTarget {
  readonly plan: InstallPlan
  readonly file: FilePlan
  readonly backups: Backups
  readonly path: string
}

function uninstallFile(machine: Machine, target: UninstallTarget, { dryRun }: InstallOptions): FileReport {
  const { backups, path } = target
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const current = readSettingsFile(path, 0o600)
    const record = backups.find(path)
    const removal = planRemoval(target, current, record)
    if (dryRun) return toReport(current, removal)
    const backup =
      needsBackup(removal) && current.bytes ? backups.copy(path, current.bytes, machine.now()) : undefined
    if (!applyRemoval(current, removal, record)) continue
    backups.forget(path, { restored: removal.change !== 'none' && !needsBackup(removal) })
    return { ...toReport(current, removal), ...(backup && { backup }) }
  }
  throw busyError(path)
}

/** Content identical to what we wrote needs no backup. */
const needsBackup = ({ change, isAsWritten }: Removal): boolean =>
  change === 'change' || (change === 'delete' && !isAsWritten)

interface Removal {
  readonly change: FileReport['change']
  /** The new content. */
  readonly bytes?: Buffer
  readonly removed: readonly string[]
  /** The file is identical to what we wrote. */
  readonly isAsWritten: boolean
}

function planRemoval(
  target: UninstallTarget,
  current: SettingsFile,
  record: BackupRecord | undefined,
): Removal {
  const { plan, file, backups } = target
  const isAsWritten = current.bytes !== undefined && record?.written.includes(sha256(current.bytes)) === true
  const none: Removal = { change: 'none', removed: [], isAsWritten }
  if (!current.bytes) return none
  const original = record && backups.bytesOf(record)
  const without = contentWithoutLeftoff(plan, file, current, original)
  const removed = without?.removed ?? [PROGRAM]
  if (isAsWritten && record.clean) {
    if (!record.existed) return { change: 'delete', removed, isAsWritten }
    if (original) return { change: 'restore', bytes: original, removed, isAsWritten }
  }
  if (!without) return { change: 'delete', removed, isAsWritten }
  if (without.text === textOf(current)) return none
  const remaining = remainingContent(without.text, record, original)
  return {
    change: remaining ? 'change' : 'delete',
    ...(remaining && { bytes: remaining }),
    removed,
    isAsWritten,
  }
}

/** Undefined for an empty file that we created. A file that was empty before becomes empty again. */
function remainingContent(
  text: string,
  record: BackupRecord | undefined,
  original: Buffer | undefined,
): Buffer | undefined {
  const isEmpty = /^\s*(\{\s*\})?\s*$/.test(text)
  if (isEmpty && record?.existed === false) return undefined
  const wasEmpty = original?.toString().trim() === ''
  return isEmpty && wasEmpty ? original : Buffer.from(text)
}

/** A restored file gets its mode back too. */
function applyRemoval(
  current: SettingsFile,
  { change, bytes }: Removal,
  record: BackupRecord | undefined,
): boolean {
  if (change === 'none') return true
  if (!bytes) return deleteSettingsFile(current)
  return replaceSettingsFile(
    change === 'restore' && record ? { ...current, mode: record.mode } : current,
    bytes,
  )
}

const toReport = (current: SettingsFile, { change, bytes, removed }: Removal): FileReport => ({
  path: current.path,
  change,
  ...NO_CHANGES,
  removed,
  texts: [textOf(current), change === 'none' ? textOf(current) : (bytes?.toString() ?? '')],
})

/** Deletes our scripts, unless settings of this user or of another folder still refer to them. */
export function removeUnusedScripts(machine: Machine): void {
  const hasBackups = AGENT_NAMES.some((agent) => new Backups(machine.home, agent).list().length > 0)
  if (!hasBackups && AGENT_NAMES.every((agent) => hasNoEntries(machine, agent))) removeScripts(machine)
}

function hasNoEntries(machine: Machine, agent: AgentName): boolean {
  try {
    const files = uninstallAgent(machine, PLANS[agent], { scope: 'user', dryRun: true })
    return files.every(({ change }) => change === 'none')
  } catch {
    return false // settings that cannot be read may refer to them
  }
}
