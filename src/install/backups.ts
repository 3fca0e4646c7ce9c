import { createHash } from 'node:crypto'
import { readdirSync, realpathSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'
import type { AgentName } from '../agent/adapter.ts'
import type { InstallPlan, InstallScope } from '../agent/install-plan.ts'
import { deleteStaleTemporaries, privateFolder, replaceFile } from '../host/private-file.ts'
import { readOwnFile, readRegularFile } from '../host/regular-file.ts'
import { attempt } from '../problem.ts'
import { type Machine, possibleSettingsPaths, scriptFolder } from './agent-locations.ts'
import { removeEmptyFolders } from './settings-file.ts'

const BackupRecord = v.object({
  path: v.string(),
  scope: v.picklist(['user', 'project']),
  /** Whether the file existed before leftoff. */
  existed: v.boolean(),
  /** Whether our entries are the only change since the backup, so that restoring it undoes nothing else. */
  clean: v.boolean(),
  /** The name of the backup file in this folder. */
  backup: v.optional(v.string()),
  before: v.optional(v.string()),
  /** Hashes of what we wrote, newest last. There are several because a killed run may have left any of them. */
  written: v.array(v.string()),
  mode: v.number(),
  folders: v.array(v.string()),
  at: v.number(),
})
export type BackupRecord = v.InferOutput<typeof BackupRecord>

const Manifest = v.object({ version: v.literal(1), files: v.array(BackupRecord) })

/** The size limit of a backup, far above the size of any agent's settings file. */
const MAX_BACKUP_BYTES = 64 * 1024 * 1024

/** Backups of one agent's settings files: copies of the files and a manifest. */
export class Backups {
  readonly folder: string

  constructor(home: string, agent: AgentName) {
    this.folder = join(home, 'backups', agent)
  }

  /** An unreadable manifest counts as empty, because our entries can be recognized in the settings files. */
  list(): readonly BackupRecord[] {
    const text = readOwnFile(join(this.folder, 'manifest.json'))
    if (text === undefined) return []
    try {
      const parsed = v.safeParse(Manifest, JSON.parse(text))
      return parsed.success ? parsed.output.files : []
    } catch {
      return [] // incomplete or edited by hand
    }
  }

  find(path: string): BackupRecord | undefined {
    return this.list().find((record) => record.path === path)
  }

  /** The content before leftoff changed the file, if the backup still matches its hash. */
  bytesOf({ backup, before }: BackupRecord): Buffer | undefined {
    if (backup === undefined || basename(backup) !== backup) return undefined
    const bytes = this.#read(backup)
    return bytes && sha256(bytes) === before ? bytes : undefined
  }

  /** Writes a durable copy and returns its name. */
  copy(path: string, bytes: Buffer, at: number): string {
    const name = this.nameFor(path, bytes, at)
    this.write(name, bytes)
    return name
  }

  /**
   * The name of an existing copy with this content, for example from a killed process, otherwise a new name.
   */
  nameFor(path: string, bytes: Buffer, at: number): string {
    const end = `-${basename(path).replace(/^\./, '')}`
    const names = this.#names()
    const same = names.find((name) => name.endsWith(end) && this.#read(name)?.equals(bytes))
    if (same !== undefined) return same
    const stamp = new Date(at).toISOString().replaceAll(/[-:]/g, '')
    for (let again = 0; ; again += 1) {
      const name = `${stamp}${again > 0 ? `-${again}` : ''}${end}`
      if (!names.includes(name)) return name
    }
  }

  /** Writes the complete file or nothing. */
  write(name: string, bytes: Buffer): void {
    this.#prepare()
    if (!this.#read(name)?.equals(bytes)) replaceFile(join(this.folder, name), bytes)
  }

  #names(): readonly string[] {
    return attempt(() => readdirSync(this.folder)) ?? []
  }

  #read(name: string): Buffer | undefined {
    return readRegularFile(join(this.folder, name), { maxBytes: MAX_BACKUP_BYTES })
  }

  save(record: BackupRecord): void {
    this.#write([...this.list().filter(({ path }) => path !== record.path), record])
  }

  /** Removes a file from the manifest. The copy is deleted only if the file was restored. */
  forget(path: string, options: { readonly restored: boolean }): void {
    const record = this.find(path)
    const others = this.list().filter((one) => one.path !== path)
    const isNeeded = others.some(({ backup }) => backup === record?.backup)
    // Deletes the copy first, because nothing would delete it later without its record.
    if (options.restored && record?.backup && !isNeeded)
      rmSync(join(this.folder, basename(record.backup)), { force: true })
    if (record) this.#write(others)
    this.#removeEmptyFolders()
  }

  #removeEmptyFolders(): void {
    removeEmptyFolders([dirname(this.folder), this.folder])
  }

  #prepare(): void {
    privateFolder(this.folder)
  }

  #write(files: readonly BackupRecord[]): void {
    const path = join(this.folder, 'manifest.json')
    if (files.length === 0) {
      rmSync(path, { force: true })
      return
    }
    this.#prepare()
    replaceFile(path, `${JSON.stringify({ version: 1, files }, null, 2)}\n`)
  }
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Deletes temporary files that a killed init or uninstall left in the settings folders and in our own. */
export function removeStrayFiles(machine: Machine, plan: InstallPlan, scope: InstallScope): void {
  const settings = plan.files.flatMap(({ location }) => possibleSettingsPaths(machine, scope, location))
  const folders = [
    ...settings.flatMap((path) => [dirname(path), dirname(linkTarget(path))]),
    ...[machine.home, scriptFolder(machine), new Backups(machine.home, plan.agent).folder],
  ]
  for (const folder of new Set(folders)) deleteStaleTemporaries(folder)
}

/** If the settings file is a link, its temporary files are next to the target. */
function linkTarget(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path // missing, or a broken link, which is refused later
  }
}
