import { withoutMarkdown } from '../../text/prose.ts'
import { unitsIn } from '../../text/sentences.ts'
import { type Line, line, shortLine, TAGS, type Tag } from './line.ts'
import { fromFolders, LISTS, type ListName } from './name-lists.ts'

/** The parsed summary of older messages: one of ours by line, a foreign one by sentence. */
export interface PreviousSummary {
  readonly goal?: string
  /** The folder that its paths are relative to. */
  readonly root?: string
  readonly lines: readonly Line[]
  readonly changed: readonly string[]
  readonly seen: readonly string[]
  readonly commands: readonly string[]
  readonly names: readonly string[]
}

const LONGEST = 260
const MOST_LINES = 400

export function readPreviousSummary(previous = ''): PreviousSummary {
  const lines = previous.split('\n', MOST_LINES)
  const listed = (list: ListName): string => under(lines, `${list}: `) ?? ''
  const own = lines.flatMap((text, nth) => ownLine(text, nth))
  const goal = under(lines, 'Goal: ')
  const root = under(lines, 'Folder: ')
  const isOurs = goal !== undefined || LISTS.some((list) => listed(list) !== '')
  return {
    ...(goal !== undefined && { goal }),
    ...(root !== undefined && { root }),
    lines: isOurs ? own : foreign(previous),
    changed: fromFolders(listed('Files changed')).filter(Boolean),
    seen: fromFolders(listed('Files seen')).filter(Boolean),
    commands: [...listed('Commands').matchAll(/`([^`]{1,200})`/g)].map(([, command = '']) => command),
    names: listed('Names').split(', ').filter(Boolean),
  }
}

const under = (lines: readonly string[], head: string): string | undefined =>
  lines.find((text) => text.startsWith(head))?.slice(head.length)

/** Lines of the previous summary keep a high value; otherwise the oldest facts would be lost first. */
const VALUE: Readonly<Record<Tag, number>> = {
  asked: 4,
  decided: 8,
  done: 2.5,
  found: 2.5,
  problem: 2.5,
  next: 1,
  failed: 1,
  ran: 0.5,
}
const OTHER = 2.5

function ownLine(text: string, nth: number): readonly Line[] {
  if (!text.startsWith('- ')) return []
  const tag = TAGS.find((one) => text.startsWith(`${one}: `, 2)) ?? 'found'
  const words = shortLine(text.slice(tag === 'found' ? 2 : tag.length + 4), 2 * LONGEST)
  return [line(tag, words, { at: before(nth), value: VALUE[tag] })]
}

const foreign = (previous: string): readonly Line[] =>
  unitsIn(previous.slice(0, 40_000))
    .slice(0, MOST_LINES)
    .map((unit, nth) =>
      line('found', shortLine(withoutMarkdown(unit.text), LONGEST), { at: before(nth), value: OTHER }),
    )

/** In order, before all new lines. */
const before = (nth: number): number => nth - 2 * MOST_LINES
