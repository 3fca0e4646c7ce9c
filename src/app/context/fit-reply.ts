import type { ParsedHook } from '../../agent/adapter.ts'
import { type EventDraft, eventDraft, hash16 } from '../../agent/event-draft.ts'
import { signalCodes, signalLine } from '../../brief/codes.ts'
import { fenced, fencedRules } from '../../brief/fence.ts'
import { type RulesText, rulesWithNotices } from '../../brief/rules.ts'
import { checksum } from '../../event/hash.ts'
import type { SessionId } from '../../event/identity.ts'
import { BriefGiven } from '../../event/upkeep.ts'
import type { Viewed } from '../../log/event-log.ts'
import { type LifePhase, lifePhaseOf, phaseMarker, ruleFor } from '../../session/context-phase.ts'
import type { Session } from '../../session/session.ts'
import type { HookOccasion, HookReply } from './hook-reply.ts'

/** A brief before it is fenced. */
export interface UnfencedBrief {
  readonly project: { readonly name: string }
  readonly sessions: readonly { readonly session: SessionId }[]
  readonly told: readonly string[]
  /** The lines of the brief, each with the session that it comes from. */
  readonly lines?: readonly { readonly claim: { readonly session: SessionId } }[]
  readonly text: string
  readonly tokens: number
  readonly rules?: RulesText | undefined
}

interface ReplyOptions {
  /** Maximum number of tokens if the context is empty. */
  readonly maxTokens: number
  /** Share of sessions that do not get a rule: `memory.withhold`. */
  readonly withholdShare: number
  /** Composes the brief within a budget; undefined if there is nothing to report. */
  compose(budget: number): Promise<UnfencedBrief | undefined>
  /** The reader's own session, if it has events already. */
  readonly seen?: Viewed<Session> | undefined
  /** Whether this brief adds to an earlier one. */
  readonly isMore?: boolean
}

/** A brief as large as the client accepts. If the context is nearly full, it has only the goal and open items. */
export async function replyWithin(
  occasion: HookOccasion,
  options: ReplyOptions,
): Promise<HookReply | undefined> {
  const { maxTokens, compose, seen } = options
  const { manner, share } = ruleFor(seen?.view.carry.usage)
  if (seen && (manner === 'signals' || manner === 'line')) {
    const text = manner === 'signals' ? signalCodes(seen.view) : signalLine(seen.view)
    return text ? { text: fencedSignals(text, occasion, seen), drafts: [] } : undefined
  }
  const whole = maxTokens * share
  for (const budget of [whole, whole / 2, whole / 4].map(Math.floor)) {
    const brief = await compose(budget)
    if (!brief) return undefined
    const reply = fencedBrief(brief, occasion, options)
    if (reply) return reply
  }
  return undefined
}

/**
 * If a client gets its briefs at prompts, it gets the first brief after a start or a compaction at the next
 * prompt.
 */
export function lifePhaseAt({ agent, hook }: HookOccasion, view: Session | undefined): LifePhase {
  if (hook.turn?.kind !== 'prompt' || !agent.isBriefedAtPrompt) return lifePhaseOf(hook.turn)
  const { compactingAt = 0, briefedAt = 0 } = view?.memory ?? {}
  const runSince = view?.life.runSince ?? 0
  if (compactingAt > Math.max(briefedAt, runSince)) return 'POST_COMPACT'
  return briefedAt > runSince ? 'SESSION_RUNNING' : 'SESSION_START'
}

const fencedSignals = (text: string, occasion: HookOccasion, seen: Viewed<Session>): string =>
  fenced(`${phaseMarker(lifePhaseAt(occasion, seen.view))}\n\n${text}`, {
    project: seen.view.identity.project.name,
    boundary: hash16(`${seen.session} ${seen.seq}`),
  })

/** The fenced brief and the event that records it; undefined if the client would truncate it. */
function fencedBrief(
  whole: UnfencedBrief,
  occasion: HookOccasion,
  { withholdShare, isMore = false, seen }: Pick<ReplyOptions, 'withholdShare' | 'isMore' | 'seen'>,
): HookReply | undefined {
  const { agent, hook, own } = occasion
  const { rules, withheld } = withhold(whole.rules, { session: own, share: withholdShare })
  const brief = { ...whole, rules }
  const boundary = hash16(`${own} ${brief.sessions[0]?.session} ${brief.text.length}`)
  const quoted =
    brief.text &&
    fenced(`${phaseMarker(lifePhaseAt(occasion, seen?.view))}\n\n${brief.text}`, {
      project: brief.project.name,
      boundary,
      isMore,
    })
  const text = [brief.rules && fencedRules(rulesWithNotices(brief.rules), boundary), quoted]
    .filter(Boolean)
    .join('\n')
  if (!agent.fits(text)) return undefined
  const composed = { sessions: new Set(brief.lines?.map(({ claim }) => claim.session)).size, rules }
  return { text, composed, drafts: [briefGivenDraft(hook, brief, withheld)] }
}

function briefGivenDraft(hook: ParsedHook, brief: UnfencedBrief, withheld: readonly string[]): EventDraft {
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

interface WithheldRules {
  /** The rules that are not withheld. */
  readonly rules?: RulesText
  readonly withheld: readonly string[]
}

/**
 * Withholds each rule from a share of sessions to measure its effect. A hash of session and rule decides, so a
 * session always gets the same rules. No other rule takes the place of a withheld one.
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
  const notices = rules.notices.filter(({ rule }) => !gone.has(rule))
  return { rules: { ...rules, told, text: lines.join('\n'), notices }, withheld }
}

const isWithheld = (id: string, session: SessionId, share: number): boolean =>
  Number.parseInt(hash16(`withhold ${session} ${id}`).slice(0, 8), 16) / 2 ** 32 < share
