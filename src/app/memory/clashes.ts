import { type Conflict, conflictOf } from '../../memory/conflict.ts'
import type { Rule } from '../../session/rulebook.ts'

/** Two rules that do not go together. */
export interface Clash extends Pick<Conflict, 'kind' | 'why' | 'about'> {
  readonly older: Rule
  readonly newer: Rule
}

export function clashOf(older: Rule, newer: Rule): Clash | undefined {
  if (!meet(older, newer)) return undefined
  const found = conflictOf({ rule: older.text, at: older.at }, { rule: newer.text, at: newer.at })
  return found && { kind: found.kind, why: found.why, about: found.about, older, newer }
}

/** What holds for one project does not contradict what holds for another, nor a rule for all: it is nearer. */
const meet = ({ scope: one }: Rule, { scope: other }: Rule): boolean =>
  one.kind === other.kind && one.of === other.of
