import { createHash } from 'node:crypto'
import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { readFileWithin, readRegularFile } from '../host/regular-file.ts'
import { attempt } from '../problem.ts'

/**
 * Identifies a repository from its files, because hooks and commands must not wait for git. Everything else comes
 * from git itself (git-report.ts).
 */
export interface Repository {
  /** The root of the working tree. Every clone and worktree has its own. */
  readonly checkout: string
  /** The git folder that all worktrees of one clone share. */
  readonly common: string
  readonly remote?: string
  readonly branch?: string
  readonly head?: string
}

/** The git folder of a checkout, and the git folder that all worktrees of a clone share. */
export interface GitFolders {
  readonly own: string
  readonly common: string
}

export function repositoryOf(folder: string): Repository | undefined {
  const checkout = checkoutOf(folder)
  const folders = checkout && gitFoldersOf(checkout)
  if (!folders) return undefined
  const remote = remoteUrl(read(folders.common, 'config', MAX_CONFIG_BYTES) ?? '')
  return { checkout, common: folders.common, ...(remote && { remote }), ...headOf(folders) }
}

/** Finds the root of a folder's checkout without reading HEAD or the config. */
export function checkoutIn(folder: string): string | undefined {
  const checkout = checkoutOf(folder)
  return checkout && gitFolder(checkout) ? checkout : undefined
}

/** Finds the git folders of a checkout by its root folder. */
export function gitFoldersOf(checkout: string): GitFolders | undefined {
  const own = exists(join(checkout, '.git')) ? gitFolder(checkout) : undefined
  return own ? { own, common: commonFolder(own) } : undefined
}

const MAX_WORKTREES = 100

/** The other existing checkouts of the same clone. */
export function siblingsOf(checkout: string, { common }: GitFolders): readonly string[] {
  const names = attempt(() => readdirSync(join(common, 'worktrees'))) ?? []
  const linked = names
    .slice(0, MAX_WORKTREES)
    .flatMap((name) => read(common, join('worktrees', name, 'gitdir'))?.trim() || [])
  // Git records the path of each worktree's `.git` file.
  const all = [common, ...linked].filter((path) => basename(path) === '.git').map((path) => dirname(path))
  return all.filter((folder) => folder !== checkout && exists(join(folder, '.git')))
}

export function headOf({ own, common }: GitFolders): Pick<Repository, 'branch' | 'head'> {
  const head = read(own, 'HEAD')?.trim() ?? ''
  const ref = /^ref: (refs\/heads\/(.+))$/.exec(head)
  if (!ref?.[1] || !ref[2]) return isCommit(head) ? { head } : {}
  // As in git, a name with `..` as one of its parts is not a branch.
  if (ref[1].split('/').includes('..')) return {}
  const commit = read(common, ref[1])?.trim() ?? packedCommit(common, ref[1])
  return { branch: ref[2], ...(commit && isCommit(commit) && { head: commit }) }
}

const isCommit = (text: string): boolean => /^[0-9a-f]{40,64}$/.test(text)

/**
 * Settings that could make `git status` run a program or read a file that the repository chooses, and that
 * cannot be overridden without changing the user's own settings: filters, included files, Git LFS extensions
 * (which run in the user's LFS filter), and pattern files.
 */
const UNSAFE_SETTING = /\[\s*(?:filter|include|lfs\W{1,9}extension)|\b(?:attributes|excludes)file\b/i

/** Whether git must not run in a checkout because of its repository's config. */
export function hasUnsafeConfig(checkout: string, { own, common }: GitFolders): boolean {
  return [join(common, 'config'), join(own, 'config.worktree')].some((path, index) => {
    const found = readFileWithin(path, { mayLeave: true, maxBytes: MAX_CONFIG_BYTES })
    if (found.kind !== 'file') return found.kind === 'refused' // git might still read the file
    const config = found.bytes.toString('utf8')
    // In a linked worktree, git ignores `core.worktree` in the shared config.
    const appliesHere = index > 0 || realPath(own) === common
    return UNSAFE_SETTING.test(config) || (appliesHere && !hasWorkTreeAt(checkout, own, config))
  })
}

/** Whether git would examine this checkout rather than another folder named by `core.worktree`. */
const hasWorkTreeAt = (checkout: string, own: string, config: string): boolean =>
  [...config.matchAll(/^\s*(?:\[.*\])?\s*worktree\s*=(.*)$/gim)].every(
    ([, value = '']) => realPath(resolve(own, withoutComment(value))) === realPath(checkout),
  )

/** Files in a git folder that git reads completely, and the folders in which it opens further files. */
const READ_BY_GIT = [
  ...['HEAD', 'index', 'config', 'config.worktree', 'commondir', 'packed-refs', 'shallow', 'logs/HEAD'],
  ...['info/attributes', 'info/exclude', 'info/sparse-checkout', 'info/grafts', 'objects/info/alternates'],
] as const
const OPENED_BY_GIT = [
  ...['', 'info', 'sequencer', 'rebase-merge', 'rebase-apply', 'reftable'],
  ...['objects/info', 'objects/info/commit-graphs', 'objects/pack'],
] as const
const IN_EVERY_FOLDER = ['.gitattributes', '.gitignore'] as const
/** Even the index of a repository with a million files is smaller. */
const MAX_GIT_FILE_BYTES = 128 * 1024 * 1024

/**
 * Whether git would open only regular files of a reasonable size to examine these names, which are relative
 * to the checkout. A pipe could block git forever; a device or a sparse file could fill the memory.
 */
export function opensOnlyFiles(checkout: string, folders: GitFolders, names: readonly string[]): boolean {
  const parents = new Set(['', ...names.flatMap(foldersOf)])
  const inCheckout = [...parents].flatMap((folder) =>
    IN_EVERY_FOLDER.map((name) => join(checkout, folder, name)),
  )
  const gitFolders = [...new Set([folders.own, folders.common])]
  const ref = /^ref: (refs\/.+)$/.exec(read(folders.own, 'HEAD')?.trim() ?? '')?.[1]
  const filesInGit = [...READ_BY_GIT, ...(ref ? [ref] : [])]
  const inGit = gitFolders.flatMap((folder) => filesInGit.map((name) => join(folder, name)))
  const opened = gitFolders.flatMap((folder) => OPENED_BY_GIT.map((name) => join(folder, name)))
  return [...inGit, ...inCheckout].every(isFileOrMissing) && opened.every(hasNoPipes)
}

/** Sockets are allowed: git's own file system monitor has one in the git folder, and opening a socket fails. */
function hasNoPipes(folder: string): boolean {
  const isSafe = (entry: Dirent | Stats): boolean =>
    !entry.isFIFO() && !entry.isCharacterDevice() && !entry.isBlockDevice()
  try {
    return readdirSync(folder, { withFileTypes: true }).every((entry) => {
      if (!entry.isSymbolicLink()) return isSafe(entry)
      const target = attempt(() => statSync(join(folder, entry.name), { throwIfNoEntry: false }))
      return target === undefined || isSafe(target)
    })
  } catch {
    return true // missing or unreadable, for git too
  }
}

/** The parent folders: for `a/b/c`, `a` and `a/b`. */
export function foldersOf(name: string): readonly string[] {
  const parts = name.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

function isFileOrMissing(path: string): boolean {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    return found === undefined || (found.isFile() && found.size <= MAX_GIT_FILE_BYTES)
  } catch {
    return false // a link to itself, or a path below something that is not a folder
  }
}

function checkoutOf(folder: string): string | undefined {
  for (let at = realPath(folder); ; at = dirname(at)) {
    if (exists(join(at, '.git'))) return at
    if (dirname(at) === at) return undefined
  }
}

/** In a clone, `.git` is a folder. In a worktree or submodule, it is a file that names a folder. */
function gitFolder(checkout: string): string | undefined {
  const path = join(checkout, '.git')
  if (statSync(path).isDirectory()) return path
  const target = /^gitdir: (.+)$/m.exec(read(checkout, '.git') ?? '')?.[1]
  const folder = target && resolve(checkout, target.trim())
  return folder && exists(folder) ? folder : undefined
}

/** Only worktrees have a `commondir`. */
function commonFolder(own: string): string {
  const target = read(own, 'commondir')?.trim()
  const folder = target && resolve(own, target)
  return realPath(folder && exists(folder) ? folder : own)
}

function packedCommit(common: string, ref: string): string | undefined {
  const packed = read(common, 'packed-refs', MAX_PACKED_BYTES) ?? ''
  const end = `${packed}\n`.indexOf(` ${ref}\n`)
  return end < 0 ? undefined : packed.slice(packed.lastIndexOf('\n', end) + 1, end)
}

/** The URL of `origin`, or of the first remote if there is no `origin`. */
function remoteUrl(config: string): string | undefined {
  const remotes = new Map<string, string>()
  let remote = ''
  for (const line of config.split('\n')) {
    if (line.length > MAX_LINE) continue
    const header = /^\s*\[\s*([A-Za-z0-9.-]+)(?:\s+"(.+)")?\s*\]/.exec(line)
    if (header) remote = header[1]?.toLowerCase() === 'remote' ? (header[2] ?? '') : ''
    const url = remote && withoutComment(/^\s*(?:\[.*\])?\s*url\s*=(.*)/i.exec(line)?.[1] ?? '')
    if (url && !remotes.has(remote)) remotes.set(remote, url)
  }
  return remotes.get('origin') ?? remotes.values().next().value
}

/** A longer line contains no URL. */
const MAX_LINE = 2000

/** Removes a comment, and the quotes that protect `#` and `;`. */
const withoutComment = (text: string): string =>
  (/^(?:"(?:[^"\\]|\\.)*"|[^"#;])*/.exec(text)?.[0] ?? '').replaceAll('"', '').trim()

/**
 * A key that is the same for all notations of a remote. Omits user names, passwords, ports and queries:
 * `git@host:me/app.git` and `https://me:secret@host/me/app` both become `host/me/app`.
 */
export function remoteKey(url: string): string | undefined {
  const scheme = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?(\[[^\]/]+\]|[^/:@?#]+)(?::\d*)?\/([^?#]+)/i.exec(url)
  const scp = /^(?:[^/@:]+@)?([^/:]{2,}):(?!\/\/|:)(.+)$/.exec(url)
  const parts = url.startsWith('file:') ? undefined : (scheme ?? scp)
  const path = parts?.[2]?.replace(/^\/+|\/+$/g, '').replace(/\.git$/i, '')
  return parts?.[1] && path ? `${parts[1].toLowerCase()}/${path}` : undefined
}

/** The folder of a remote on this machine. */
export function localRemote(url: string, common: string): string | undefined {
  const path = url.startsWith('file://') ? url.slice('file://'.length) : url
  // A URL that cannot be parsed may contain a password, so it is never treated as a folder.
  if (remoteKey(url) !== undefined || /^[a-z][a-z0-9+.-]*:(?:\/\/|:)/i.test(path)) return undefined
  return realPath(resolve(dirname(common), path))
}

export const repositoryName = (path: string): string =>
  basename(path.replace(/\/\.git$/, '')).replace(/\.git$/, '')

/** Returns false also for a path below a file or in an unreadable folder, and for an invalid name. */
function exists(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return resolve(path) // the folder was deleted
  }
}

/** The limit for HEAD, a ref or the path of a git folder. Longer names and paths cannot be stored. */
const MAX_NAME_BYTES = 1024
const MAX_CONFIG_BYTES = 1024 * 1024
/** A repository with 100,000 branches and tags needs 10 MB. */
const MAX_PACKED_BYTES = 32 * 1024 * 1024

/**
 * Reads a file in a git folder. Many of these files are optional. Some tools replace them with links to
 * another git folder.
 */
const read = (folder: string, name: string, maxBytes = MAX_NAME_BYTES): string | undefined =>
  readRegularFile(join(folder, name), { root: folder, mayLeave: true, maxBytes })?.toString('utf8')

/** The content hash that `git hash-object` prints in a repository with SHA-1 hashes. */
export const blobHash = (bytes: Uint8Array): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
