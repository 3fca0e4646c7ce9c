import { type Choice, choose, Told } from './choose.ts'
import { type Line, short, written } from './line.ts'
import type { Listed } from './listed.ts'
import { namesIn } from './names.ts'
import type { Reading } from './reading.ts'
import { Sayings } from './same.ts'
import type { Draft } from './summary.ts'

export interface DraftAsk {
  readonly countTokens: (text: string) => number
  readonly noted: readonly string[]
}

/** How much of a summary the lists may take; how much is kept for what was decided before, and for all told before. */
const SHARES = { lists: 0.33, decided: 0.25, earlier: 0.3 } as const
/** A goal that takes more is cut. */
const LONGEST_GOAL = 300

/** A summary of about this length: first what was told before, then what tells the most, then names in lists. */
export function drafted(reading: Reading, budget: number, ask: DraftAsk): Draft {
  const goal =
    reading.goal === undefined ? undefined : short(reading.goal, Math.min(LONGEST_GOAL, 2 * budget))
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

/** A summary while it fills. */
class Filling {
  readonly told = new Told()
  readonly lines: Line[] = []
  cost = 0
  readonly #taken = new Set<Line>()
  readonly #known: Sayings
  readonly #choice: Omit<Choice, 'budget'>

  constructor(reading: Reading, { noted, countTokens }: DraftAsk, goal: string) {
    this.told.add({ names: namesIn(goal).map(({ key }) => key), terms: [] })
    this.#known = new Sayings([...noted, goal])
    this.#choice = {
      costOf: (line) => countTokens(written(line)) + 1,
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
/** The words before the lists. */
const HEADS = 12

/** More of them nobody reads. */
const MOST_NAMES = 60

/** What no line has named, the worthiest first. */
function listedWithin(
  { listed, root }: Reading,
  told: Told,
  room: number,
  { countTokens }: DraftAsk,
): readonly Listed[] {
  const taken: Listed[] = []
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
