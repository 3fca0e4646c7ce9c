import { statementsIn } from '../../src/extract/statements.ts'
import { KINDS, type Kind, type Labelled } from './labels.ts'
import type { Message } from './messages.ts'

/** How one unit was judged: by reading, by the rules, or both. */
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

/** Compares what the rules find in a message with what a reader found. A unit that got another kind counts twice. */
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
