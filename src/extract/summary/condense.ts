import type { StoredMessage } from '../../message/message.ts'
import type { Statement } from '../statement.ts'
import { draftSummary, fitDraft, renderDraft } from './draft.ts'
import { distinctTexts, type Line, SimilarTexts } from './line.ts'
import { type Census, namesIn } from './names.ts'
import { filesIn, readMessages, readPreviousSummary } from './reading.ts'
import type { FailedCall } from './tool-lines.ts'

/** Items noted elsewhere, which the summary leaves out. */
interface Noted {
  readonly decisions: readonly string[]
  readonly facts: readonly string[]
  readonly tasks: readonly string[]
}

export interface CondenseAsk {
  /** The maximum number of tokens. */
  readonly budget: number
  readonly countTokens: (text: string) => number
  /** The summary of even older messages. */
  readonly previous?: string
  readonly noted?: Noted
}

/** The summary of messages that no longer fit into the context. */
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
    facts: factsIn({ stated: read.facts, lines: draft.lines }, noted.facts),
    tasks: tasksIn(read.statements, noted.tasks),
    files: filesIn(read),
    tokens: ask.countTokens(summary),
    dropped: lossOf(summary, { messages, census: read.census, decisions, failures: read.failures }),
  }
}

const MOST = 20

/** The decisions in order. If there are too many, decisions of the user are preferred. */
function decisionsIn(statements: readonly Statement[], noted: readonly string[]): readonly string[] {
  const made = statements.filter(({ kind }) => kind === 'decision')
  const sure = [...made].sort((a, b) => rankOf(b) - rankOf(a)).slice(0, 4 * MOST)
  return distinctTexts(inOrder(made, sure).map(textOf), noted).slice(-MOST)
}

/** Decisions of the user rank higher than decisions of an agent. */
const rankOf = ({ speaker }: Statement): number => (speaker === 'user' ? 1 : 0)
const textOf = ({ text, why }: Statement): string => (why === undefined ? text : `${text} (${why})`)
const inOrder = <T>(all: readonly T[], some: readonly T[]): readonly T[] => {
  const chosen = new Set(some)
  return all.filter((one) => chosen.has(one))
}

/** Open tasks: next steps that were not done or resolved later. */
function tasksIn(statements: readonly Statement[], noted: readonly string[]): readonly string[] {
  const open: string[] = []
  const settled: string[] = []
  const later = new SimilarTexts()
  for (const { kind, text } of [...statements].reverse()) {
    if ((kind === 'done' || kind === 'resolved') && settled.push(text) <= SEEN) later.add(text)
    if (kind === 'next' && open.length < MOST && !later.has(text)) open.push(text)
  }
  return distinctTexts(open.reverse(), noted)
}
const SEEN = 60

interface FactSources {
  /** Sentences that state a path, version, name or figure. */
  readonly stated: readonly string[]
  readonly lines: readonly Line[]
}

/** The newest stated facts, and the chosen lines that state how the software works, or why. */
function factsIn({ stated, lines }: FactSources, noted: readonly string[]): readonly string[] {
  const told = lines.filter(({ tag, text, names }) => isFound(tag) && names.length > 0 && TELLS.test(text))
  const sure = distinctTexts(stated, noted).slice(-MOST)
  const others = distinctTexts(
    [...told].sort((a, b) => a.at - b.at).map(({ text }) => text),
    [...noted, ...sure],
  )
  return [...sure, ...others.slice(0, MOST / 2)]
}
const isFound = (tag: string): boolean => tag === 'found' || tag === 'problem' || tag === 'done'
const TELLS =
  /\b(?:because|cause[ds]?|root|reason|turns out|requires?|only|depends|uses|stored|lives|defaults?|instead|since|actually|means)\b/i

/** How many items of one kind the summary omits, and the first of these items. */
interface Missing {
  readonly count: number
  readonly some: readonly string[]
}

/** Information from the replaced messages that the summary omits. */
interface Loss {
  readonly messages: number
  readonly prompts: number
  readonly toolResults: number
  readonly files: Missing
  readonly names: Missing
  readonly decisions: Missing
  readonly errors: Missing
}

interface Condensed {
  readonly messages: readonly StoredMessage[]
  readonly census: Census
  readonly decisions: readonly string[]
  readonly failures: readonly FailedCall[]
}

function lossOf(summary: string, { messages, census, decisions, failures }: Condensed): Loss {
  const told = new Set(namesIn(summary).map(({ key }) => key))
  const missing = [...census.values()].filter(({ name }) => !told.has(name.key))
  const named = (kind: string): Missing =>
    missingOf(missing.flatMap(({ name }) => (name.kind === kind ? [name.text] : [])))
  const count = (role: string): number => messages.filter(({ message }) => message.role === role).length
  const says = new SimilarTexts(summary.split('\n'))
  return {
    messages: messages.length,
    prompts: count('user'),
    toolResults: resultsIn(messages),
    files: named('file'),
    names: named('name'),
    decisions: missingOf(decisions.filter((one) => !says.has(one))),
    errors: missingOf(failures.map(({ said }) => said).filter((said) => said !== '' && !says.has(said))),
  }
}

const missingOf = (all: readonly string[]): Missing => ({ count: all.length, some: all.slice(0, MOST) })

const resultsIn = (messages: readonly StoredMessage[]): number =>
  messages.reduce((sum, { message }) => sum + (message.role === 'tool' ? message.content.length : 0), 0)
