import { statementsIn } from '../../src/extract/statements.ts'
import { wordsIn } from '../../src/text/words.ts'
import { KINDS, type LabelKind, type LabelledMessage } from './labels.ts'
import type { SampleMessage } from './messages.ts'

/** Whether the reader, the rules, or both assigned this kind to the unit. */
interface UnitVerdict {
  readonly at: number
  readonly kind: LabelKind
  readonly is: 'hit' | 'false alarm' | 'missed'
}

export interface ScoredMessage {
  readonly labelled: LabelledMessage
  readonly message: SampleMessage
  readonly verdicts: readonly UnitVerdict[]
}

/** Compares the rules with a reader on one message. A wrong kind is both a miss and a false alarm. */
export function scored(
  labelled: LabelledMessage,
  message: SampleMessage,
  { before }: { readonly before: string | undefined },
): ScoredMessage {
  const { speaker, text, isFinal, isFirst } = message
  const found = statementsIn({ speaker, text, isFinal, isFirst, ...(before && { before }) })
  const key = (at: number, kind: string) => `${at} ${kind}`
  const labels = new Set(labelled.labels.map(([at, , kind]) => key(at, kind)))
  const alarms = found.flatMap(({ at, kind }): UnitVerdict[] =>
    isScored(kind) ? [{ at, kind, is: labels.delete(key(at, kind)) ? 'hit' : 'false alarm' }] : [],
  )
  const missed = labelled.labels.flatMap(([at, , kind]): UnitVerdict[] =>
    labels.has(key(at, kind)) ? [{ at, kind, is: 'missed' }] : [],
  )
  return { labelled, message, verdicts: [...alarms, ...missed] }
}

const isScored = (kind: string): kind is LabelKind => KINDS.some((known) => known === kind)

export interface ExtractFigures {
  readonly expected: number
  readonly found: number
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

export function figuresOf(all: readonly ScoredMessage[], kind: LabelKind): ExtractFigures {
  const verdicts = all.flatMap((one) => one.verdicts.filter((unit) => unit.kind === kind))
  const count = (is: UnitVerdict['is']) => verdicts.filter((unit) => unit.is === is).length
  const hits = count('hit')
  const found = hits + count('false alarm')
  const expected = hits + count('missed')
  const share = (of: number) => (of === 0 ? Number.NaN : hits / of)
  return {
    expected,
    found,
    precision: share(found),
    recall: share(expected),
    f1: expected + found === 0 ? Number.NaN : (2 * hits) / (expected + found),
  }
}

interface OpenItems {
  readonly session_id: string
  readonly summary: { readonly open_items?: readonly string[] }
}

/** Share of an open item's words that one statement must contain. */
const ENOUGH = 0.4

/**
 * A weak external check: another tool's model wrote lists of open items, and this counts the items whose
 * words are in one of our statements. Items that the model inferred, and that no message states, cannot be
 * found.
 */
export function coverage(json: string, sessions: readonly (readonly SampleMessage[])[]): string {
  const summaries: readonly OpenItems[] = JSON.parse(json)
  const items = summaries.flatMap(({ session_id, summary }) => {
    const session = sessions.find(([first]) => first?.file.includes(session_id.slice(0, 8)))
    const ours = session?.flatMap(statedIn) ?? []
    return session ? (summary.open_items ?? []).map((item) => isCovered(item, ours)) : []
  })
  const covered = items.filter(Boolean).length
  return `open items of another tool whose words are in our statements: ${covered} of ${items.length}`
}

const statedIn = (message: SampleMessage): readonly ReadonlySet<string>[] =>
  statementsIn(message)
    .filter(({ kind }) => kind === 'next' || kind === 'blocker' || kind === 'question' || kind === 'decision')
    .map(({ text, why }) => new Set(wordsIn(`${text} ${why ?? ''}`)))

function isCovered(item: string, ours: readonly ReadonlySet<string>[]): boolean {
  const words = wordsIn(item)
  return ours.some((statement) => words.filter((word) => statement.has(word)).length >= words.length * ENOUGH)
}
