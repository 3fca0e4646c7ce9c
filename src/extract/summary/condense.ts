import type { StoredMessage } from '../../message/message.ts'
import { drafted } from './draft.ts'
import { earlierOf } from './earlier.ts'
import { decisionsIn, factsIn, tasksIn } from './found.ts'
import { type Loss, lossOf } from './loss.ts'
import { filesIn, readAll } from './reading.ts'
import { fitted, textOfDraft } from './summary.ts'

/** What is noted elsewhere and need not be told again. */
export interface Noted {
  readonly decisions: readonly string[]
  readonly facts: readonly string[]
  readonly tasks: readonly string[]
}

export interface CondenseAsk {
  /** In tokens; the summary is never longer. */
  readonly budget: number
  readonly countTokens: (text: string) => number
  /** The summary of still older messages. */
  readonly previous?: string
  readonly noted?: Noted
}

/** What is left of messages that no longer fit. */
export interface Condensed {
  readonly summary: string
  readonly decisions: readonly string[]
  readonly facts: readonly string[]
  readonly tasks: readonly string[]
  readonly files: readonly string[]
  readonly tokens: number
  readonly dropped: Loss
}

const NOTHING: Noted = { decisions: [], facts: [], tasks: [] }

/** Messages as a summary of chosen sentences, by rules alone: the same messages give the same summary. */
export function condense(messages: readonly StoredMessage[], ask: CondenseAsk): Condensed {
  const { noted = NOTHING } = ask
  const read = readAll(messages, earlierOf(ask.previous))
  const draft = fitted(drafted(read, ask.budget, { ...ask, noted: Object.values(noted).flat() }), ask)
  const summary = textOfDraft(draft)
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
