import type { StoredMessage } from '../../message/message.ts'
import { LIKELY_WEIGHT, type Statement } from '../statement.ts'
import { draftSummary, fitDraft, renderDraft } from './draft.ts'
import { distinctTexts, type Line, SimilarTexts } from './line.ts'
import { type Loss, lossOf } from './loss.ts'
import { readPreviousSummary } from './previous-summary.ts'
import { filesIn, readMessages } from './reading.ts'

/** Items noted elsewhere, which the summary leaves out. */
interface Noted {
  readonly decisions: readonly string[]
  readonly facts: readonly string[]
  readonly tasks: readonly string[]
}

export interface CondenseAsk {
  /** In tokens; an upper limit. */
  readonly budget: number
  readonly countTokens: (text: string) => number
  /** The summary of still older messages. */
  readonly previous?: string
  readonly noted?: Noted
}

/** The summary of messages that no longer fit. */
export interface CondensedMessages {
  readonly summary: string
  readonly decisions: readonly string[]
  readonly facts: readonly string[]
  readonly tasks: readonly string[]
  readonly files: readonly string[]
  readonly tokens: number
  readonly dropped: Loss
}

const NOTHING: Noted = { decisions: [], facts: [], tasks: [] }

/** Summarizes messages by choosing sentences. Deterministic, without a model. */
export function condenseMessages(messages: readonly StoredMessage[], ask: CondenseAsk): CondensedMessages {
  const { noted = NOTHING } = ask
  const read = readMessages(messages, readPreviousSummary(ask.previous))
  const draft = fitDraft(draftSummary(read, ask.budget, { ...ask, noted: Object.values(noted).flat() }), ask)
  const summary = renderDraft(draft)
  const decisions = decisionsIn(read.statements, noted.decisions)
  return {
    summary,
    decisions,
    facts: factsIn(draft.lines, noted.facts),
    tasks: tasksIn(read.statements, noted.tasks),
    files: filesIn(read),
    tokens: ask.countTokens(summary),
    dropped: lossOf(summary, { messages, census: read.census, decisions, failures: read.failures }),
  }
}

const MOST = 20

/** The most certain decisions, in order. */
function decisionsIn(statements: readonly Statement[], noted: readonly string[]): readonly string[] {
  const made = statements.filter(({ kind, weight }) => kind === 'decision' && weight >= LIKELY_WEIGHT)
  const sure = [...made].sort((a, b) => weightOf(b) - weightOf(a)).slice(0, 4 * MOST)
  return distinctTexts(inOrder(made, sure).map(textOf), noted).slice(-MOST)
}

/** The user decides; an agent proposes. */
const weightOf = ({ speaker, weight }: Statement): number => weight + (speaker === 'user' ? 1 : 0)
const textOf = ({ text, why }: Statement): string => (why === undefined ? text : `${text} (${why})`)
const inOrder = <T>(all: readonly T[], some: readonly T[]): readonly T[] => {
  const chosen = new Set(some)
  return all.filter((one) => chosen.has(one))
}

/** Open tasks: announced, and not done or resolved later. */
function tasksIn(statements: readonly Statement[], noted: readonly string[]): readonly string[] {
  const open: string[] = []
  const settled: string[] = []
  const later = new SimilarTexts()
  for (const { kind, text, weight } of [...statements].reverse()) {
    if ((kind === 'done' || kind === 'resolved') && settled.push(text) <= SEEN) later.add(text)
    if (kind === 'next' && weight >= LIKELY_WEIGHT && open.length < MOST && !later.has(text)) open.push(text)
  }
  return distinctTexts(open.reverse(), noted)
}
const SEEN = 60

/** Facts: chosen lines that state how something is or why. */
function factsIn(lines: readonly Line[], noted: readonly string[]): readonly string[] {
  const told = lines.filter(({ tag, text, names }) => isFound(tag) && names.length > 0 && TELLS.test(text))
  return distinctTexts(
    [...told].sort((a, b) => a.at - b.at).map(({ text }) => text),
    noted,
  ).slice(0, MOST / 2)
}
const isFound = (tag: string): boolean => tag === 'found' || tag === 'problem' || tag === 'done'
const TELLS =
  /\b(?:because|cause[ds]?|root|reason|turns out|requires?|only|depends|uses|stored|lives|defaults?|instead|since|actually|means)\b/i
