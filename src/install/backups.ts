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
import { withoutEmpty } from './config-file.ts'

const Kept = v.object({
  path: v.string(),
  scope: v.picklist(['user', 'project']),
  /** False: there was no file before us. */
  existed: v.boolean(),
  /** True: what we wrote last is this with ours in it and nothing else, so that putting it back undoes ours alone. */
  clean: v.boolean(),
  /** The file in this folder that holds what was there. */
  backup: v.optional(v.string()),
  before: v.optional(v.string()),
  /** What we have put there since, the latest last: a run that was killed may have left any of them. */
  written: v.array(v.string()),
  mode: v.number(),
  folders: v.array(v.string()),
  at: v.number(),
})
export type Kept = v.InferOutput<typeof Kept>

const Manifest = v.object({ version: v.literal(1), files: v.array(Kept) })

/** What was there before us, of one agent: copies of its files, and a list that says whose they are. */
export class Backups {
  readonly folder: string

  constructor(home: string, agent: AgentName) {
    this.folder = join(home, 'backups', agent)
  }

  /** A list that cannot be read is none: what is ours is recognised in the files themselves. */
  all(): readonly Kept[] {
    const path = join(this.folder, 'manifest.json')
    if (!statSync(path, { throwIfNoEntry: false })) return []
    try {
      const found = v.safeParse(Manifest, JSON.parse(readFileSync(path, 'utf8')))
      return found.success ? found.output.files : []
    } catch {
      return [] // torn or edited by hand
    }
  }

  of(path: string): Kept | undefined {
    return this.all().find((kept) => kept.path === path)
  }

  /** The bytes that were there before us, if they are still what they were. */
  bytesOf({ backup, before }: Kept): Buffer | undefined {
    if (backup === undefined || basename(backup) !== backup) return undefined
    const path = join(this.folder, backup)
    const bytes = statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : undefined
    return bytes && sha256(bytes) === before ? bytes : undefined
  }

  /** A copy, whole on disk before anything else happens. Answers its name. */
  copy(path: string, bytes: Buffer, at: number): string {
    this.#prepare()
    const stamp = new Date(at).toISOString().replaceAll(/[-:]/g, '')
    for (let again = 0; ; again += 1) {
      const name = `${stamp}-${again > 0 ? `${again}-` : ''}${basename(path).replace(/^\./, '')}`
      if (createdWhole(join(this.folder, name), bytes)) return name
    }
  }

  remember(kept: Kept): void {
    this.#write([...this.all().filter(({ path }) => path !== kept.path), kept])
  }

  /** Says that a file is no longer ours to restore. Its copy goes only where it is the same as the file. */
  forget(path: string, options: { readonly restored: boolean }): void {
    const kept = this.of(path)
    if (!kept) return
    this.#write(this.all().filter((one) => one.path !== path))
    if (options.restored && kept.backup) rmSync(join(this.folder, basename(kept.backup)), { force: true })
    this.#tidy()
  }

  /** Where nothing is kept, nothing is left. */
  #tidy(): void {
    if (this.all().length > 0) return
    rmSync(join(this.folder, 'manifest.json'), { force: true })
    withoutEmpty([dirname(this.folder), this.folder])
  }

  #prepare(): void {
    privateFolder(this.folder)
  }

  #write(files: readonly Kept[]): void {
    this.#prepare()
    replaceFile(join(this.folder, 'manifest.json'), `${JSON.stringify({ version: 1, files }, null, 2)}\n`)
  }
}

/** False when a file of that name is there already. */
function createdWhole(path: string, bytes: Buffer): boolean {
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
