/**
 * The file in which the postings of a project are kept for the first prompts of its sessions, in the form in which a
 * ranking asks for them: what is read is looked at where it stands, and nothing is parsed that is not wanted. Numbers
 * are as the machine has them, four bytes each: whoever reads the file also wrote it. Everything begins at a multiple
 * of four.
 *
 * It begins with a heading: `HEADER` numbers, and tables by the numbers of sessions and paths. The header says how many
 * there are, and by which number of the heading each table begins. Some tables say where in the rest of the file pieces
 * begin, and at their end where the last one ends:
 *   - what a session came to: how many files, their paths, a byte for what was done to each;
 *   - what was settled in a session, and `GROUP` names of sessions or of paths: JSON;
 *   - cells of what is looked up by name, in each the records whose hashes have the same remainder: `RECORD` numbers
 *     (hash, letters of the key, bytes of the value), the letters of the key, two bytes each, and the value.
 */
export const HEADER = 24
export const GROUP = 8
export const RECORD = 3

/** Where each number stands in the header. */
export const VERSION = 0
export const SESSIONS = 1
/** Of each project. */
export const PATHS = 2
/** The lengths of all sessions together. */
export const LENGTH = 3

/** Where the header says by which number a table begins; it ends where the next one begins. */
export const LENGTHS = 4
/** As in `Lately`. */
export const LATE_SESSIONS = 5
export const LATE_PATHS = 6
export const LATE_EDITED = 7
export const LATE_READ = 8
export const LATE_HELD = 9
/** Of pieces. */
export const FILES = 10
export const SETTLED = 11
export const SESSION_NAMES = 12
export const PATH_NAMES = 13
export const CELLS = 14
/** When it was written and how the index stood then: a piece, as JSON. */
export const ORIGIN = 15
/** How many numbers the heading has. */
export const HEADING = 16
/** With it the header comes to nothing. */
export const SUM = 17

/** All that is asked of the file goes by the header: a damaged one is none. */
export function sumOf(header: Int32Array): number {
  let sum = 0
  for (let at = 0; at < HEADER; at += 1) sum ^= header[at] ?? 0
  return sum
}

export interface Origin {
  readonly at: number
  readonly standing: string
}

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
