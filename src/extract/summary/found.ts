import { LIKELY_WEIGHT, type Statement } from '../statement.ts'
import type { Line } from './line.ts'
import { distinct, Sayings } from './same.ts'

const MOST = 20

/** What was decided, the surest of it, in order. */
export function decisionsIn(statements: readonly Statement[], noted: readonly string[]): readonly string[] {
  const made = statements.filter(({ kind, weight }) => kind === 'decision' && weight >= LIKELY_WEIGHT)
  const sure = [...made].sort((a, b) => weightOf(b) - weightOf(a)).slice(0, 4 * MOST)
  return distinct(inOrder(made, sure).map(textOf), noted).slice(-MOST)
}

/** The user decides; an agent proposes. */
const weightOf = ({ speaker, weight }: Statement): number => weight + (speaker === 'user' ? 1 : 0)
const textOf = ({ text, why }: Statement): string => (why === undefined ? text : `${text} (${why})`)
const inOrder = <T>(all: readonly T[], some: readonly T[]): readonly T[] => {
  const chosen = new Set(some)
  return all.filter((one) => chosen.has(one))
}

/** What is still to be done: announced, and neither done nor resolved by anything said later. */
export function tasksIn(statements: readonly Statement[], noted: readonly string[]): readonly string[] {
  const open: string[] = []
  const settled: string[] = []
  const later = new Sayings()
  for (const { kind, text, weight } of [...statements].reverse()) {
    if ((kind === 'done' || kind === 'resolved') && settled.push(text) <= SEEN) later.add(text)
    if (kind === 'next' && weight >= LIKELY_WEIGHT && open.length < MOST && !later.has(text)) open.push(text)
  }
  return distinct(open.reverse(), noted)
}
const SEEN = 60

/** What was found out: the told lines that say how something is or why. */
export function factsIn(lines: readonly Line[], noted: readonly string[]): readonly string[] {
  const told = lines.filter(({ tag, text, names }) => isFound(tag) && names.length > 0 && TELLS.test(text))
  return distinct(
    [...told].sort((a, b) => a.at - b.at).map(({ text }) => text),
    noted,
  ).slice(0, MOST / 2)
}
const isFound = (tag: string): boolean => tag === 'found' || tag === 'problem' || tag === 'done'
const TELLS =
  /\b(?:because|cause[ds]?|root|reason|turns out|requires?|only|depends|uses|stored|lives|defaults?|instead|since|actually|means)\b/i
