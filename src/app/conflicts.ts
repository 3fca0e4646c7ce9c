import type { Rule } from '../fold/rulebook.ts'
import { type Conflict, conflictOf } from '../learn/conflict.ts'
import { rulesOf, supersede } from './rules.ts'
import type { World } from './world.ts'

/** Two rules that do not go together. */
export interface Clash extends Pick<Conflict, 'kind' | 'why' | 'about'> {
  readonly older: Rule
  readonly newer: Rule
}

/** All of them, among what holds and what is suggested. */
export async function conflicts(world: World): Promise<readonly Clash[]> {
  const rules = (await rulesOf(world)).filter(({ state }) => state === 'approved' || state === 'proposed')
  return rules.flatMap((rule, at) => rules.slice(at + 1).flatMap((other) => clashOf(rule, other) ?? []))
}

/**
 * The newer explicit word wins: whatever a rule that was just approved contradicts, repeats or includes is replaced by
 * it. Approving the older one again takes that back.
 */
export async function settleConflicts(world: World, id: string): Promise<readonly Clash[]> {
  const rules = (await rulesOf(world)).filter(({ state }) => state === 'approved')
  const newer = rules.find((rule) => rule.id === id)
  if (!newer) return []
  const found = rules.flatMap((older) => (older.id === id ? [] : (clashOf(older, newer) ?? [])))
  for (const { older } of found) await supersede(world, older.id, id)
  return found
}

function clashOf(older: Rule, newer: Rule): Clash | undefined {
  if (!meet(older, newer)) return undefined
  const found = conflictOf({ rule: older.text, at: older.at }, { rule: newer.text, at: newer.at })
  return found && { kind: found.kind, why: found.why, about: found.about, older, newer }
}

/** What holds for one project does not contradict what holds for another, nor a rule for all: it is nearer. */
const meet = ({ scope: one }: Rule, { scope: other }: Rule): boolean =>
  one.kind === other.kind && one.of === other.of
