import { existsSync, lstatSync, realpathSync, type Stats } from 'node:fs'
import { dirname, isAbsolute, sep } from 'node:path'
import type { CommitState, FileSince, FileState, Stamps, Tree } from '../brief/working-tree.ts'
import { below } from '../host/below.ts'
import { once } from '../once.ts'
import { blobName, contentOf } from './blob.ts'
import type { commitStatesIn } from './commit-state.ts'
import { type GitFolders, gitFoldersOf, headOf } from './git.ts'
import { headLogIn } from './head-log.ts'
import { gitFiles, isFresh, stampOf } from './stamps.ts'

export interface TreeBounds {
  /** Of how many files it is asked what became of them; the rest is unknown. */
  readonly files: number
  /** How much of their content is read in all. */
  readonly contentBytes: number
  /** A larger index is not read. */
  readonly indexBytes: number
  /** How much of the end of the log of HEAD. */
  readonly logBytes: number
}

/** For whoever can wait some milliseconds, and for a hook that cannot. */
export const WHOLE_TREE: TreeBounds = {
  files: 500,
  contentBytes: 32 * 1024 * 1024,
  indexBytes: 64 * 1024 * 1024,
  logBytes: 256 * 1024,
}
export const QUICK_TREE: TreeBounds = {
  files: 40,
  contentBytes: 256 * 1024,
  indexBytes: 256 * 1024,
  logBytes: 8 * 1024,
}

export interface TreeAsk {
  readonly checkout: string
  /** Other checkouts of the project: what was recorded of a file there is looked up here. */
  readonly elsewhere?: readonly string[]
  readonly bounds?: TreeBounds
  /** Who can read the index of git; without it nobody knows what is committed. */
  readonly commits?: typeof commitStatesIn
}

/** A larger file is not hashed when it settles: a hook waits for it. */
const MOST_SETTLED_BYTES = 256 * 1024
const MOST_COMPARED_BYTES = 4 * 1024 * 1024
/** What an agent is heard to have written may have reached the disk a moment later. */
const SLACK_MS = 2000

/** The checkout on this machine. Nothing is looked at before it is asked for. */
export function workingTree({ checkout, elsewhere = [], bounds = WHOLE_TREE, commits }: TreeAsk): Tree {
  const isThere = once(() => existsSync(checkout))
  const git = once(() => attempted(() => gitFoldersOf(checkout)))
  const head = once(() => withGit(git(), headOf))
  const log = once(() => withGit(git(), ({ own }) => headLogIn(own, bounds.logBytes)))
  const looked = new Look(checkout, elsewhere, bounds)
  return {
    get isThere() {
      return isThere()
    },
    get branch() {
      return head()?.branch
    },
    get head() {
      return head()?.head
    },
    file: (path, since) => attempted(() => looked.file(path, since)) ?? 'unknown',
    movesSince: (since) => log()?.(since),
    commitStates: (paths) =>
      attempted(() => committed(looked, paths, { git: git(), commits })) ?? new Map<string, CommitState>(),
    settled: (path, until) => attempted(() => looked.settled(path, until)),
    stamps: (paths, now) =>
      attempted(() => stamped([...(withGit(git(), gitFiles) ?? []), ...looked.places(paths)], now)),
    isStill: (stamps) =>
      attempted(() => Object.entries(stamps).every(([path, stamp]) => stampOf(path) === stamp)) === true,
  }
}

function stamped(files: readonly string[], now: number): Stamps | undefined {
  const stamps = files.map((path): [string, string] => [path, stampOf(path)])
  return stamps.some(([, stamp]) => isFresh(stamp, now)) ? undefined : Object.fromEntries(stamps)
}

const withGit = <T>(git: GitFolders | undefined, ask: (git: GitFolders) => T): T | undefined =>
  git && attempted(() => ask(git))

/** Whatever the machine answers to a question about a file, the brief is given without it. */
function attempted<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch {
    return undefined
  }
}

function committed(
  looked: Look,
  paths: readonly string[],
  { git, commits }: { readonly git: GitFolders | undefined; readonly commits: TreeAsk['commits'] },
): ReadonlyMap<string, CommitState> {
  if (!commits) return new Map()
  const asked = paths.slice(0, looked.bounds.files)
  const inside = asked.flatMap((path) => {
    const name = looked.inside(path)
    return name ? [{ path, name }] : []
  })
  const states = git
    ? commits({
        checkout: looked.checkout,
        git,
        names: inside.map(({ name }) => name),
        mostBytes: looked.bounds.indexBytes,
      })
    : new Map<string, CommitState>()
  return new Map(inside.map(({ path, name }) => [path, states.get(name) ?? 'unknown']))
}

/** Looks at files, and counts what that costs. */
class Look {
  #files = 0
  #bytes = 0
  readonly #folders = new Map<string, boolean>()
  readonly #root: () => string

  constructor(
    readonly checkout: string,
    readonly elsewhere: readonly string[],
    readonly bounds: TreeBounds,
  ) {
    this.#root = once(() => realpathSync.native(checkout))
  }

  file(path: string, since: FileSince): FileState {
    this.#files += 1
    if (this.#files > this.bounds.files || !isAbsolute(path) || path.includes('[redacted:')) return 'unknown'
    const name = this.inside(path)
    const here = this.#placeOf(path, name)
    const stat = lstatSync(here, { throwIfNoEntry: false })
    if (!stat) return 'gone'
    // What a link leads to, and what is behind one that leads out of the checkout, is none of ours.
    if (!stat.isFile() || (name !== undefined && !this.#isWithin(here))) return 'unknown'
    const isMoved = here !== path
    return since.settled
      ? this.#byContent(here, stat, { ...since, isMoved, isOurs: name !== undefined })
      : byTime(stat, since.at, isMoved)
  }

  #byContent(
    here: string,
    stat: Stats,
    { settled, isMoved, isOurs }: FileSince & { readonly isMoved: boolean; readonly isOurs: boolean },
  ): FileState {
    if (!settled || stat.size !== settled.bytes) return 'changed'
    // Where times are whole seconds, one that is the same may hide a second change.
    const isTelling = settled.writtenAt % 1000 !== 0 && !isMoved
    if (isTelling && Math.trunc(stat.mtimeMs) === settled.writtenAt) return 'same'
    const blob = settled.blob && isOurs ? this.#blob(here, stat.size) : undefined
    if (blob) return blob === settled.blob ? 'same' : 'changed'
    return isMoved || settled.blob ? 'unknown' : byTime(stat, settled.at, isMoved)
  }

  #blob(here: string, size: number): string | undefined {
    if (size > MOST_COMPARED_BYTES || this.#bytes + size > this.bounds.contentBytes) return undefined
    this.#bytes += size
    const content = contentOf(here, MOST_COMPARED_BYTES)
    return content && blobName(content)
  }

  settled(path: string, until: number): ReturnType<Tree['settled']> {
    if (!nameBelow(this.checkout, path) || !this.#isWithin(path)) return undefined
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (!stat?.isFile() || Math.max(stat.mtimeMs, stat.ctimeMs) > until + SLACK_MS) return undefined
    const content = stat.size > MOST_SETTLED_BYTES ? undefined : contentOf(path, MOST_SETTLED_BYTES)
    if (content && content.length !== stat.size) return undefined // it is being written
    return {
      bytes: stat.size,
      writtenAt: Math.trunc(stat.mtimeMs),
      ...(content && { blob: blobName(content) }),
    }
  }

  /** Where these are in this checkout. */
  places(paths: readonly string[]): readonly string[] {
    return paths.filter(isAbsolute).map((path) => this.#placeOf(path, this.inside(path)))
  }

  #placeOf(path: string, name: string | undefined): string {
    return name === undefined || nameBelow(this.checkout, path) ? path : below(this.checkout, name)
  }

  /** The path within this checkout, with slashes, of a file that was recorded here or in another checkout. */
  inside(path: string): string | undefined {
    const own = nameBelow(this.checkout, path)
    if (own) return own.replaceAll(sep, '/')
    for (const root of this.elsewhere) {
      const name = nameBelow(root, path)
      if (name) return name.replaceAll(sep, '/')
    }
    return undefined
  }

  #isWithin(path: string): boolean {
    const folder = dirname(path)
    const known = this.#folders.get(folder)
    if (known !== undefined) return known
    const real = realpathSync.native(folder)
    const isWithin = real === this.#root() || real.startsWith(`${this.#root()}${sep}`)
    this.#folders.set(folder, isWithin)
    return isWithin
  }
}

/** Of a path that is written as one below this folder; what climbs out of it again is none. */
function nameBelow(folder: string, path: string): string | undefined {
  const isBelow = path.startsWith(folder) && path[folder.length] === sep && !path.includes(`${sep}..`)
  return isBelow ? path.slice(folder.length + 1) : undefined
}

const byTime = (stat: Stats, at: number, isMoved: boolean): FileState =>
  isMoved ? 'unknown' : stat.mtimeMs > at + SLACK_MS ? 'changed' : 'same'
