import type { AgentAdapter, AgentAnswer, ParsedHook } from '../../agent/adapter.ts'
import { type EventDraft, eventDraft, hash16, sessionIdOf } from '../../agent/event-draft.ts'
import { signalCodes, signalLine } from '../../brief/codes.ts'
import { fenced, fencedRules } from '../../brief/fence.ts'
import type { RulesText } from '../../brief/rules.ts'
import { checksum } from '../../event/hash.ts'
import type { SessionId } from '../../event/identity.ts'
import { BriefGiven } from '../../event/upkeep.ts'
import type { Viewed } from '../../log/event-log.ts'
import { lifePhaseOf, phaseMarker, ruleFor } from '../../session/context-phase.ts'
import type { Session } from '../../session/session.ts'
import { withhold } from '../memory/withhold.ts'
import type { World } from '../world.ts'

/** What an agent reads in reply to a hook, and the events that record it. */
export interface HookReply extends Pick<AgentAnswer, 'text' | 'closing'> {
  readonly drafts: readonly EventDraft[]
}

/** The hook to reply to. */
export interface HookOccasion {
  readonly agent: AgentAdapter
  readonly hook: ParsedHook
  readonly own: SessionId
}

/** A brief before it is fenced. */
export interface UnfencedBrief {
  readonly project: { readonly name: string }
  readonly sessions: readonly { readonly session: SessionId }[]
  readonly told: readonly string[]
  readonly text: string
  readonly tokens: number
  readonly rules?: RulesText | undefined
}

interface ReplyOptions {
  /** Maximum tokens if the context is empty. */
  readonly maxTokens: number
  /** Share of sessions that do not get a rule: `memory.withhold`. */
  readonly withholdShare: number
  /** Composes the brief within a budget; undefined if there is nothing to report. */
  compose(budget: number): Promise<UnfencedBrief | undefined>
  /** The reader's own session, if it has events already. */
  readonly seen?: Viewed<Session> | undefined
  /** Whether it adds to an earlier brief. */
  readonly isMore?: boolean
}

/** A brief as large as the client accepts. If the context is nearly full, only the goal, blockers and next steps. */
export async function replyWithin(
  occasion: HookOccasion,
  options: ReplyOptions,
): Promise<HookReply | undefined> {
  const { maxTokens, compose, seen } = options
  const { manner, share } = ruleFor(seen?.view.carry.usage)
  if (seen && (manner === 'signals' || manner === 'line')) {
    const text = manner === 'signals' ? signalCodes(seen.view) : signalLine(seen.view)
    return text ? { text: fencedSignals(text, occasion.hook, seen), drafts: [] } : undefined
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

const fencedSignals = (text: string, hook: ParsedHook, seen: Viewed<Session>): string =>
  fenced(`${phaseMarker(lifePhaseOf(hook.turn))}\n\n${text}`, {
    project: seen.view.identity.project.name,
    boundary: hash16(`${seen.session} ${seen.seq}`),
  })

/** The fenced brief and the event that records it; undefined if the client would truncate it. */
function fencedBrief(
  whole: UnfencedBrief,
  { agent, hook, own }: HookOccasion,
  { withholdShare, isMore = false }: Pick<ReplyOptions, 'withholdShare' | 'isMore'>,
): HookReply | undefined {
  const { rules, withheld } = withhold(whole.rules, { session: own, share: withholdShare })
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

/** The session that this hook belongs to, with the context usage that the hook reports. */
export async function ownSession(
  world: World,
  agent: AgentAdapter,
  { session, usage }: ParsedHook,
): Promise<Viewed<Session> | undefined> {
  const seen = await world.log.view(sessionIdOf(agent.name, session))
  if (!seen || !usage) return seen
  return { ...seen, view: { ...seen.view, carry: { ...seen.view.carry, usage: { at: 0, ...usage } } } }
}

/** The text of the first draft: the prompt in a prompt hook, the answer in a stop hook. */
export function textOf({ drafts }: ParsedHook): string | undefined {
  const text = drafts[0]?.data.text
  return typeof text === 'string' ? text : undefined
}
