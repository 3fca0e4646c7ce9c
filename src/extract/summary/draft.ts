import { type Line, renderLine, SimilarTexts, shortLine } from './line.ts'
import { byFolder, LISTS, type ListItem, type ListName } from './name-lists.ts'
import { namesIn } from './names.ts'
import type { Reading } from './reading.ts'

interface DraftAsk {
  readonly countTokens: (text: string) => number
  readonly noted: readonly string[]
}

/** The maximum share of the budget for lists, for earlier decisions, and for all earlier lines. */
const SHARES = { lists: 0.33, decided: 0.25, earlier: 0.3 } as const
/** Longer goals are truncated. */
const LONGEST_GOAL = 300

/** Fills a summary of about `budget` tokens: earlier lines, then the most valuable lines, then lists of names. */
export function draftSummary(reading: Reading, budget: number, ask: DraftAsk): Draft {
  const goal =
    reading.goal === undefined ? undefined : shortLine(reading.goal, Math.min(LONGEST_GOAL, 2 * budget))
  const room = budget - ask.countTokens(goal ?? '') - HEADS
  const filling = new Filling(reading, ask, goal ?? '')
  const { earlier } = reading
  filling.take(
    earlier.filter(({ tag }) => tag === 'decided'),
    room * SHARES.decided,
  )
  filling.take(earlier, room * SHARES.earlier - filling.cost)
  filling.take([...earlier, ...reading.lines], room * (1 - SHARES.lists) - filling.cost)
  const listed = listedWithin(reading, filling.told, room - filling.cost, ask)
  return { goal, lines: filling.lines, listed, root: reading.root }
}

/** A summary under construction. */
class Filling {
  readonly told = new ChosenLines()
  readonly lines: Line[] = []
  cost = 0
  readonly #taken = new Set<Line>()
  readonly #known: SimilarTexts
  readonly #choice: Omit<ChoiceCriteria, 'budget'>

  constructor(reading: Reading, { noted, countTokens }: DraftAsk, goal: string) {
    this.told.add({ names: namesIn(goal).map(({ key }) => key), terms: [] })
    this.#known = new SimilarTexts([...noted, goal])
    this.#choice = {
      costOf: (line) => countTokens(renderLine(line)) + 1,
      worthOf: reading.worthOf,
      weightOf: reading.weightOf,
    }
  }

  take(lines: readonly Line[], budget: number): void {
    const fresh = lines.filter((line) => !this.#taken.has(line) && !this.#known.hasTerms(line.terms))
    for (const line of choose(fresh, this.told, { ...this.#choice, budget })) {
      this.lines.push(line)
      this.#taken.add(line)
      this.cost += this.#choice.costOf(line)
    }
  }
}
/** Estimated tokens for the list headings. */
const HEADS = 12

/** The maximum number of names, because readers skip longer lists. */
const MOST_NAMES = 60

/** Names that no line mentions, most valuable first. */
function listedWithin(
  { listed, root }: Reading,
  told: ChosenLines,
  room: number,
  { countTokens }: DraftAsk,
): readonly ListItem[] {
  const taken: ListItem[] = []
  const folders = new Set<string>()
  let left = room - countTokens(root)
  let names = 0
  for (const one of listed) {
    if (told.names.has(one.key) || (one.list === 'Names' && names >= MOST_NAMES)) continue
    const shown = one.text.startsWith(root) ? one.text.slice(root.length) : one.text
    const folder = one.list.startsWith('Files') ? shown.slice(0, shown.lastIndexOf('/') + 1) : ''
    const cost = countTokens(folders.has(folder) ? shown.slice(folder.length) : shown) + 1
    if (cost > left) break
    left -= cost
    folders.add(folder)
    if (one.list === 'Names') names += 1
    taken.push(one)
  }
  return taken
}

/** The parts of a summary. */
interface Draft {
  readonly goal?: string | undefined
  readonly lines: readonly Line[]
  readonly listed: readonly ListItem[]
  /** The folder that the paths are relative to. */
  readonly root: string
}

export function renderDraft({ goal, lines, listed, root }: Draft): string {
  const told = [...lines].sort((a, b) => a.at - b.at).map(renderLine)
  const lists = LISTS.flatMap((list) => listOf(list, listed, root))
  const isSeen = root !== '' && listed.some(({ list }) => list.startsWith('Files'))
  const heads = [goal === undefined ? [] : [`Goal: ${goal}`], told, isSeen ? [`Folder: ${root}`] : []]
  return [...heads.flat(), ...lists].join('\n')
}

function listOf(list: ListName, listed: readonly ListItem[], root: string): readonly string[] {
  const own = listed.filter((one) => one.list === list).map(({ text }) => text)
  if (own.length === 0) return []
  return [`${list}: ${list.startsWith('Files') ? byFolder(own, root) : own.join(', ')}`]
}

/** Removes lines until the text fits the budget. The last chosen lines go first, and the goal goes last. */
export function fitDraft(
  draft: Draft,
  ask: { readonly budget: number; countTokens(text: string): number },
): Draft {
  let left = draft
  for (;;) {
    const tokens = ask.countTokens(renderDraft(left))
    if (tokens <= ask.budget) return left
    const over = (tokens - ask.budget) / tokens
    left = smaller(left, over)
    if (left.lines.length + left.listed.length === 0 && left.goal === undefined) return left
  }
}

function smaller(draft: Draft, over: number): Draft {
  const { goal, lines, listed, root } = draft
  if (lines.length + listed.length === 0) return { lines, listed, root }
  const kept = <T>(list: readonly T[]): readonly T[] =>
    list.slice(0, Math.max(0, list.length - Math.max(1, Math.floor(list.length * over))))
  return lines.length > listed.length
    ? { goal, lines: kept(lines), listed, root }
    : { goal, lines, listed: kept(listed), root }
}

interface ChoiceCriteria {
  readonly budget: number
  readonly costOf: (line: Line) => number
  /** The value of a name that has not been mentioned yet. */
  readonly worthOf: (name: string) => number
  /** The value of a word that has not been mentioned yet. */
  readonly weightOf: (term: string) => number
}

/** Tracks mentioned names and words. A name counts once, and repeated words count less. */
class ChosenLines {
  readonly names = new Set<string>()
  readonly terms = new Set<string>()

  add({ names, terms }: Pick<Line, 'names' | 'terms'>): void {
    for (const name of names) this.names.add(name)
    for (const term of terms) this.terms.add(term)
  }

  /** The share of words that are new. */
  novelty({ terms }: Line): number {
    if (terms.length === 0) return 0
    return terms.filter((term) => !this.terms.has(term)).length / terms.length
  }
}

interface Candidate {
  readonly line: Line
  gain: number
}

/** The number of candidates to consider. Candidates that rank lower would not be chosen anyway. */
const MOST_CANDIDATES = 800

/**
 * Chooses the lines with the most new information for their length, given the lines chosen before. Gains never
 * increase, so the top candidate is the best one if its gain is still the same when it is recalculated.
 */
function choose(lines: readonly Line[], told: ChosenLines, choice: ChoiceCriteria): readonly Line[] {
  const { budget, costOf } = choice
  const gainOf = (line: Line): number => gain(line, told, choice)
  const left = lines
    .map((line): Candidate => ({ line, gain: gainOf(line) }))
    .sort((a, b) => b.gain - a.gain || a.line.at - b.line.at)
    .slice(0, MOST_CANDIDATES)
  const taken: Line[] = []
  let room = budget
  for (let best = take(left); best && room > LEAST_ROOM; best = take(left)) {
    const gain = gainOf(best.line)
    if (gain < best.gain) {
      if (gain > LEAST_GAIN) left.push({ line: best.line, gain })
      continue
    }
    const cost = costOf(best.line)
    if (cost > room) continue
    room -= cost
    taken.push(best.line)
    told.add(best.line)
  }
  return taken
}

const LEAST_ROOM = 8
const LEAST_GAIN = 0.0005

function take(left: Candidate[]): Candidate | undefined {
  let best = 0
  for (let at = 1; at < left.length; at += 1) if (isBetter(left[at], left[best])) best = at
  const found = left[best]
  const last = left.pop()
  if (last && found !== last) left[best] = last
  return found
}

function isBetter(one: Candidate | undefined, other: Candidate | undefined): boolean {
  if (!one || !other) return false
  return one.gain > other.gain || (one.gain === other.gain && one.line.at < other.line.at)
}

/** The value of the new information, divided by the cost: the characters of the line plus a fixed amount. */
function gain(line: Line, told: ChosenLines, { worthOf, weightOf }: ChoiceCriteria): number {
  const names = line.names.reduce((sum, name) => sum + (told.names.has(name) ? 0 : worthOf(name)), 0)
  const terms = line.terms.reduce((sum, term) => sum + (told.terms.has(term) ? 0 : weightOf(term)), 0)
  return (line.value * told.novelty(line) + NAMED * names + terms) / (line.text.length + AROUND)
}
/** The weight of a name in a line. It is less than 1, because a list can mention a name at a lower cost. */
const NAMED = 0.7
const AROUND = 30
