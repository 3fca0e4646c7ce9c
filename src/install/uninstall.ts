import { AGENT_NAMES, type AgentName } from '../agent/adapter.ts'
import type { FilePlan, InstallPlan } from '../agent/install-plan.ts'
import { type Machine, possibleSettingsPaths } from './agent-locations.ts'
import { type BackupRecord, Backups, removeStrayFiles, sha256 } from './backups.ts'
import { contentWithoutLeftoff, PROGRAM, textOf } from './file-content.ts'
import { type FileReport, type InstallOptions, MAX_ATTEMPTS, readOptions } from './install.ts'
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
  if (!options.dryRun) removeStrayFiles(machine, plan, options.scope)
  const backups = new Backups(machine.home, plan.agent)
  const targets = plan.files.flatMap((file) =>
    possibleSettingsPaths(machine, options.scope, file.location).map((path) => ({
      plan,
      file,
      backups,
      path,
    })),
  )
  // Starts with the last file, because the record of the first file lists the folders of all files.
  return targets
    .toReversed()
    .map((target) => uninstallFile(machine, target, options))
    .toReversed()
}

interface UninstallTarget {
  readonly plan: InstallPlan
  readonly file: FilePlan
  readonly backups: Backups
  readonly path: string
}

function uninstallFile(
  machine: Machine,
  target: UninstallTarget,
  { dryRun, scope }: InstallOptions,
): FileReport {
  const { backups, path } = target
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const current = readSettingsFile(path, readOptions(machine, scope))
    const record = backups.find(path)
    const removal = planRemoval(machine, target, current, record)
    if (dryRun) return toReport(current, removal)
    const backup =
      needsBackup(removal) && current.bytes ? backups.copy(path, current.bytes, machine.now()) : undefined
    if (!applyRemoval(current, removal, record)) continue
    removeEmptyFolders(record?.folders ?? [])
    backups.forget(path, { restored: isRestored(current, removal, record) })
    return { ...toReport(current, removal), ...(backup && { backup }) }
  }
  throw busyError(path)
}

/** Also true if init was killed before it changed the file. */
const isRestored = ({ bytes }: SettingsFile, removal: Removal, record: BackupRecord | undefined): boolean =>
  removal.change === 'none' ? bytes !== undefined && sha256(bytes) === record?.before : !needsBackup(removal)

/** A file that is identical to what we wrote needs no backup. */
const needsBackup = ({ change, isAsWritten }: Removal): boolean =>
  change === 'change' || (change === 'delete' && !isAsWritten)

interface Removal {
  readonly change: FileReport['change']
  /** The new content of the file; absent if the file is deleted. */
  readonly bytes?: Buffer
  readonly removed: readonly string[]
  /** Whether the file is identical to what we wrote. */
  readonly isAsWritten: boolean
  /** An entry that has our name but that we did not write. */
  readonly occupied?: string | undefined
}

function planRemoval(
  machine: Machine,
  target: UninstallTarget,
  current: SettingsFile,
  record: BackupRecord | undefined,
): Removal {
  const { plan, file, backups } = target
  const isAsWritten = current.bytes !== undefined && record?.written.includes(sha256(current.bytes)) === true
  const none: Removal = { change: 'none', removed: [], isAsWritten }
  if (!current.bytes) return none
  const original = record && backups.bytesOf(record)
  const without = contentWithoutLeftoff(machine, { plan, file }, current, original)
  const removed = without?.removed ?? [PROGRAM]
  if (isAsWritten && record.clean) {
    if (!record.existed) return { change: 'delete', removed, isAsWritten }
    if (original) return { change: 'restore', bytes: original, removed, isAsWritten }
  }
  if (!without) return { change: 'delete', removed, isAsWritten }
  if (without.text === textOf(current)) return { ...none, occupied: without.occupied }
  const remaining = remainingContent(without.text, record, original)
  return {
    change: remaining ? 'change' : 'delete',
    ...(remaining && { bytes: remaining }),
    removed,
    isAsWritten,
    occupied: without.occupied,
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

/** A restored file also gets its original mode back. */
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

const toReport = (current: SettingsFile, { change, bytes, removed, occupied }: Removal): FileReport => ({
  path: current.path,
  change,
  ...NO_CHANGES,
  removed,
  ...(occupied !== undefined && { occupied }),
  texts: [textOf(current), change === 'none' ? textOf(current) : (bytes?.toString() ?? '')],
})

/** Deletes our scripts, unless this user's settings or those in another folder still refer to them. */
export function removeUnusedScripts(machine: Machine): void {
  const hasBackups = AGENT_NAMES.some((agent) => new Backups(machine.home, agent).list().length > 0)
  if (!hasBackups && AGENT_NAMES.every((agent) => hasNoEntries(machine, agent))) removeScripts(machine)
}

function hasNoEntries(machine: Machine, agent: AgentName): boolean {
  try {
    const files = uninstallAgent(machine, PLANS[agent], { scope: 'user', dryRun: true })
    return files.every(({ change }) => change === 'none')
  } catch {
    return false // unreadable settings may refer to the scripts
  }
}
