import type { Line } from './line.ts'

export interface Choice {
  readonly budget: number
  readonly costOf: (line: Line) => number
  /** What a name is worth that nothing has told yet. */
  readonly worthOf: (name: string) => number
  /** The same for a plain word. */
  readonly weightOf: (term: string) => number
}

/** What has been told already: a name once is enough, words that come again say less. */
export class Told {
  readonly names = new Set<string>()
  readonly terms = new Set<string>()

  add({ names, terms }: Pick<Line, 'names' | 'terms'>): void {
    for (const name of names) this.names.add(name)
    for (const term of terms) this.terms.add(term)
  }

  /** The share of its words that are new. */
  novelty({ terms }: Line): number {
    if (terms.length === 0) return 0
    return terms.filter((term) => !this.terms.has(term)).length / terms.length
  }
}

interface Candidate {
  readonly line: Line
  gain: number
}

/** More are not looked at: they would not be taken anyway. */
const MOST_CANDIDATES = 800

/**
 * The lines that tell the most for their length, each by what those before it have not told. What a line adds can only
 * become less, so the best by an old figure that still has it is the best.
 */
export function choose(lines: readonly Line[], told: Told, choice: Choice): readonly Line[] {
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

/** For each character, with what every line costs besides its words. */
function gain(line: Line, told: Told, { worthOf, weightOf }: Choice): number {
  const names = line.names.reduce((sum, name) => sum + (told.names.has(name) ? 0 : worthOf(name)), 0)
  const terms = line.terms.reduce((sum, term) => sum + (told.terms.has(term) ? 0 : weightOf(term)), 0)
  return (line.value * told.novelty(line) + NAMED * names + terms) / (line.text.length + AROUND)
}
/** A list tells a name for less. */
const NAMED = 0.7
const AROUND = 30
