import { createHash } from 'node:crypto'
import {
  closeSync,
  constants,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'
import type { AgentName } from '../agent/adapter.ts'
import { privateFolder, replaceFile, syncFolder, unusableFolder } from '../host/private-file.ts'
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
  /** Hashes of our later writes, newest last. Several, because a killed run may have left any of them. */
  written: v.array(v.string()),
  mode: v.number(),
  folders: v.array(v.string()),
  at: v.number(),
})
export type BackupRecord = v.InferOutput<typeof BackupRecord>

const Manifest = v.object({ version: v.literal(1), files: v.array(BackupRecord) })

/** Backups of one agent's settings files: copies of the files and a manifest. */
export class Backups {
  readonly folder: string

  constructor(home: string, agent: AgentName) {
    this.folder = join(home, 'backups', agent)
  }

  /** An unreadable manifest counts as empty: our entries are recognised in the files themselves. */
  list(): readonly BackupRecord[] {
    const path = join(this.folder, 'manifest.json')
    if (!statSync(path, { throwIfNoEntry: false })) return []
    try {
      const parsed = v.safeParse(Manifest, JSON.parse(readFileSync(path, 'utf8')))
      return parsed.success ? parsed.output.files : []
    } catch {
      return [] // torn or edited by hand
    }
  }

  find(path: string): BackupRecord | undefined {
    return this.list().find((record) => record.path === path)
  }

  /** The content before leftoff, if the backup still matches its hash. */
  bytesOf({ backup, before }: BackupRecord): Buffer | undefined {
    if (backup === undefined || basename(backup) !== backup) return undefined
    const path = join(this.folder, backup)
    const bytes = statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : undefined
    return bytes && sha256(bytes) === before ? bytes : undefined
  }

  /** Writes a durable copy and returns its name. */
  copy(path: string, bytes: Buffer, at: number): string {
    this.#prepare()
    const stamp = new Date(at).toISOString().replaceAll(/[-:]/g, '')
    for (let again = 0; ; again += 1) {
      const name = `${stamp}-${again > 0 ? `${again}-` : ''}${basename(path).replace(/^\./, '')}`
      if (createFile(join(this.folder, name), bytes)) return name
    }
  }

  save(record: BackupRecord): void {
    this.#write([...this.list().filter(({ path }) => path !== record.path), record])
  }

  /** Removes a file from the manifest. Its copy is deleted only when it was restored. */
  forget(path: string, options: { readonly restored: boolean }): void {
    const record = this.find(path)
    if (!record) return
    this.#write(this.list().filter((one) => one.path !== path))
    if (options.restored && record.backup) rmSync(join(this.folder, basename(record.backup)), { force: true })
    this.#cleanUp()
  }

  /** Removes the manifest and the folders once they are empty. */
  #cleanUp(): void {
    if (this.list().length > 0) return
    rmSync(join(this.folder, 'manifest.json'), { force: true })
    removeEmptyFolders([dirname(this.folder), this.folder])
  }

  #prepare(): void {
    privateFolder(this.folder)
  }

  #write(files: readonly BackupRecord[]): void {
    this.#prepare()
    replaceFile(join(this.folder, 'manifest.json'), `${JSON.stringify({ version: 1, files }, null, 2)}\n`)
  }
}

/** Returns false when the file exists already. */
function createFile(path: string, bytes: Buffer): boolean {
  try {
    const file = openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600)
    try {
      writeFileSync(file, bytes)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    syncFolder(join(path, '..'))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw unusableFolder(path, error)
  }
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
