import { hash16 } from '../../agent/event-draft.ts'
import type { RulesText } from '../../brief/rules.ts'
import type { SessionId } from '../../event/identity.ts'

interface WithheldRules {
  /** The rules that remain. */
  readonly rules?: RulesText
  readonly withheld: readonly string[]
}

/**
 * Withholds each rule from a share of sessions to measure its effect. The choice is a hash of session and rule, so that a
 * session always gets the same rules. A withheld rule makes no room for others.
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
  // One line per rule.
  const lines = rules.text.split('\n').filter((_, at) => !gone.has(rules.told[at] ?? ''))
  return { rules: { ...rules, told, text: lines.join('\n') }, withheld }
}

const isWithheld = (id: string, session: SessionId, share: number): boolean =>
  Number.parseInt(hash16(`withhold ${session} ${id}`).slice(0, 8), 16) / 2 ** 32 < share
