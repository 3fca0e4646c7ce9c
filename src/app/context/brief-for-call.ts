import type { AgentAdapter, ParsedHook } from '../../agent/adapter.ts'
import { hash16 } from '../../agent/event-draft.ts'
import { signalCodes, signalLine } from '../../brief/codes.ts'
import { fenced } from '../../brief/fence.ts'
import type { SessionId } from '../../event/identity.ts'
import type { Viewed } from '../../log/event-log.ts'
import { ruleFor } from '../../session/context-phase.ts'
import { lifePhaseOf, phaseMarker } from '../../session/phase-marker.ts'
import type { Session } from '../../session/session.ts'
import type { HookReply } from './hook-reply.ts'
import { type Giveable, givenBrief } from './reply-with-brief.ts'

/** Who is told something, by which client, and on what occasion. */
export interface Moment {
  readonly agent: AgentAdapter
  readonly hook: ParsedHook
  readonly own: SessionId
}

export interface ToldAsk {
  /** The most tokens that it may take. */
  readonly most: number
  /** In which share of sessions a rule is not told. */
  readonly withhold: number
  /** The brief within so many tokens; undefined where there is nothing to say. */
  give(budget: number): Promise<Giveable | undefined>
  /** The session as it stands, where it is told of itself, or in the middle of it. */
  readonly seen?: Viewed<Session> | undefined
  /** It adds to a brief that was given before. */
  readonly isMore?: boolean
}

/** A brief as large as the client takes; where its context is nearly full, a few words of what must not be forgotten. */
export async function told(
  { agent, hook, own }: Moment,
  { most, withhold, give, seen, isMore = false }: ToldAsk,
): Promise<HookReply | undefined> {
  const { manner, share } = ruleFor(seen?.view.carry.usage)
  if (seen && (manner === 'signals' || manner === 'line')) {
    const text = manner === 'signals' ? signalCodes(seen.view) : signalLine(seen.view)
    return text ? { text: worded(text, { hook, seen }), drafts: [] } : undefined
  }
  const whole = most * share
  for (const budget of [whole, whole / 2, whole / 4].map(Math.floor)) {
    const brief = await give(budget)
    if (!brief) return undefined
    const given = givenBrief(brief, { agent, hook, own, withhold, isMore })
    if (given) return given
  }
  return undefined
}

const worded = (
  text: string,
  { hook, seen }: { readonly hook: ParsedHook; readonly seen: Viewed<Session> },
): string =>
  fenced(`${phaseMarker(lifePhaseOf(hook.turn))}\n\n${text}`, {
    project: seen.view.identity.project.name,
    boundary: hash16(`${seen.session} ${seen.seq}`),
  })
