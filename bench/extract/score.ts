import { statementsIn } from '../../src/extract/statements.ts'
import { keywordsOf } from '../../src/text/words.ts'
import { KINDS, type Kind, type Labelled } from './labels.ts'
import type { Message } from './messages.ts'

/** The kind of one unit according to the reader, the rules, or both. */
export interface Judged {
  readonly at: number
  readonly kind: Kind
  readonly is: 'hit' | 'false alarm' | 'missed'
}

export interface Scored {
  readonly labelled: Labelled
  readonly message: Message
  readonly judged: readonly Judged[]
}

/** Compares the rules with a reader on one message. A unit with the wrong kind counts twice. */
export function scored(
  labelled: Labelled,
  message: Message,
  { before, least = 0 }: { readonly before: string | undefined; readonly least?: number },
): Scored {
  const { speaker, text, isFinal, isFirst, isLast } = message
  const found = statementsIn({ speaker, text, isFinal, isFirst, isLast, ...(before && { before }) }).filter(
    ({ weight }) => weight >= least,
  )
  const key = (at: number, kind: string) => `${at} ${kind}`
  const given = new Set(labelled.labels.map(([at, , kind]) => key(at, kind)))
  const alarms = found.flatMap(({ at, kind }): Judged[] =>
    isScored(kind) ? [{ at, kind, is: given.delete(key(at, kind)) ? 'hit' : 'false alarm' }] : [],
  )
  const missed = labelled.labels.flatMap(([at, , kind]): Judged[] =>
    given.has(key(at, kind)) ? [{ at, kind, is: 'missed' }] : [],
  )
  return { labelled, message, judged: [...alarms, ...missed] }
}

const isScored = (kind: string): kind is Kind => KINDS.some((known) => known === kind)

export interface Figures {
  readonly given: number
  readonly found: number
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

export function figuresOf(all: readonly Scored[], kind: Kind): Figures {
  const judged = all.flatMap((one) => one.judged.filter((unit) => unit.kind === kind))
  const count = (is: Judged['is']) => judged.filter((unit) => unit.is === is).length
  const hits = count('hit')
  const found = hits + count('false alarm')
  const given = hits + count('missed')
  const share = (of: number) => (of === 0 ? Number.NaN : hits / of)
  return {
    given,
    found,
    precision: share(found),
    recall: share(given),
    f1: given + found === 0 ? Number.NaN : (2 * hits) / (given + found),
  }
}

interface Summary {
  readonly session_id: string
  readonly summary: { readonly open_items?: readonly string[] }
}

/** Share of an open item's words that one statement must contain. */
const ENOUGH = 0.4

/**
 * A weak external check: the share of open items, as written by another tool's model, whose words are in one of our
 * statements. Items that the model inferred from unstated facts cannot be found.
 */
export function coverage(json: string, sessions: readonly (readonly Message[])[]): string {
  const summaries: readonly Summary[] = JSON.parse(json)
  const items = summaries.flatMap(({ session_id, summary }) => {
    const session = sessions.find(([first]) => first?.file.includes(session_id.slice(0, 8)))
    const ours = session?.flatMap(statedIn) ?? []
    return session ? (summary.open_items ?? []).map((item) => isCovered(item, ours)) : []
  })
  const covered = items.filter(Boolean).length
  return `open items of another tool whose words we hold: ${covered} of ${items.length}`
}

const statedIn = (message: Message): readonly ReadonlySet<string>[] =>
  statementsIn(message)
    .filter(({ kind }) => kind === 'next' || kind === 'blocker' || kind === 'question' || kind === 'decision')
    .map(({ text, why }) => new Set(keywordsOf(`${text} ${why ?? ''}`)))

function isCovered(item: string, ours: readonly ReadonlySet<string>[]): boolean {
  const words = keywordsOf(item)
  return ours.some((said) => words.filter((word) => said.has(word)).length >= words.length * ENOUGH)
}
