/**
 * The file in which the postings of a project are kept for the first prompts of its sessions, in the form in which a
 * ranking asks for them: what is read is looked at where it stands, and nothing is parsed that is not wanted. Numbers
 * are as the machine has them, four bytes each: whoever reads the file also wrote it. Everything begins at a multiple
 * of four.
 *
 * It begins with `HEADER` fractions: what it is, and how many there are of everything. By these the tables that follow
 * are known: `tablesOf`. Some of them say where in the rest of the file pieces begin, the last where these end:
 *   - what a session came to: how many files, their paths, a byte for what was done to each;
 *   - what was settled in a session, and `GROUP` names of sessions or of paths: JSON;
 *   - cells of what is looked up by name, in each the records whose hashes have the same remainder: `RECORD` numbers
 *     (hash, bytes of the key, bytes of the value), the key and the value.
 */
export const HEADER = 16
export const GROUP = 8
export const RECORD = 3

/** Where each stands in the header. */
export const VERSION = 0
/** When it was written. */
export const AT = 1
export const SESSIONS = 2
/** Of each project, and how many different ones these are. */
export const PATHS = 3
export const NAMES = 4
export const MEAN_LENGTH = 5
/** The files that the last sessions came to, and these sessions. */
export const LATE = 6
export const RECENT = 7
export const CELLS = 8
/** How the index stood: bytes of a text that follows the tables. */
export const STANDING = 9

/** By number. */
export interface Tables<T> {
  readonly lengths: T
  /** As in `Lately`. */
  readonly latePaths: T
  readonly lateEdited: T
  readonly lateRead: T
  readonly lateHeld: T
  readonly lateSessions: T
  /** Where pieces begin. */
  readonly files: T
  readonly settled: T
  readonly sessionNames: T
  readonly pathNames: T
  readonly cells: T
}

/** How many numbers each of them has. */
export function tablesOf(header: Float64Array): Tables<number> {
  const count = (what: number): number => header[what] ?? 0
  return {
    lengths: count(SESSIONS),
    latePaths: count(LATE),
    lateEdited: count(LATE),
    lateRead: count(LATE),
    lateHeld: count(LATE),
    lateSessions: count(RECENT),
    files: count(SESSIONS) + 1,
    settled: count(SESSIONS) + 1,
    sessionNames: groups(count(SESSIONS)) + 1,
    pathNames: groups(count(NAMES)) + 1,
    cells: count(CELLS) + 1,
  }
}

export const bytesOf = (tables: Tables<number>): number =>
  4 * Object.values(tables).reduce((sum: number, count: number) => sum + count, 0)

export const groups = (names: number): number => Math.ceil(names / GROUP)
export const aligned = (bytes: number): number => (bytes + 3) & ~3

/** What is looked up by name. */
export type Kind = 'term' | 'stem' | 'session'
export const keyOf = (kind: Kind, name: string): string => `${kind}:${name}`

/** FNV-1a, by letters, without its sign. */
export function hashOf(key: string): number {
  let hash = 0x811c9dc5 | 0
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return hash & 0x7fffffff
}
