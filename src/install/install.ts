import { mkdirSync } from 'node:fs'
import type { FilePlan, InstallPlan, InstallScope } from '../agent/install-plan.ts'
import { Problem } from '../problem.ts'
import { type Machine, missingFolders, settingsPath } from './agent-locations.ts'
import { type BackupRecord, Backups, removeStrayFiles, sha256 } from './backups.ts'
import { contentWithLeftoff, contentWithoutLeftoff, textOf } from './file-content.ts'
import type { SettingsEdit } from './settings-edit.ts'
import {
  busyError,
  readSettingsFile,
  replaceSettingsFile,
  type SettingsFile,
  unwritableError,
} from './settings-file.ts'

export interface FileReport {
  readonly path: string
  readonly change: 'create' | 'change' | 'none' | 'restore' | 'delete'
  readonly added: readonly string[]
  readonly updated: readonly string[]
  readonly removed: readonly string[]
  /** The name of the requested slot or of our entry, if it already has a value that we did not write. */
  readonly occupied?: string
  /** The name of the backup copy. */
  readonly backup?: string
  /** The text of the file before and after the change. */
  readonly texts: readonly [string, string]
}

export interface InstallOptions {
  readonly scope: InstallScope
  readonly dryRun: boolean
  /** Whether to install the status line too, if the agent supports one and the user has none. */
  readonly statusLine?: boolean
}

/** Installs leftoff in one agent. Checks all files before it writes any, so that a refusal changes nothing. */
export function installAgent(
  machine: Machine,
  plan: InstallPlan,
  options: InstallOptions,
): readonly FileReport[] {
  const previews = plan.files.map((file) => installFile(machine, plan, file, { ...options, dryRun: true }))
  if (options.dryRun) return previews
  removeStrayFiles(machine, plan, options.scope)
  return plan.files.map((file) => installFile(machine, plan, file, options))
}

/** Number of attempts if another program keeps changing the file. */
export const MAX_ATTEMPTS = 5
const MAX_WRITTEN_HASHES = 20

function installFile(
  machine: Machine,
  plan: InstallPlan,
  file: FilePlan,
  options: InstallOptions,
): FileReport {
  const path = settingsPath(machine, options.scope, file.location)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const current = readSettingsFile(path, readOptions(machine, options.scope))
    const edited = contentWithLeftoff(machine, { plan, file, options }, current)
    const text = textOf(current)
    const report = { path, ...changeNames(edited), texts: [text, edited.text] as const }
    if (current.bytes && edited.text === text) return { ...report, change: 'none' }
    const change = current.bytes ? 'change' : 'create'
    if (options.dryRun) return { ...report, change }
    const bytes = Buffer.from(edited.text)
    const backup = backUp(machine, { plan, file, current, bytes, scope: options.scope })
    if (replaceSettingsFile(current, bytes)) return { ...report, change, ...(backup && { backup }) }
  }
  throw busyError(path)
}

/** Project settings are shared, so others must be able to read them, and anyone may have written them. */
export const readOptions = (
  { checkout }: Machine,
  scope: InstallScope,
): Parameters<typeof readSettingsFile>[1] =>
  scope === 'user' ? { newMode: 0o600 } : { newMode: 0o644, checkout }

const changeNames = ({ text: _, ...names }: SettingsEdit): Omit<SettingsEdit, 'text'> => names

interface PendingWrite {
  readonly plan: InstallPlan
  readonly file: FilePlan
  readonly current: SettingsFile
  readonly bytes: Buffer
  readonly scope: InstallScope
}

/** Before a change, copies the current file and records the hash of the content to be written. */
function backUp(machine: Machine, { plan, file, current, bytes, scope }: PendingWrite): string | undefined {
  const backups = new Backups(machine.home, plan.agent)
  const record = backups.find(current.path)
  const at = machine.now()
  const folders = missingFolders(current.target)
  const backup = current.bytes && backups.nameFor(current.path, current.bytes, at)
  const original = originalOf(machine, { plan, file, current, scope }, record) ?? {
    path: current.path,
    scope,
    existed: current.bytes !== undefined,
    clean: true,
    ...(backup !== undefined && current.bytes && { backup, before: sha256(current.bytes) }),
    mode: current.mode,
    folders: [...(record?.folders ?? []), ...folders],
    written: [],
  }
  backups.save({ ...original, written: [...original.written, sha256(bytes)].slice(-MAX_WRITTEN_HASHES), at })
  // The copy is written after the record, because uninstall would never delete a copy without a record.
  if (backup !== undefined && current.bytes) backups.write(backup, current.bytes)
  createFolders(current.path, folders, scope)
  return backup
}

/** The record of the file before leftoff changed it, if the current file contains our entries. */
function originalOf(
  machine: Machine,
  { plan, file, current, scope }: Omit<PendingWrite, 'bytes'>,
  record: BackupRecord | undefined,
): Omit<BackupRecord, 'at'> | undefined {
  if (!current.bytes) return undefined
  if (record?.written.includes(sha256(current.bytes))) return record
  const without = contentWithoutLeftoff(machine, { plan, file }, current, undefined)
  if (without && without.text === textOf(current)) return undefined
  // Another program has changed the file since, so restoring the backup would undo that change too.
  const { path, mode } = current
  const first = record ?? { path, mode, scope, existed: true, folders: [] }
  return { ...first, clean: false, written: [] }
}

function createFolders(path: string, folders: readonly string[], scope: InstallScope): void {
  try {
    for (const folder of folders)
      mkdirSync(folder, { recursive: true, mode: scope === 'user' ? 0o700 : 0o755 })
  } catch (error) {
    throw error instanceof Problem ? error : unwritableError(path, error)
  }
}
