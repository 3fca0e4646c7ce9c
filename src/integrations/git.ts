import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { below } from '../host/below.ts'

/** What git's own files say about a folder. Read, not asked: starting git costs more than the rest of a hook. */
export interface Repository {
  /** The folder that is checked out: its own for every clone and worktree. */
  readonly checkout: string
  /** The git folder that all worktrees of one clone share. */
  readonly common: string
  readonly remote?: string
  readonly branch?: string
  readonly head?: string
}

/** Where git keeps what it knows of a checkout: its own folder, and the one that all worktrees of a clone share. */
export interface GitFolders {
  readonly own: string
  readonly common: string
}

export function repositoryOf(folder: string): Repository | undefined {
  const checkout = checkoutOf(folder)
  const own = checkout && gitFolder(checkout)
  if (!own) return undefined
  const common = commonFolder(own)
  const remote = remoteUrl(read(below(common, 'config')) ?? '')
  return { checkout, common, ...(remote && { remote }), ...headOf({ own, common }) }
}

/** The folder of the repository that this one belongs to, without a look at what is in it. */
export function checkoutIn(folder: string): string | undefined {
  const checkout = checkoutOf(folder)
  return checkout && gitFolder(checkout) ? checkout : undefined
}

/** Of a folder that is itself checked out. */
export function gitFoldersOf(checkout: string): GitFolders | undefined {
  const own = exists(below(checkout, '.git')) ? gitFolder(checkout) : undefined
  return own ? { own, common: commonFolder(own) } : undefined
}

function checkoutOf(folder: string): string | undefined {
  for (let at = realPath(folder); ; at = dirname(at)) {
    if (exists(below(at, '.git'))) return at
    if (dirname(at) === at) return undefined
  }
}

/** `.git` is a folder in a clone and a file that names one in a worktree or submodule. */
function gitFolder(checkout: string): string | undefined {
  const path = below(checkout, '.git')
  if (statSync(path).isDirectory()) return path
  const named = /^gitdir: (.+)$/m.exec(read(path) ?? '')?.[1]
  const folder = named && resolve(checkout, named.trim())
  return folder && exists(folder) ? folder : undefined
}

function commonFolder(own: string): string {
  const file = below(own, 'commondir')
  const named = existsSync(file) ? read(file)?.trim() : undefined // only worktrees have one
  return realPath(named ? resolve(own, named) : own)
}

export function headOf({ own, common }: GitFolders): Pick<Repository, 'branch' | 'head'> {
  const head = read(below(own, 'HEAD'))?.trim() ?? ''
  const ref = /^ref: (refs\/heads\/(.+))$/.exec(head)
  if (!ref?.[1] || !ref[2]) return /^[0-9a-f]{40,64}$/.test(head) ? { head } : {}
  const commit = read(below(common, ref[1]))?.trim() ?? packed(common, ref[1])
  return { branch: ref[2], ...(commit && { head: commit }) }
}

function packed(common: string, ref: string): string | undefined {
  const line = read(below(common, 'packed-refs'))
    ?.split('\n')
    .find((candidate) => candidate.endsWith(` ${ref}`))
  return line?.split(' ')[0]
}

/** `origin` if there is one, else the first remote. */
function remoteUrl(config: string): string | undefined {
  const remotes = new Map<string, string>()
  let section = ''
  for (const line of config.split('\n')) {
    if (line.includes('[')) section = remoteIn(line) ?? section
    const url = section && urlIn(line)
    if (url && !remotes.has(section)) remotes.set(section, url)
  }
  return remotes.get('origin') ?? remotes.values().next().value
}

/** The remote whose section begins here; none where another one begins. As git writes it, no pattern has to be built. */
function remoteIn(line: string): string | undefined {
  const name = between(line, '[remote "', '"]')
  if (name !== undefined && isPlain(name)) return name
  const header = /^\s*\[\s*([A-Za-z0-9.-]+)(?:\s+"(.+)")?\s*\]/.exec(line)
  return header ? (header[1]?.toLowerCase() === 'remote' ? (header[2] ?? '') : '') : undefined
}

function urlIn(line: string): string {
  if (!line.toLowerCase().includes('url')) return ''
  const url = between(line, '\turl = ', '')
  if (url !== undefined && isPlain(url)) return url.trim()
  return withoutComment(/^\s*(?:\[.*\])?\s*[uU][rR][lL]\s*=(.*)/.exec(line)?.[1] ?? '')
}

const between = (line: string, start: string, end: string): string | undefined =>
  line.startsWith(start) && line.endsWith(end)
    ? line.slice(start.length, line.length - end.length)
    : undefined

/** Nothing in it means anything to git but itself. */
const isPlain = (text: string): boolean => !['"', '\\', '#', ';', ']'].some((sign) => text.includes(sign))

/** Up to a comment, and without the quotes that keep one from beginning. */
const withoutComment = (text: string): string =>
  (/^(?:"(?:[^"\\]|\\.)*"|[^"#;])*/.exec(text)?.[0] ?? '').replaceAll('"', '').trim()

/**
 * One spelling for every way to write a remote, without user names, passwords, ports and queries:
 * `git@host:me/app.git` and `https://me:secret@host/me/app` are both `host/me/app`.
 */
export function remoteKey(url: string): string | undefined {
  return plainKey(url) ?? keyByPattern(url)
}

/** Of the two forms that hosts tell their users to clone by: they need no patterns, which take long to be built. */
function plainKey(url: string): string | undefined {
  const rest = url.startsWith('https://') ? url.slice('https://'.length) : withoutColon(url)
  const [host = '', ...names] = rest.split('/')
  const last = names.at(-1) ?? ''
  const name = last.slice(-4).toLowerCase() === '.git' ? last.slice(0, -4) : last
  const isPlain =
    host.length > 1 && name !== '' && names.every(Boolean) && !SIGNS.some((one) => rest.includes(one))
  return isPlain ? [host.toLowerCase(), ...names.slice(0, -1), name].join('/') : undefined
}
const SIGNS = ['@', ':', '?', '#', '[', ']']

function withoutColon(url: string): string {
  const colon = url.startsWith('git@') ? url.indexOf(':') : -1
  const host = url.slice('git@'.length, Math.max(0, colon))
  return host === '' || host.includes('/') ? '' : `${host}/${url.slice(colon + 1)}`
}

/** Of whichever form. */
export function keyByPattern(url: string): string | undefined {
  // Both cases spelled out: the flag for it costs a fifth of a millisecond at every start.
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/(?:[^/?#]*@)?(\[[^\]/]+\]|[^/:@?#]+)(?::\d*)?\/([^?#]+)/.exec(
    url,
  )
  const scp = /^(?:[^/@:]+@)?([^/:]{2,}):(?!\/\/|:)(.+)$/.exec(url)
  const found = url.startsWith('file:') ? undefined : (scheme ?? scp)
  const path = found?.[2]?.replace(/^\/+|\/+$/g, '').replace(/\.[gG][iI][tT]$/, '')
  return found?.[1] && path ? `${found[1].toLowerCase()}/${path}` : undefined
}

/** The folder that a remote on this machine points to. */
export function localRemote(url: string, common: string): string | undefined {
  const path = url.startsWith('file://') ? url.slice('file://'.length) : url
  // What looks like an address and is none that we can read may hold a password: it is nobody's folder.
  if (remoteKey(url) !== undefined || /^[A-Za-z][A-Za-z0-9+.-]*:(?:\/\/|:)/.test(path)) return undefined
  return realPath(resolve(dirname(common), path))
}

export const repositoryName = (path: string): string =>
  basename(path.replace(/\/\.git$/, '')).replace(/\.git$/, '')

/** Below a file, behind a door that is closed to us, or with a name that no file can have: nothing is there for us. */
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
    return resolve(path) // a folder that was deleted under us still has a name
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // absent files are normal in a git folder
  }
}
