import { existsSync, lstatSync, realpathSync, type Stats } from 'node:fs'
import { dirname, isAbsolute, join, sep } from 'node:path'
import {
  type CommitState,
  type FileSince,
  type FileState,
  type GitQuestion,
  type GitReport,
  NO_GIT_REPORT,
  type WorkingTree,
} from '../brief/working-tree.ts'
import { readRegularFile } from '../host/regular-file.ts'
import { once } from '../once.ts'
import { attempt } from '../problem.ts'
import { changedFiles } from './changed-files.ts'
import { startGitReport } from './git-report.ts'
import {
  blobHash,
  foldersOf,
  type GitFolders,
  gitFoldersOf,
  hasUnsafeConfig,
  headOf,
  opensOnlyFiles,
  siblingsOf,
} from './repository.ts'

interface WorkingTreeOptions {
  readonly checkout: string
  /** Other checkouts of the project: files recorded there are looked up in this one. */
  readonly elsewhere?: readonly string[]
  readonly limits?: Partial<WorkingTreeLimits>
  /** The folder that contains a mark for every checkout where git is slow. */
  readonly marks?: string
}

interface WorkingTreeLimits {
  /** Maximum number of files; the state of any others is unknown. */
  readonly files: number
  /** Maximum total size of the file contents that are read for comparison. */
  readonly contentBytes: number
  /** How long to wait for git. */
  readonly gitMs: number
}

const LIMITS: WorkingTreeLimits = { files: 500, contentBytes: 32 * 1024 * 1024, gitMs: 3000 }

/** Larger files get a snapshot without a content hash, because a hook waits for the snapshot. */
const MAX_SNAPSHOT_BYTES = 256 * 1024
const MAX_COMPARED_BYTES = 4 * 1024 * 1024
/** An agent may report a write a moment before it reaches the disk. */
const SLACK_MS = 2000

/** The checkout on this machine. Everything is read on first use. */
export function workingTree({ checkout, elsewhere = [], limits, marks }: WorkingTreeOptions): WorkingTree {
  const files = new CheckoutFiles(checkout, elsewhere, { ...LIMITS, ...limits })
  const exists = once(() => existsSync(checkout))
  // A file system error must not stop a brief.
  const git = once(() => attempt(() => gitFoldersOf(checkout)))
  const head = once(() => {
    const folders = git()
    return folders && attempt(() => headOf(folders))
  })
  const worktrees = once(() => {
    const folders = git()
    return (folders && attempt(() => siblingsOf(checkout, folders))) ?? []
  })
  return {
    get worktrees() {
      return worktrees()
    },
    worktreeOf(path) {
      const roots = [checkout, ...worktrees()].filter((root) => nameBelow(root, path) !== undefined)
      const [nearest] = roots.toSorted((a, b) => b.length - a.length)
      return nearest !== checkout && existsSync(path) ? nearest : undefined
    },
    get exists() {
      return exists()
    },
    get branch() {
      return head()?.branch
    },
    get head() {
      return head()?.head
    },
    fileState: (path, since) => attempt(() => files.state(path, since)) ?? 'unknown',
    snapshot: (path, until) => attempt(() => files.snapshot(path, until)),
    async changedFiles(period) {
      const folders = git()
      if (!folders || hasUnsafeConfig(checkout, folders) || !opensOnlyFiles(checkout, folders, [])) return []
      return changedFiles({ checkout, folders, marks }, period)
    },
    startGit(question) {
      const folders = git()
      return (
        (folders &&
          !hasUnsafeConfig(checkout, folders) &&
          attempt(() => files.startGit(question, folders))) ||
        noReport
      )
    },
  }
}

const noReport = async (): Promise<GitReport> => NO_GIT_REPORT

/** Compares the files of a checkout with their snapshots, within limits. */
class CheckoutFiles {
  #files = 0
  #bytes = 0
  readonly #realFolders = new Map<string, string>()

  constructor(
    readonly checkout: string,
    readonly elsewhere: readonly string[],
    readonly limits: WorkingTreeLimits,
  ) {}

  state(path: string, since: FileSince): FileState {
    this.#files += 1
    if (this.#files > this.limits.files || !isAbsolute(path) || path.includes('[redacted:')) return 'unknown'
    const name = this.#nameInside(path)
    const here = name === undefined || nameBelow(this.checkout, path) ? path : join(this.checkout, name)
    const stat = lstatSync(here, { throwIfNoEntry: false })
    if (!stat) return 'gone'
    // Links that lead out of the checkout are not followed.
    if (!stat.isFile() || (name !== undefined && !this.#isWithin(here))) return 'unknown'
    const isMoved = here !== path
    return since.settled
      ? this.#stateByContent(here, stat, { ...since, isMoved, isOurs: name !== undefined })
      : stateByTime(stat, since.at, isMoved)
  }

  #stateByContent(
    here: string,
    stat: Stats,
    { settled, isMoved, isOurs }: FileSince & { readonly isMoved: boolean; readonly isOurs: boolean },
  ): FileState {
    if (!settled || stat.size !== settled.bytes) return 'changed'
    // Some file systems store mtimes in whole seconds, so an equal mtime can hide a later change.
    const isPrecise = settled.writtenAt % 1000 !== 0 && !isMoved
    if (isPrecise && Math.trunc(stat.mtimeMs) === settled.writtenAt) return 'same'
    const blob = settled.blob && isOurs ? this.#blobHash(here, stat.size) : undefined
    if (blob) return blob === settled.blob ? 'same' : 'changed'
    return isMoved || settled.blob ? 'unknown' : stateByTime(stat, settled.at, isMoved)
  }

  #blobHash(here: string, size: number): string | undefined {
    if (size > MAX_COMPARED_BYTES || this.#bytes + size > this.limits.contentBytes) return undefined
    this.#bytes += size
    const content = readRegularFile(here, { root: this.checkout, maxBytes: MAX_COMPARED_BYTES })
    return content && blobHash(content)
  }

  snapshot(path: string, until: number): ReturnType<WorkingTree['snapshot']> {
    if (!nameBelow(this.checkout, path) || !this.#isWithin(path)) return undefined
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (!stat?.isFile() || Math.max(stat.mtimeMs, stat.ctimeMs) > until + SLACK_MS) return undefined
    const limits = { root: this.checkout, maxBytes: MAX_SNAPSHOT_BYTES }
    const content = stat.size > MAX_SNAPSHOT_BYTES ? undefined : readRegularFile(path, limits)
    if (content && content.length !== stat.size) return undefined // the file is being written
    return {
      bytes: stat.size,
      writtenAt: Math.trunc(stat.mtimeMs),
      ...(content && { blob: blobHash(content) }),
    }
  }

  startGit(
    { paths = [], gone = [], headMoves = false }: GitQuestion,
    git: GitFolders,
  ): () => Promise<GitReport> {
    const named = paths.slice(0, this.limits.files).flatMap((path) => {
      const name = this.#nameInside(path)
      return name ? [{ path, name }] : []
    })
    if (named.length === 0 && gone.length === 0 && !headMoves) return noReport
    const names = [...new Set(named.map(({ name }) => name))]
    if (!opensOnlyFiles(this.checkout, git, names)) return noReport
    const report = startGitReport({
      checkout: this.checkout,
      names,
      headMoves,
      contents: gone.length > 0,
      waitMs: this.limits.gitMs,
    })
    return async () => {
      const { hasStatus, listed, contents, headMovesSince } = await report()
      const states = named.map(({ path, name }): [string, CommitState] => [
        path,
        hasStatus ? (attempt(() => this.#commitState(name, listed)) ?? 'unknown') : 'unknown',
      ])
      const renames = gone.flatMap(({ path, blob }): [string, string][] => {
        const name = contents.get(blob)
        return name === undefined ? [] : [[path, join(this.checkout, name)]]
      })
      return { headMovesSince, commitStates: new Map(states), renames: new Map(renames) }
    }
  }

  #commitState(name: string, listed: ReadonlyMap<string, CommitState>): CommitState {
    const state = listed.get(name)
    if (state) return state
    const folders = foldersOf(name)
    // If a folder is ignored or is a separate repository, git lists only the folder.
    if (folders.some((folder) => listed.has(`${folder}/`))) return 'unknown'
    const path = join(this.checkout, name)
    const isTracked =
      lstatSync(path, { throwIfNoEntry: false })?.isFile() &&
      this.#realFolder(path) === join(this.#root(), dirname(name)) &&
      !folders.some((folder) => existsSync(join(this.checkout, folder, '.git')))
    return isTracked ? 'committed' : 'unknown'
  }

  /** Converts a path in this or another checkout to a name within this checkout, with slashes. */
  #nameInside(path: string): string | undefined {
    const names = [this.checkout, ...this.elsewhere].map((root) => nameBelow(root, path))
    return names.find(Boolean)?.replaceAll(sep, '/')
  }

  #isWithin(path: string): boolean {
    const real = this.#realFolder(path)
    return real === this.#root() || real.startsWith(`${this.#root()}${sep}`)
  }

  #root(): string {
    return this.#realFolder(join(this.checkout, 'any'))
  }

  #realFolder(path: string): string {
    const folder = dirname(path)
    const known = this.#realFolders.get(folder)
    if (known !== undefined) return known
    const real = realpathSync.native(folder)
    this.#realFolders.set(folder, real)
    return real
  }
}

/** Undefined for a path that is not below this folder or leads out of it again. */
function nameBelow(folder: string, path: string): string | undefined {
  const isBelow = path.startsWith(folder) && path[folder.length] === sep && !path.includes(`${sep}..`)
  return isBelow ? path.slice(folder.length + 1) : undefined
}

const stateByTime = (stat: Stats, at: number, isMoved: boolean): FileState =>
  isMoved ? 'unknown' : stat.mtimeMs > at + SLACK_MS ? 'changed' : 'same'
