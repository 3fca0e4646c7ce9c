import { commandKeys } from '../../shell/command-key.ts'
import { shortLine } from './line.ts'
import type { Piece } from './message-pieces.ts'
import { type Census, worthOf } from './names.ts'

export const LISTS = ['Files changed', 'Files seen', 'Commands', 'Names'] as const
export type ListName = (typeof LISTS)[number]

/** An item of a list in the summary. */
export interface ListItem {
  readonly list: ListName
  readonly text: string
  readonly worth: number
  /** If a line mentions this key, the item is redundant. */
  readonly key: string
}

/** All list items, most valuable first. */
export function listItems(
  pieces: readonly Piece[],
  census: Census,
  earlier: readonly string[],
): readonly ListItem[] {
  const names = [...census.values()].flatMap((entry): readonly ListItem[] => {
    const { kind, key, text } = entry.name
    if (kind === 'quantity') return []
    const list = kind === 'name' ? 'Names' : entry.isChanged ? 'Files changed' : 'Files seen'
    return [{ list, text, key, worth: worthOf(entry, pieces.length) }]
  })
  return [...names, ...commandsIn(pieces, earlier)].sort((a, b) => b.worth - a.worth || order(a.key, b.key))
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const LONGEST = 70
const COMMAND = 2

interface Ran {
  times: number
  last: number
  shown: string
}

/** The session's commands, one per kind, each in its last-used form if that is short. */
function commandsIn(pieces: readonly Piece[], earlier: readonly string[]): readonly ListItem[] {
  const ran = new Map<string, Ran>()
  for (const command of earlier) note(ran, command, -1)
  for (const [at, piece] of pieces.entries())
    if (piece.kind === 'called' && piece.command !== undefined) note(ran, piece.command, at)
  return [...ran].map(([key, { times, last, shown }]) => ({
    list: 'Commands',
    text: `\`${shown}\``,
    key: `$${key}`,
    worth: COMMAND * Math.log2(1 + times) * (1 + last / pieces.length),
  }))
}

function note(ran: Map<string, Ran>, command: string, at: number): void {
  const { blamed, proven } = commandKeys(command)
  const keys = new Set([...blamed, ...proven].filter((key) => isTelling(key)))
  for (const key of keys) {
    const whole = shortLine(command.replace(PIPED, ''), 2 * LONGEST).replaceAll('`', "'")
    const shown = keys.size === 1 && whole.length <= LONGEST ? whole : key
    ran.set(key, { times: (ran.get(key)?.times ?? 0) + 1, last: at, shown })
  }
}

/** Filters that only shorten the output. */
const PIPED = / (?:2>&1|\| ?(?:head|tail|grep|wc|sort|cat)\b)[\s\S]*$/

const isTelling = (key: string): boolean =>
  key.length <= LONGEST && /^[\w./@:-]{1,60}(?: |$)/.test(key) && !EVERYWHERE.has(key.split(' ', 1)[0] ?? '')

/** Basic shell tools are not worth listing. */
const EVERYWHERE: ReadonlySet<string> = new Set(
  `[ awk basename bash cat cd chmod cp cut date diff dirname do done du echo egrep env export false file find for git grep
  head if jq kill less ln ls mkdir mv open pgrep pkill printf ps pwd read readlink realpath rg rm rmdir sed seq set sh
  sleep sort source stat tail tee test then time timeout touch tr tree true type uniq unset wait wc which while xargs
  zsh`.split(/\s+/),
)

/** The common folder of most paths, with a trailing slash; empty if there is none. */
export function rootOf(paths: readonly string[]): string {
  const absolute = paths.filter((path) => ABSOLUTE.test(path))
  const times = new Map<string, number>()
  for (const path of absolute)
    for (let at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1)) {
      const folder = path.slice(0, at + 1)
      times.set(folder, (times.get(folder) ?? 0) + 1)
    }
  const most = absolute.length * MOST
  const common = [...times].filter(([, count]) => absolute.length > 1 && count >= most)
  return common.reduce((longest, [folder]) => (folder.length > longest.length ? folder : longest), '')
}

const MOST = 0.6
const ABSOLUTE = /^(?:\/|[A-Za-z]:\/)/

/** Groups paths by folder: `src/app: import.ts, resume.ts; docs: cli.md`. */
export function byFolder(paths: readonly string[], root: string): string {
  const folders = new Map<string, string[]>()
  for (const path of paths) {
    const inside = path.startsWith(root) ? path.slice(root.length) : path
    const cut = inside.lastIndexOf('/')
    const folder = inside.slice(0, Math.max(0, cut))
    folders.set(folder, [...(folders.get(folder) ?? []), inside.slice(cut + 1)])
  }
  return [...folders]
    .map(([folder, names]) => `${folder === '' ? '' : `${folder}: `}${names.join(', ')}`)
    .join('; ')
}

/** The inverse of `byFolder`. */
export const fromFolders = (text: string): readonly string[] =>
  text.split('; ').flatMap((part) => {
    const [folder = '', names] = part.split(': ', 2)
    return names === undefined ? folder.split(', ') : names.split(', ').map((name) => `${folder}/${name}`)
  })
