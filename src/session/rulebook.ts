import type { KnownEvent, KnownEventOf } from '../event/catalogue.ts'
import type { Origin } from '../event/fields.ts'
import type { APPROVERS, EFFECTS, RuleScope } from '../event/memory.ts'
import { type Fold, last } from './fold.ts'

/** A user rule: first a proposal, then an approved memory. */
export interface Rule {
  readonly id: string
  readonly text: string
  readonly scope: RuleScope
  readonly state: 'proposed' | 'approved' | 'rejected' | 'superseded'
  readonly origin: Origin
  readonly category?: string
  readonly rationale?: string
  readonly confidence?: number
  /** The source messages, and how often the rule was stated. */
  readonly evidence: readonly string[]
  readonly heard: number
  readonly at: number
  readonly decidedAt?: number
  readonly by?: (typeof APPROVERS)[number]
  readonly supersededBy?: string
  readonly effects: Readonly<Partial<Record<(typeof EFFECTS)[number], number>>>
  /** When the rule was last given to a session, followed or broken. */
  readonly usedAt?: number
}

/** All rules, oldest first. Empty in every session except the rule book. */
export interface Rulebook {
  readonly rules: readonly Rule[]
}

const MAX_EVIDENCE = 20

export const rulebook: Fold<Rulebook> = {
  initial: { rules: [] },
  apply(book, event) {
    if (!event.type.startsWith('memory.')) return book
    if (event.type === 'memory.proposed') return addProposal(book, event)
    const change = changeOf(event)
    if (!change) return book
    return { rules: book.rules.map((rule) => (rule.id === change.memory ? change.of(rule) : rule)) }
  },
}

function addProposal({ rules }: Rulebook, event: KnownEventOf<'memory.proposed'>): Rulebook {
  const known = rules.find(({ id }) => id === event.memory)
  if (known) return { rules: rules.map((rule) => (rule === known ? repeatProposal(rule, event) : rule)) }
  const { memory: id, rule: text, scope, origin, category, rationale, confidence, evidence = [], at } = event
  const rule: Rule = {
    id,
    text,
    scope,
    state: 'proposed',
    origin,
    ...(category && { category }),
    ...(rationale && { rationale }),
    ...(confidence !== undefined && { confidence }),
    evidence: last(evidence, MAX_EVIDENCE),
    heard: Math.max(1, evidence.length),
    at,
    effects: {},
  }
  return { rules: [...rules, rule] }
}

/** A repetition may raise the confidence. It does not change an earlier approval or rejection. */
function repeatProposal(
  rule: Rule,
  { evidence = [], confidence, scope }: KnownEventOf<'memory.proposed'>,
): Rule {
  const fresh = evidence.filter((id) => !rule.evidence.includes(id))
  return {
    ...rule,
    evidence: last([...rule.evidence, ...fresh], MAX_EVIDENCE),
    heard: rule.heard + fresh.length,
    ...(confidence !== undefined && { confidence: Math.max(confidence, rule.confidence ?? 0) }),
    ...(rule.state === 'proposed' && { scope }),
  }
}

interface RuleChange {
  readonly memory: string
  of(rule: Rule): Rule
}

function changeOf(event: KnownEvent): RuleChange | undefined {
  switch (event.type) {
    case 'memory.approved':
      return {
        memory: event.memory,
        of: ({ supersededBy: _, ...rule }) => ({
          ...rule,
          state: 'approved',
          decidedAt: event.at,
          by: event.by,
        }),
      }
    case 'memory.rejected':
      return {
        memory: event.memory,
        of: (rule) => ({ ...rule, state: 'rejected', decidedAt: event.at }),
      }
    case 'memory.edited':
      return {
        memory: event.memory,
        of: (rule) => ({
          ...rule,
          ...(event.rule && { text: event.rule }),
          ...(event.scope && { scope: event.scope }),
        }),
      }
    case 'memory.superseded':
      return {
        memory: event.memory,
        of: (rule) => ({ ...rule, state: 'superseded', decidedAt: event.at, supersededBy: event.by }),
      }
    case 'memory.tried':
      return { memory: event.memory, of: (rule) => afterTrial(rule, event) }
    default:
      return undefined
  }
}

const afterTrial = (rule: Rule, { effect, at }: KnownEventOf<'memory.tried'>): Rule => ({
  ...rule,
  effects: { ...rule.effects, [effect]: (rule.effects[effect] ?? 0) + 1 },
  ...((effect === 'given' || effect === 'used' || effect === 'broken') && {
    usedAt: Math.max(at, rule.usedAt ?? 0),
  }),
})
