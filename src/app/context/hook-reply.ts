import type { AgentAdapter, AgentAnswer, ParsedHook } from '../../agent/adapter.ts'
import { type EventDraft, sessionIdOf } from '../../agent/event-draft.ts'
import type { RulesText } from '../../brief/rules.ts'
import type { SessionId } from '../../event/identity.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import type { World } from '../world.ts'

/** What an agent reads in reply to a hook, and the events that record it. */
export interface HookReply extends Pick<AgentAnswer, 'text' | 'notice' | 'closing'> {
  /** What the text was composed from. */
  readonly composed?: ComposedFrom
  readonly drafts: readonly EventDraft[]
}

interface ComposedFrom {
  readonly sessions: number
  readonly rules: RulesText | undefined
}

/** The hook to reply to. */
export interface HookOccasion {
  readonly agent: AgentAdapter
  readonly hook: ParsedHook
  readonly own: SessionId
  /** The session whose conversation this one was forked from. */
  readonly origin?: Viewed<Session> | undefined
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

/** If hooks are installed twice, by a package and by `leftoff init`, both fire within this time of each other. */
export const SAME_EVENT_MS = 5000
