import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Random } from './random.ts'

export const USER = 23001
export const OTHER = 23002
const SHARED_GROUP = 23100
const ROOT = 0

/** Text that only the other user wrote. */
export const CANARY = 'canary of another user'

/** Entries of a home. If another user owns an entry that a hook or command reads, the home is unusable. */
const ENTRIES = {
  'log.db': 'read',
  'log.db-wal': 'read',
  'index.db': 'read',
  'config.json': 'read',
  'trouble.jsonl': 'read',
  prepared: 'read',
  backups: 'read',
  bin: 'read',
  spool: 'read',
  'spool/new': 'read',
  'spool/quarantine': 'read',
  cache: 'unread',
  'cache/*': 'unread',
  'cache/*/*': 'unread',
} as const
type EntryName = keyof typeof ENTRIES
const ENTRY_NAMES = Object.keys(ENTRIES) as EntryName[]
const FOLDERS: ReadonlySet<EntryName> = new Set([
  ...(['prepared', 'backups', 'bin', 'spool', 'spool/new', 'spool/quarantine', 'cache', 'cache/*'] as const),
])

type Owner = 'user' | 'other' | 'root'
type FolderAccess = 'private' | 'readable' | 'own group' | 'shared group' | 'all' | 'sticky'
const MODES: Readonly<Record<FolderAccess, number>> = {
  private: 0o700,
  readable: 0o755,
  'own group': 0o775,
  'shared group': 0o775,
  all: 0o777,
  sticky: 0o1777,
}
const LINKS = ['none', 'of the user', 'of the other user', 'through a folder of the other user'] as const
const SETTINGS_LINKS = ['none', 'user', 'root', 'other'] as const

/** Who owns the parts of a home, and who can write to them. */
export interface Ownership {
  readonly parent: { readonly owner: Owner; readonly access: FolderAccess }
  readonly link: (typeof LINKS)[number]
  readonly home: { readonly owner: Owner; readonly access: FolderAccess; readonly hasOtherFiles: boolean }
  readonly foreign: readonly { readonly name: EntryName; readonly owner: Owner }[]
  readonly open: readonly EntryName[]
  /** The owner of the file that config.json links to. */
  readonly settings: (typeof SETTINGS_LINKS)[number]
}

/** In about half of the cases one part is wrong, in a quarter several are, and in the rest none is. */
export function randomOwnership(random: Random): Ownership {
  const rate = random.oneOf([0, 0.08, 0.08, 0.25])
  const or = <T>(usual: T, others: readonly T[]): T => (random.chance(rate) ? random.oneOf(others) : usual)
  return {
    parent: {
      owner: or<Owner>(random.oneOf(['user', 'root']), ['other', 'other', 'root']),
      access: or<FolderAccess>('readable', ['own group', 'shared group', 'all', 'sticky']),
    },
    link: or<Ownership['link']>('none', LINKS),
    home: {
      owner: or<Owner>('user', ['other', 'other', 'root']),
      access: or<FolderAccess>(random.oneOf(['private', 'private', 'readable']), [
        'shared group',
        'all',
        'own group',
      ]),
      hasOtherFiles: or(false, [true]),
    },
    foreign: ENTRY_NAMES.filter(() => random.chance(rate / 2)).map((name) => ({
      name,
      owner: random.oneOf(['other', 'other', 'root'] as const),
    })),
    open: ENTRY_NAMES.filter(() => random.chance(rate / 2)),
    settings: or<Ownership['settings']>('none', SETTINGS_LINKS),
  }
}

/** Whether another user could have changed what leftoff would read. Written independently of the source. */
export function mustBeRefused({ parent, link, home, foreign, settings }: Ownership): boolean {
  const isHomeOpen = home.access === 'shared group' || home.access === 'all'
  return (
    parent.owner === 'other' ||
    parent.access === 'shared group' ||
    parent.access === 'all' ||
    link === 'of the other user' ||
    link === 'through a folder of the other user' ||
    home.owner !== 'user' ||
    (isHomeOpen && (home.hasOtherFiles || foreign.length > 0)) ||
    foreign.some(({ name }) => ENTRIES[name] === 'read') ||
    settings === 'other'
  )
}

/** Whether the other user could have put code into the cache or could do it now. */
export const isCacheExposed = (one: Ownership): boolean =>
  mustBeRefused(one) ||
  one.home.access === 'all' ||
  one.home.access === 'shared group' ||
  [...one.foreign.map(({ name }) => name), ...one.open].some((name) => name.startsWith('cache'))

/** Creates the described home from a copy of a used one. Returns its path. */
export function placeHome(folder: string, template: string, one: Ownership): string {
  const parent = join(folder, 'parent')
  const home = join(parent, 'leftoff')
  mkdirSync(parent, { recursive: true })
  cpSync(template, home, { recursive: true })
  ownAll(home, USER)
  linkSettings(folder, home, one.settings)
  if (one.home.hasOtherFiles) give(createFile(join(home, 'thesis.tex')), 'user')
  for (const { name, owner } of one.foreign)
    for (const path of pathsOf(home, name, { isCreated: true })) give(path, owner)
  for (const name of one.open) for (const path of pathsOf(home, name)) openToAll(path)
  give(home, one.home.owner, one.home.access)
  give(parent, one.parent.owner, one.parent.access)
  return linkHome(folder, home, one)
}

function pathsOf(home: string, name: EntryName, { isCreated = false } = {}): readonly string[] {
  const [first = '', ...rest] = name.split('/')
  if (rest[0] === '*') {
    const builds = readdirSync(join(home, first)).map((build) => join(home, first, build))
    if (rest.length === 1) return builds
    return builds.flatMap((build) => readdirSync(build).map((file) => join(build, file)))
  }
  const path = join(home, name)
  if (lstatSync(path, { throwIfNoEntry: false })) return [path]
  if (!isCreated) return []
  if (!FOLDERS.has(name)) return [createFile(path)]
  for (const folder of [dirname(path), path]) {
    if (existsSync(folder)) continue
    mkdirSync(folder)
    give(folder, 'user', 'private')
  }
  return [path]
}

/** Creates a file. A command that read these settings would refuse to start, so the campaign would notice. */
function createFile(path: string): string {
  writeFileSync(path, path.endsWith('.json') ? `{"session.expiry": "${CANARY}"}` : CANARY)
  chmodSync(path, 0o600)
  return path
}

function linkSettings(folder: string, home: string, owner: Ownership['settings']): void {
  if (owner === 'none') return
  const [target, link] = [join(folder, 'settings.json'), join(home, 'config.json')]
  writeFileSync(target, owner === 'other' ? `{"session.expiry": "${CANARY}"}` : '{}')
  give(target, owner)
  chmodSync(target, 0o644)
  symlinkSync(target, link)
  lchownSync(link, USER, USER)
}

function linkHome(folder: string, home: string, { link }: Ownership): string {
  if (link === 'none') return home
  const path = join(folder, 'link')
  if (link === 'through a folder of the other user') {
    const theirs = join(folder, 'theirs')
    mkdirSync(theirs)
    renameSync(home, join(theirs, 'leftoff'))
    give(theirs, 'other', 'readable')
    symlinkSync(join(theirs, 'leftoff'), path)
  } else symlinkSync(home, path)
  const owner = link === 'of the other user' ? OTHER : USER
  lchownSync(path, owner, owner)
  return path
}

function give(path: string, owner: Owner, access?: FolderAccess): void {
  const uid = { user: USER, other: OTHER, root: ROOT }[owner]
  if (lstatSync(path).isSymbolicLink()) {
    lchownSync(path, uid, uid)
    return
  }
  chownSync(path, uid, access === 'shared group' ? SHARED_GROUP : access === 'own group' ? USER : uid)
  if (access) chmodSync(path, MODES[access])
}

function ownAll(path: string, uid: number): void {
  lchownSync(path, uid, uid)
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) ownAll(join(path, name), uid)
}

function openToAll(path: string): void {
  if (lstatSync(path).isSymbolicLink()) return
  chmodSync(path, statSync(path).isDirectory() ? 0o777 : 0o666)
}

/** Metadata of everything below a folder, which any write would change. */
export const snapshot = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const { mode, uid, mtimeMs, size } = lstatSync(join(folder, name))
      return `${name} ${mode} ${uid} ${mtimeMs} ${size}`
    })
    .toSorted()
    .join('\n')
