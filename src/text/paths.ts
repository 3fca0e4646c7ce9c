import { letterPattern } from './words.ts'

/** Returns the path relative to the repository; undefined for a path outside it. */
export type Relative = (path: string) => string | undefined

/**
 * Checkouts have different roots on different machines and in worktrees, but the paths within them are the same.
 * Roots are compared case-insensitively, as on macOS and Windows.
 */
export function relativeTo(roots: readonly string[]): Relative {
  const folders = roots
    .map((root) => `${slashed(root).replace(/\/+$/, '').toLowerCase()}/`)
    .sort((a, b) => b.length - a.length)
  return (path) => {
    const whole = slashed(path)
    const lower = whole.toLowerCase()
    const root = folders.find((folder) => lower.startsWith(folder))
    if (root === undefined && ABSOLUTE.test(whole)) return undefined
    const below = whole.slice(root?.length ?? 0)
    // A cheap check, because most paths need no pattern.
    const inside = below.startsWith('./') ? below.replace(/^(?:\.\/)+/, '') : below
    const own = inside.includes('worktrees/') ? inside.replace(WORKTREE, '') : inside
    return own === '' || own.startsWith('.git/') || own.startsWith('../') ? undefined : own
  }
}

const slashed = (path: string): string => path.replaceAll('\\', '/')
const ABSOLUTE = /^(?:[/~]|[A-Za-z]:\/)/
const WORKTREE = /^(?:\.claude\/|\.)?worktrees\/[^/]+\//

/** File paths and names in text, without duplicates and without URLs. */
export function pathsIn(text: string): readonly string[] {
  const found = new Set<string>()
  for (const [token] of text
    .replace(WEB, ' ')
    .replaceAll('](', ' ')
    .replaceAll(ESCAPE, ' ')
    .matchAll(TOKEN)) {
    if (token.length > LONGEST || !/[./\\]/.test(token)) continue
    const path = slashed(unwrapped(token)).replace(BEFORE, '')
    if (path.length > 3) found.add(path)
  }
  return [...found]
}

const TOKEN = /(?:[A-Za-z]:[\\/])?[^\s"'`<>|*?,;:={}#]+/g
/** An escaped line break in quoted text, as in `notes\\n.planning/x.md`, but not the start of a Windows folder. */
const ESCAPE = /\\[nrt](?=[./A-Z~-]|[a-z]{1,40}\/)/g
const WEB = /\bhttps?:\/\/\S+/g
/** Prefixes of paths in mentions and diffs, and `./`. */
const BEFORE = /^[@+-]*(?:\.\/|[ab]\/)?/
const LONGEST = 200

/** Removes brackets around a path or call, but keeps those inside: `app/(shop)/[id]`. */
function unwrapped(token: string): string {
  const bare = token.replace(/^[([]+/, '').replace(endFor(token), '')
  return bare.includes(')') ? bare : bare.slice(bare.lastIndexOf('(') + 1)
}

const endFor = letterPattern(/[^A-Za-z0-9]+$/, () => /[^\p{L}\p{N}]+$/u)

/** Replaces URLs with the numbers in them, which may be issue numbers. */
export const withoutWeb = (text: string): string =>
  text.replace(WEB, (address) => (address.match(/\d{2,}/g) ?? []).join(' '))

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
/** Whether a path has a file extension. */
export const isFile = (path: string): boolean => /[^/]\.[A-Za-z][A-Za-z0-9]{0,7}$/.test(path)

/** The name that a file and its test share: `foo` for `foo.go`, `foo_test.go`, `foo.spec.ts`, `test_foo.py`. */
export function stemOfName(path: string): string {
  const name = nameOf(path).toLowerCase()
  const dot = name.lastIndexOf('.')
  const stem = dot < 0 ? name : name.slice(0, dot)
  return stem.includes('test') || stem.includes('spec') ? stem.replace(TEST_MARK, '') : stem
}

const TEST_MARK = /^test_|[._-](?:test|tests|spec)$/
