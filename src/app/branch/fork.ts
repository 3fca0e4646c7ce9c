import type { AgentAdapter, ForkOrigin, ParsedHook } from '../../agent/adapter.ts'
import { type EventDraft, eventDraft, sessionIdOf } from '../../agent/event-draft.ts'
import { derivedId } from '../../event/identity.ts'
import { SessionBranched } from '../../event/session.ts'
import { PromptSubmitted } from '../../event/turn.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { headOf } from '../transcript/import-transcript.ts'
import type { World } from '../world.ts'
import { inheritedFrom } from './branch.ts'

export interface FoundOrigin {
  readonly seen: Viewed<Session>
  /** Records that the fork is a branch of this session. */
  readonly draft: EventDraft
}

const MAX_CANDIDATES = 20

/**
 * The session that a client forked. Its id is in the transcript of the fork, or is determined from the
 * prompts that the transcript copied or from the time of the last answer. Undefined if none of these is
 * certain.
 */
export async function findOrigin(
  world: World,
  agent: AgentAdapter,
  hook: ParsedHook,
): Promise<FoundOrigin | undefined> {
  const seen = await originOf(world, agent, hook)
  if (!seen) return undefined
  const { session, seq, view } = seen
  const data = { parent: session, atSeq: seq, inherited: inheritedFrom(view) }
  return { seen, draft: eventDraft(SessionBranched, ['fork'], data) }
}

async function originOf(
  world: World,
  agent: AgentAdapter,
  hook: ParsedHook,
): Promise<Viewed<Session> | undefined> {
  const copied = originInTranscript(world, agent, hook)
  if (copied.session !== undefined) return world.log.view(sessionIdOf(agent.name, copied.session))
  const own = sessionIdOf(agent.name, hook.session)
  const views = await world.log.views({ projects: world.place.projectIds, limit: MAX_CANDIDATES })
  const candidates = views.filter(
    ({ session, view }) => session !== own && view.identity.agent === agent.name && view.talk.turns > 0,
  )
  const prompts = new Set(copied.prompts)
  const byPrompt = candidates.filter(({ view }) => hasPrompt(view, prompts))
  // A fork of a fork contains the prompts of both origins.
  return byPrompt[0] ?? answeredAt(candidates, world, hook)
}

function originInTranscript(world: World, agent: AgentAdapter, { transcript }: ParsedHook): ForkOrigin {
  if (!agent.forkOrigin || !world.transcripts || !transcript) return {}
  const opened = world.transcripts.open(agent.name, transcript)
  if (opened.kind !== 'file') return {}
  const head = new TextDecoder().decode(headOf(opened.file))
  return agent.forkOrigin(head, world.transcripts.end?.(agent.name, transcript, TAIL_BYTES) ?? '')
}

/** How much of the end of a fork's transcript is read: enough to contain the last prompt of the origin. */
const TAIL_BYTES = 256 * 1024

/** Whether the session's last prompt has one of these ids. */
function hasPrompt({ identity, digest }: Session, prompts: ReadonlySet<string>): boolean {
  const asked = digest.exchange?.askedEvent
  const { agent, agentSession } = identity
  if (asked === undefined || agentSession === undefined) return false
  return [...prompts].some((id) => derivedId('evt', agent, agentSession, PromptSubmitted.type, id) === asked)
}

/**
 * The tolerance when times are compared, because clients report whole seconds and the hook runs a moment
 * later.
 */
const SAME_ANSWER_MS = 3000

/** The only session whose last answer is as old as the client reports. */
function answeredAt(
  candidates: readonly Viewed<Session>[],
  world: World,
  { turn }: ParsedHook,
): Viewed<Session> | undefined {
  if (turn?.kind !== 'start' || turn.quietMs === undefined) return undefined
  const at = world.clock.now() - turn.quietMs
  const fitting = candidates.filter(
    ({ view }) => Math.abs((view.digest.exchange?.answeredAt ?? 0) - at) <= SAME_ANSWER_MS,
  )
  return fitting.length === 1 ? fitting[0] : undefined
}
