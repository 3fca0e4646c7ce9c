import type { StoredMessage } from '../../message/message.ts'
import { withoutMarkdown } from '../../text/prose.ts'
import { unitsIn } from '../../text/sentences.ts'
import { statedFactsIn } from '../facts.ts'
import { goalIn } from '../goal.ts'
import type { Statement } from '../statement.ts'
import { type Line, line, shortLine, TAGS, type Tag } from './line.ts'
import { type Piece, piecesOf, type SpokenPiece } from './message-pieces.ts'
import { fromFolders, LISTS, type ListItem, type ListName, listItems, rootOf } from './name-lists.ts'
import { type Census, censusOf, fileOf, type Name, namesIn, worthOf } from './names.ts'
import { spokenLines } from './spoken-lines.ts'
import { countLines, type FailedCall, failedLines, failuresIn } from './tool-lines.ts'

/** Everything that a summary can contain. */
export interface Reading {
  readonly goal?: string | undefined
  readonly lines: readonly Line[]
  /** Lines of the previous summary. */
  readonly earlier: readonly Line[]
  readonly listed: readonly ListItem[]
  readonly statements: readonly Statement[]
  /** Stated facts, oldest first. */
  readonly facts: readonly string[]
  readonly failures: readonly FailedCall[]
  readonly census: Census
  readonly root: string
  worthOf(name: string): number
  weightOf(term: string): number
}

export function readMessages(messages: readonly StoredMessage[], earlier: PreviousSummary): Reading {
  const pieces = piecesOf(messages)
  const census = censusOf(pieces, namesBefore(earlier), earlier.changed)
  const said = sayings(pieces)
  const failures = failuresIn(pieces)
  const weights = weightsOf([...said.lines, ...earlier.lines])
  return {
    goal: earlier.goal ?? firstGoal(pieces),
    lines: [...said.lines, ...failedLines(failures), ...countLines(pieces)],
    earlier: earlier.lines,
    listed: listItems(pieces, census, earlier.commands),
    statements: said.statements,
    facts: factsIn(pieces),
    failures,
    census,
    root: earlier.root ?? rootOf(pathsIn(census)),
    worthOf: memoised(census, pieces.length),
    weightOf: (term) => weights.get(term) ?? 0,
  }
}

function namesBefore({ lines, changed, seen, names }: PreviousSummary): readonly Name[] {
  const told = lines.flatMap(({ text }) => namesIn(text))
  const all = [...told, ...[...changed, ...seen].map(fileOf), ...names.flatMap((name) => namesIn(name))]
  return [...new Map(all.map((name) => [name.key, name])).values()]
}

function firstGoal(pieces: readonly Piece[]): string | undefined {
  for (const piece of pieces) {
    const goal = piece.kind === 'words' && piece.speaker === 'user' ? goalIn(piece.text) : undefined
    if (goal) return goal.text
  }
  return undefined
}

/** Lines and statements of all messages. */
function sayings(pieces: readonly Piece[]): { lines: readonly Line[]; statements: readonly Statement[] } {
  const lines: Line[] = []
  const statements: Statement[] = []
  let before: SpokenPiece | undefined
  const last = pieces.findLastIndex(({ kind }) => kind === 'words')
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind !== 'words') continue
    const place = { at, before: before?.text ?? '', isLast: at === last, lateness: at / pieces.length }
    const said = spokenLines(piece, place)
    lines.push(...said.lines)
    statements.push(...said.statements)
    before = piece.speaker === 'assistant' ? piece : before
  }
  return { lines, statements }
}

/** Answers in the middle of a turn are about the work at hand. */
const factsIn = (pieces: readonly Piece[]): readonly string[] =>
  pieces.flatMap((piece) =>
    piece.kind === 'words' && (piece.speaker === 'user' || piece.isFinal)
      ? statedFactsIn(piece.speaker, piece.text).map(({ text }) => text)
      : [],
  )

const pathsIn = (census: Census): readonly string[] =>
  [...census.values()].flatMap(({ name }) => (name.kind === 'file' ? [name.text] : []))

/** The files of the session, changed ones first, relative to their common folder. */
export function filesIn({ listed, root }: Reading): readonly string[] {
  const of = (list: string): readonly string[] =>
    listed
      .filter((one) => one.list === list)
      .map(({ text }) => (text.startsWith(root) ? text.slice(root.length) : text))
  return [...of('Files changed'), ...of('Files seen')].slice(0, MOST_FILES)
}
const MOST_FILES = 50

function memoised(census: Census, pieces: number): Reading['worthOf'] {
  const known = new Map<string, number>()
  return (key) => {
    const entry = census.get(key)
    const worth = known.get(key) ?? (entry ? worthOf(entry, pieces) : 0)
    known.set(key, worth)
    return worth
  }
}

/** Words that occur in several messages have more weight. */
function weightsOf(lines: readonly Line[]): ReadonlyMap<string, number> {
  const messages = new Map<string, { times: number; last: number }>()
  for (const { terms, at } of lines)
    for (const term of terms) {
      const known = messages.get(term)
      if (!known) messages.set(term, { times: 1, last: Math.floor(at) })
      else if (known.last !== Math.floor(at))
        messages.set(term, { times: known.times + 1, last: Math.floor(at) })
    }
  return new Map([...messages].map(([term, { times }]) => [term, TERM * Math.log2(times)]))
}
const TERM = 1.5

/** The parsed summary of older messages: our own summaries by line, others by sentence. */
interface PreviousSummary {
  readonly goal?: string
  /** The folder that the summary's paths are relative to. */
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

/** Lines from the previous summary keep a high value. Otherwise the oldest facts would be the first to be lost. */
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

/** The position of a previous line: before all new lines, in the original order. */
const before = (nth: number): number => nth - 2 * MOST_LINES
