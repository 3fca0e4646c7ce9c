import type { AgentAdapter, Heard } from '../agent/adapter.ts'
import { type Saying, saying, sessionIdOf } from '../agent/saying.ts'
import { hash16 } from '../agent/text-hash.ts'
import { type Greeting, greetingOf } from '../brief/greeting.ts'
import { isNothing, leftBy } from '../brief/left.ts'
import { BriefGiven } from '../event/context.ts'
import type { SessionId } from '../event/identity.ts'
import type { Session } from '../fold/session.ts'
import type { Viewed } from '../log/event-log.ts'
import { lastSessionLeft, settleOpenSessions } from './start.ts'
import type { World } from './world.ts'

export interface Given extends Greeting {
  /** That this text was given. */
  readonly says: readonly Saying[]
}

/** What the agent shall read at this moment; undefined when there is nothing to say. */
export async function greet(world: World, agent: AgentAdapter, heard: Heard): Promise<Given | undefined> {
  const own = sessionIdOf(agent.name, heard.session)
  const seen = await about(world, agent, heard, own)
  if (!seen) return undefined
  const greeting = greetingOf(seen.view, {
    id: seen.session.slice('ses_'.length, 'ses_'.length + 8),
    now: world.clock.now(),
    resumeBudget: world.settings['brief.resume-budget'],
    codesBudget: CODES_BUDGET,
    fits: (text) => agent.fits(text),
    boundary: hash16(`${seen.session} ${seen.seq} ${own}`),
  })
  if (!greeting) return undefined
  const source = [occasionOf(heard), hash16(greeting.text)]
  const given = saying(BriefGiven, source, {
    format: 'greeting',
    tokens: greeting.tokens,
    from: [seen.session],
    occasion: occasionOf(heard),
  })
  return { ...greeting, says: [given] }
}

const CODES_BUDGET = 900

const occasionOf = ({ event, turn }: Heard): string =>
  turn?.kind === 'start' ? `${event}:${turn.source}` : event

/** The session that the text is about. */
async function about(
  world: World,
  agent: AgentAdapter,
  heard: Heard,
  own: SessionId,
): Promise<Viewed<Session> | undefined> {
  if (heard.turn?.kind === 'start') {
    await settleOpenSessions(world, own)
    if (agent.isBriefedAtPrompt) return undefined
    const isSame = heard.turn.source === 'resume' || heard.turn.source === 'compact'
    return (isSame ? await worthTelling(world, own) : undefined) ?? lastSessionLeft(world, own)
  }
  return heard.turn?.kind === 'prompt' && agent.isBriefedAtPrompt ? due(world, own) : undefined
}

async function worthTelling(world: World, id: SessionId): Promise<Viewed<Session> | undefined> {
  const seen = await world.log.view(id)
  return seen && !isNothing(leftBy(seen.view)) ? seen : undefined
}

/** With the first prompt of every run, and with the first after the context was compacted. */
async function due(world: World, own: SessionId): Promise<Viewed<Session> | undefined> {
  const { life, memory } = (await world.log.view(own))?.view ?? {}
  const since = Math.max(life?.runSince ?? 0, memory?.compactingAt ?? 0)
  if (memory?.briefedAt !== undefined && memory.briefedAt >= since) return undefined
  return (await worthTelling(world, own)) ?? lastSessionLeft(world, own)
}
