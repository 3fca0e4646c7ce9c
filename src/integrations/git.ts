import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/**
 * Identifies a repository from its files, because hooks and commands must not wait for git. Everything else comes from
 * git itself (git-report.ts).
 */
export interface Repository {
  /** The folder that is checked out. Every clone and worktree has its own. */
  readonly checkout: string
  /** The git folder that all worktrees of one clone share. */
  readonly common: string
  readonly remote?: string
  readonly branch?: string
  readonly head?: string
}

/** The git folder of a checkout, and the one that all worktrees of a clone share. */
interface GitFolders {
  readonly own: string
  readonly common: string
}

export function repositoryOf(folder: string): Repository | undefined {
  const checkout = checkoutOf(folder)
  const folders = checkout && gitFoldersOf(checkout)
  if (!folders) return undefined
  const remote = remoteUrl(read(join(folders.common, 'config')) ?? '')
  return { checkout, common: folders.common, ...(remote && { remote }), ...headOf(folders) }
}

/** The root of the checkout that a folder belongs to, without reading HEAD or the config. */
export function checkoutIn(folder: string): string | undefined {
  const checkout = checkoutOf(folder)
  return checkout && gitFolder(checkout) ? checkout : undefined
}

/** The git folders of the root of a checkout. */
export function gitFoldersOf(checkout: string): GitFolders | undefined {
  const own = exists(join(checkout, '.git')) ? gitFolder(checkout) : undefined
  return own ? { own, common: commonFolder(own) } : undefined
}

export function headOf({ own, common }: GitFolders): Pick<Repository, 'branch' | 'head'> {
  const head = read(join(own, 'HEAD'))?.trim() ?? ''
  const ref = /^ref: (refs\/heads\/(.+))$/.exec(head)
  if (!ref?.[1] || !ref[2]) return /^[0-9a-f]{40,64}$/.test(head) ? { head } : {}
  const commit = read(join(common, ref[1]))?.trim() ?? packedCommit(common, ref[1])
  return { branch: ref[2], ...(commit && { head: commit }) }
}

/**
 * Whether the config of a repository could make `git status` run programs. Filters are the one setting that cannot be
 * overridden on the command line, and included files may contain some.
 */
export function runsPrograms({ own, common }: GitFolders): boolean {
  const configs = [join(common, 'config'), join(own, 'config.worktree')]
  return configs.some((path) => /\[\s*(?:filter|include)/i.test(read(path) ?? ''))
}

function checkoutOf(folder: string): string | undefined {
  for (let at = realPath(folder); ; at = dirname(at)) {
    if (exists(join(at, '.git'))) return at
    if (dirname(at) === at) return undefined
  }
}

/** `.git` is a folder in a clone, and a file that names one in a worktree or submodule. */
function gitFolder(checkout: string): string | undefined {
  const path = join(checkout, '.git')
  if (statSync(path).isDirectory()) return path
  const target = /^gitdir: (.+)$/m.exec(read(path) ?? '')?.[1]
  const folder = target && resolve(checkout, target.trim())
  return folder && exists(folder) ? folder : undefined
}

/** Only worktrees have a `commondir`. */
function commonFolder(own: string): string {
  const file = join(own, 'commondir')
  const target = existsSync(file) ? read(file)?.trim() : undefined
  return realPath(target ? resolve(own, target) : own)
}

function packedCommit(common: string, ref: string): string | undefined {
  const line = read(join(common, 'packed-refs'))
    ?.split('\n')
    .find((candidate) => candidate.endsWith(` ${ref}`))
  return line?.split(' ')[0]
}

/** `origin` if it exists, else the first remote. */
function remoteUrl(config: string): string | undefined {
  const remotes = new Map<string, string>()
  let remote = ''
  for (const line of config.split('\n')) {
    const header = /^\s*\[\s*([A-Za-z0-9.-]+)(?:\s+"(.+)")?\s*\]/.exec(line)
    if (header) remote = header[1]?.toLowerCase() === 'remote' ? (header[2] ?? '') : ''
    const url = remote && withoutComment(/^\s*(?:\[.*\])?\s*url\s*=(.*)/i.exec(line)?.[1] ?? '')
    if (url && !remotes.has(remote)) remotes.set(remote, url)
  }
  return remotes.get('origin') ?? remotes.values().next().value
}

/** Removes a comment, and the quotes that protect `#` and `;`. */
const withoutComment = (text: string): string =>
  (/^(?:"(?:[^"\\]|\\.)*"|[^"#;])*/.exec(text)?.[0] ?? '').replaceAll('"', '').trim()

/**
 * One spelling for all ways to write a remote, without user names, passwords, ports and queries:
 * `git@host:me/app.git` and `https://me:secret@host/me/app` are both `host/me/app`.
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
  // An address that cannot be parsed may contain a password: never treat it as a folder.
  if (remoteKey(url) !== undefined || /^[a-z][a-z0-9+.-]*:(?:\/\/|:)/i.test(path)) return undefined
  return realPath(resolve(dirname(common), path))
}

export const repositoryName = (path: string): string =>
  basename(path.replace(/\/\.git$/, '')).replace(/\.git$/, '')

/** False for a path below a file, in a folder that is not readable, or with a name that no file can have. */
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

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // many files of a git folder are optional
  }
}
