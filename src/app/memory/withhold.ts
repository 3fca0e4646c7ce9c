import { hash16 } from '../../agent/event-draft.ts'
import type { RulesText } from '../../brief/rules.ts'
import type { SessionId } from '../../event/identity.ts'

export interface WithheldRules {
  /** What is told all the same. */
  readonly rules?: RulesText
  readonly withheld: readonly string[]
}

/**
 * Leaves out each rule in a share of sessions, by chance that follows from session and rule: the same session is told the
 * same every time, and nobody chooses. What is left out makes no room for others.
 */
export function withhold(
  rules: RulesText | undefined,
  { session, share }: { readonly session: SessionId; readonly share: number },
): WithheldRules {
  if (!rules || share === 0) return { ...(rules && { rules }), withheld: [] }
  const withheld = rules.told.filter((id) => isWithheld(id, session, share))
  const gone = new Set(withheld)
  const told = rules.told.filter((id) => !gone.has(id))
  if (told.length === 0) return { withheld }
  // A rule is a line.
  const lines = rules.text.split('\n').filter((_, at) => !gone.has(rules.told[at] ?? ''))
  return { rules: { ...rules, told, text: lines.join('\n') }, withheld }
}

const isWithheld = (id: string, session: SessionId, share: number): boolean =>
  Number.parseInt(hash16(`withhold ${session} ${id}`).slice(0, 8), 16) / 2 ** 32 < share
