import type { AgentAdapter, ParsedHook } from '../../agent/adapter.ts'
import { type EventDraft, eventDraft, hash16 } from '../../agent/event-draft.ts'
import { fenced, fencedRules } from '../../brief/fence.ts'
import type { RulesText } from '../../brief/rules.ts'
import { checksum } from '../../event/hash.ts'
import type { SessionId } from '../../event/identity.ts'
import { BriefGiven } from '../../event/upkeep.ts'
import { lifePhaseOf, phaseMarker } from '../../session/phase-marker.ts'
import { withholding } from '../memory/withhold.ts'
import type { World } from '../world.ts'
import type { HookReply } from './hook-reply.ts'

/** A brief as it is given. */
export interface Giveable {
  readonly project: { readonly name: string }
  readonly sessions: readonly { readonly session: SessionId }[]
  readonly told: readonly string[]
  readonly text: string
  readonly tokens: number
  readonly rules?: RulesText | undefined
}

export interface Occasion {
  readonly agent: AgentAdapter
  readonly hook: ParsedHook
  readonly own: SessionId
  /** In which share of sessions a rule is not told: `memory.withhold`. */
  readonly withhold: number
  /** It adds to a brief that was given before. */
  readonly isMore?: boolean
}

/** The brief between its fences, with the fact that it was given; undefined where the client would cut it. */
export function givenBrief(
  whole: Giveable,
  { agent, hook, own, withhold, isMore = false }: Occasion,
): HookReply | undefined {
  const { rules, withheld } = withholding(whole.rules, { session: own, share: withhold })
  const brief = { ...whole, rules }
  const boundary = hash16(`${own} ${brief.sessions[0]?.session} ${brief.text.length}`)
  const quoted =
    brief.text &&
    fenced(`${phaseMarker(lifePhaseOf(hook.turn))}\n\n${brief.text}`, {
      project: brief.project.name,
      boundary,
      isMore,
    })
  const text = [brief.rules && fencedRules(brief.rules.text, boundary), quoted].filter(Boolean).join('\n')
  return agent.fits(text) ? { text, drafts: [briefGivenDraft(hook, brief, withheld)] } : undefined
}

function briefGivenDraft(hook: ParsedHook, brief: Giveable, withheld: readonly string[]): EventDraft {
  const occasion = hook.turn?.kind === 'start' ? `${hook.event}:${hook.turn.source}` : hook.event
  return eventDraft(BriefGiven, [occasion, String(checksum(brief.text))], {
    format: 'brief',
    tokens: brief.tokens,
    from: brief.sessions.map(({ session }) => session),
    occasion,
    told: [...brief.told, ...(brief.rules?.told ?? [])],
    ...(withheld.length > 0 && { withheld: [...withheld] }),
  })
}

/** The brief of a place that no session has left anything in. */
export const nothingBut = ({ place }: World): Giveable => ({
  project: place.project,
  sessions: [],
  told: [],
  text: '',
  tokens: 0,
})
