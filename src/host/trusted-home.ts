import { chmodSync, lstatSync, readdirSync, readlinkSync, rmSync, type Stats } from 'node:fs'
import { basename, isAbsolute, join } from 'node:path'
import { Problem } from '../problem.ts'
import { isOurName, isOursAlone, unusableFolder } from './private-file.ts'

/** The user of this process: the owner of every file that it creates. */
export interface User {
  readonly uid: number
  readonly gid: number
}

/** Undefined on Windows, where files have no Unix owner and mode. */
const currentUser = (): User | undefined => {
  const [uid, gid] = [process.geteuid?.(), process.getegid?.()]
  return uid === undefined || gid === undefined ? undefined : { uid, gid }
}

/** Shared by the bundles of a process, so that the check runs only once. */
const TRUSTED = Symbol.for('leftoff.trusted-home')

export function requireTrustedHome(home: string): true {
  if (Reflect.get(globalThis, TRUSTED) === home) return true
  const problem = homeProblem(home)
  if (problem) throw problem
  Reflect.set(globalThis, TRUSTED, home)
  return true
}

/**
 * Why the home folder must not be used, or undefined if it can be used. Checks the owner and mode of the home
 * folder, of every folder and link on the path to it, and of our files in it. Removes write access for others if
 * that makes the home folder safe.
 */
export function homeProblem(home: string, user = currentUser()): Problem | undefined {
  if (!user) return undefined
  try {
    checkHome(home, user)
    return undefined
  } catch (error) {
    return error instanceof Problem ? error : unusableFolder(home, error)
  }
}

function checkHome(home: string, user: User): void {
  const found = follow(home, user)
  if (!found?.isDirectory()) return // a missing folder is created later; a file is reported on first use
  if (found.uid !== user.uid) throw foreignHome(home, found.uid, user)
  const isOpen = isShared(found, user)
  if (isOpen) refuseUnlessOursAlone(home, user)
  const check = { user, home, folder: found, isReachable: (found.mode & OTHERS_ENTER) !== 0 }
  const names = readdirSync(home).filter((name) => isOurName(name) && name !== CACHE)
  const open = [...names, ...(check.isReachable ? BELOW : DELIVERIES)].filter((name) =>
    isOpenEntry(join(home, name), check),
  )
  // All checks have passed.
  for (const name of open) removeWriteAccess(join(home, name))
  if (isOpen) closeHome(home)
}

/** The code cache only saves time, so it is checked where it is used. */
const CACHE = 'cache'
/**
 * The folders that hooks read. Hooks run very often, so they check only what they read; `leftoff doctor`
 * checks everything.
 */
const DELIVERIES = ['spool/new', 'spool/tmp', 'spool/quarantine', 'spool/pending']
const BELOW = [...DELIVERIES, ...['bin/spool', 'bin/hook', 'bin/prompt', 'bin/leftoff', 'bin/status-line']]

interface HomeOfUser {
  readonly user: User
  readonly home: string
}

interface EntryCheck extends HomeOfUser {
  /** The home folder. If others can write to it but all files in it are ours, it becomes private after all checks. */
  readonly folder: Stats
  /** Whether other users can enter the home folder. If not, the modes inside do not matter. */
  readonly isReachable: boolean
}

/** Refuses an entry that belongs to another user. Returns true for our own entry if others can write to it. */
function isOpenEntry(path: string, { user, home, folder, isReachable }: EntryCheck): boolean {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  if (!entry) return false
  if (entry.uid !== user.uid) throw foreignEntry(path, entry.uid, { user, home })
  if (entry.isSymbolicLink()) {
    refuseForeignTarget(path, { user, home, folder })
    return false
  }
  if (!isReachable || !isShared(entry, user)) return false
  if (entry.isDirectory()) refuseForeignContent(path, { user, home })
  return true
}

/** The target of a link may belong to root: for example, settings that a package manager wrote. */
function refuseForeignTarget(path: string, { user, home, folder }: Omit<EntryCheck, 'isReachable'>): void {
  const target = follow(path, user, folder)
  if (!target) return
  if (target.uid !== user.uid && target.uid !== ROOT) throw foreignEntry(path, target.uid, { user, home })
  if (isShared(target, user)) throw exposed(path)
}

function removeWriteAccess(path: string): void {
  chmodSync(path, lstatSync(path).mode & ~OTHERS_WRITE & 0o7777)
}

/** Never changes a home folder with other files in it, because its owner may share it on purpose. */
function refuseUnlessOursAlone(home: string, user: User): void {
  if (!isOursAlone(home)) throw exposed(home)
  refuseForeignContent(home, { user, home })
}

/**
 * Makes the home folder private. It is safe then, because it contains no entries that belong to other users.
 * Deletes the code cache, because another user may have moved one of our files into it.
 */
function closeHome(home: string): void {
  chmodSync(home, 0o700)
  rmSync(join(home, CACHE), { recursive: true, force: true })
}

function refuseForeignContent(folder: string, { user, home }: HomeOfUser): void {
  const foreign = foreignEntryIn(folder, user)
  if (foreign) throw foreignEntry(foreign.path, foreign.owner, { user, home })
}

/** Checks the owner of every file, folder and link in the home folder, which takes longer the more files there are. */
export function contentProblem(home: string, user = currentUser()): Problem | undefined {
  const foreign = user && foreignEntryIn(home, user)
  return foreign && foreignEntry(foreign.path, foreign.owner, { user, home })
}

/** The first entry that belongs to another user. Does not follow links. */
function foreignEntryIn(
  folder: string,
  user: User,
): { readonly path: string; readonly owner: number } | undefined {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const entry = lstatSync(path, { throwIfNoEntry: false })
    if (entry && entry.uid !== user.uid) return { path, owner: entry.uid }
    const below = entry?.isDirectory() ? foreignEntryIn(path, user) : undefined
    if (below) return below
  }
  return undefined
}

/** Whether a file or folder belongs to the user and only the user can change it. False for a link. */
export const isOurs = (path: string, user = currentUser()): boolean =>
  !user || isOurEntry(lstatSync(path), user)

/** Whether a folder and everything in it belong to the user, and only the user can change them. */
export function isOursThroughout(path: string, user = currentUser()): boolean {
  if (!user) return true
  const entry = lstatSync(path)
  if (!isOurEntry(entry, user)) return false
  return entry.isFile() || readdirSync(path).every((name) => isOursThroughout(join(path, name), user))
}

const isOurEntry = (entry: Stats, user: User): boolean =>
  entry.uid === user.uid && !isShared(entry, user) && (entry.isFile() || entry.isDirectory())

const MAX_LINKS = 40

/**
 * Follows a path and its links, and refuses a folder on the path in which another user could replace an
 * entry. Undefined if the path does not exist. Does not use `realpath`, because that does not report the
 * folders on the path. `checked` is a folder that the caller has already checked.
 */
function follow(path: string, user: User, checked?: Stats): Stats | undefined {
  const root = { at: '/', folder: lstatSync('/') }
  let here = root
  let links = 0
  const names = namesIn(path)
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const next = join(here.at, name)
    const entry = lstatSync(next, { throwIfNoEntry: false })
    // In a sandbox with its own user ids, the owner of / may not be root.
    if (!isSameFile(here.folder, checked)) refuseReplaceable({ ...here, entry }, user, root.folder.uid)
    if (!entry) return undefined
    if (!entry.isSymbolicLink()) {
      here = { at: next, folder: entry }
      continue
    }
    links += 1
    if (links > MAX_LINKS) throw new Error('too many links')
    const target = readlinkSync(next)
    names.unshift(...namesIn(target))
    if (isAbsolute(target)) here = root
  }
  return here.folder
}

const isSameFile = ({ dev, ino }: Stats, other: Stats | undefined): boolean =>
  dev === other?.dev && ino === other.ino

const namesIn = (path: string): string[] => path.split('/').filter((name) => name !== '')

interface PathStep {
  readonly at: string
  readonly folder: Stats
  readonly entry: Stats | undefined
}

/** In a sticky folder, such as /tmp, only the owner of an entry can replace it. That owner is checked next. */
function refuseReplaceable({ at, folder, entry }: PathStep, user: User, system: number): void {
  const isForeign = ({ uid }: Stats): boolean => uid !== user.uid && uid !== ROOT && uid !== system
  if (isForeign(folder)) throw foreignParent(at, user)
  if (entry?.isSymbolicLink() && isForeign(entry)) throw foreignParent(at, user)
  if (isShared(folder, user) && (folder.mode & STICKY) === 0) throw exposed(at)
}

const ROOT = 0
const STICKY = 0o1000
const GROUP_WRITE = 0o020
const ALL_WRITE = 0o002
const OTHERS_WRITE = GROUP_WRITE | ALL_WRITE
const OTHERS_ENTER = 0o011

/** Whether others can write. The user's own group does not count: many systems give it write access. */
const isShared = ({ mode, gid }: Stats, user: User): boolean =>
  (mode & ALL_WRITE) !== 0 || ((mode & GROUP_WRITE) !== 0 && gid !== ROOT && !isOwnGroup(gid, user))

const isOwnGroup = (gid: number, user: User): boolean => gid === user.gid && gid === user.uid

const OWN_FOLDER = 'set LEFTOFF_HOME to a folder that you own'

const notYours = (where: string, message: string, fix: string): Problem =>
  new Problem({ code: 'not-yours', message, where, fix })

function foreignHome(home: string, owner: number, { uid }: User): Problem {
  if (uid === ROOT) return usedByRoot(home, owner)
  // Never suggests changing the owner of a folder that may contain other files too, such as /etc.
  if (owner === ROOT && looksLikeOurs(home))
    return notYours(home, OWNED_BY_ROOT, `sudo chown -R ${uid} ${quoted(home)}, or ${OWN_FOLDER}`)
  return notYours(home, 'leftoff keeps private data here, but another user owns it', OWN_FOLDER)
}

const OWNED_BY_ROOT = 'root owns this, probably because leftoff ran with sudo'

/**
 * Suggests changing the owner only for files that belong to root. Otherwise, a file planted by another user
 * would become ours.
 */
function foreignEntry(path: string, owner: number, { user, home }: HomeOfUser): Problem {
  if (user.uid === ROOT) return usedByRoot(path, owner)
  if (owner === ROOT)
    return notYours(
      path,
      OWNED_BY_ROOT,
      `sudo chown -R ${user.uid} ${quoted(looksLikeOurs(home) ? home : path)}`,
    )
  return notYours(
    path,
    `another user (${owner}) owns this, so leftoff uses nothing in this folder`,
    `if you do not need it: sudo rm -r ${quoted(path)}; otherwise ${OWN_FOLDER}`,
  )
}

const foreignParent = (where: string, { uid }: User): Problem =>
  notYours(
    where,
    'another user owns this folder or a link in it, and could replace what is below it',
    uid === ROOT ? 'run leftoff as that user, without sudo, or set LEFTOFF_HOME' : OWN_FOLDER,
  )

const usedByRoot = (path: string, owner: number): Problem =>
  notYours(
    path,
    `leftoff runs as root, but user ${owner} owns this`,
    `run leftoff as that user, without sudo; or if root should use it: chown -R 0 ${quoted(path)}`,
  )

const exposed = (where: string): Problem =>
  new Problem({
    code: 'home-exposed',
    message: 'other users can write to this folder or file, so leftoff uses nothing in it',
    where,
    fix: `chmod go-w ${quoted(where)}, or ${OWN_FOLDER}`,
  })

function looksLikeOurs(home: string): boolean {
  try {
    return isOursAlone(home)
  } catch {
    return basename(home) === 'leftoff' // not readable
  }
}

/** Quotes a path for the shell if necessary. */
const quoted = (path: string): string =>
  /^[\w./@:+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
