import type { AgentAdapter, Heard } from '../agent/adapter.ts'
import { type Saying, saying, sessionIdOf } from '../agent/saying.ts'
import { hash16 } from '../agent/text-hash.ts'
import { fenced } from '../brief/fence.ts'
import { isNothing, leftBy } from '../brief/left.ts'
import { BriefGiven } from '../event/context.ts'
import type { SessionId } from '../event/identity.ts'
import { type Brief, compose } from './compose.ts'
import { settleOpenSessions } from './start.ts'
import type { World } from './world.ts'

export interface Given {
  readonly text: string
  /** That this text was given. */
  readonly says: readonly Saying[]
}

/** What the agent shall read at this moment; undefined when there is nothing to say. */
export async function greet(world: World, agent: AgentAdapter, heard: Heard): Promise<Given | undefined> {
  const own = sessionIdOf(agent.name, heard.session)
  const due = await dueBrief(world, agent, { heard, own })
  if (!due) return undefined
  for (const budget of budgets(world)) {
    const brief = await compose(world, { budget, own, agent: agent.name, ...due })
    if (!brief) return undefined
    const text = fenced(brief.text, {
      project: brief.project.name,
      boundary: hash16(`${own} ${brief.sessions[0]?.session} ${brief.text.length}`),
    })
    if (agent.fits(text)) return { text, says: [givenSaying(heard, brief)] }
  }
  return undefined
}

/** A client may take less than its user allows. */
function budgets({ settings }: World): readonly number[] {
  const most = settings['brief.session-budget']
  return [most, most / 2, most / 4].map(Math.floor)
}

function givenSaying(heard: Heard, brief: Brief): Saying {
  const occasion = occasionOf(heard)
  return saying(BriefGiven, [occasion, hash16(brief.text)], {
    format: 'brief',
    tokens: brief.tokens,
    from: brief.sessions.map(({ session }) => session),
    occasion,
  })
}

const occasionOf = ({ event, turn }: Heard): string =>
  turn?.kind === 'start' ? `${event}:${turn.source}` : event

/** Whether now is the moment, and whether the session goes on that will read it. */
async function dueBrief(
  world: World,
  agent: AgentAdapter,
  { heard: { turn }, own }: { readonly heard: Heard; readonly own: SessionId },
): Promise<{ readonly goesOn: boolean } | undefined> {
  if (turn?.kind === 'start') {
    await settleOpenSessions(world, own)
    if (agent.isBriefedAtPrompt) return undefined
    const isSame = turn.source === 'resume' || turn.source === 'compact'
    return { goesOn: isSame && (await hasSomething(world, own)) }
  }
  if (turn?.kind !== 'prompt' || !agent.isBriefedAtPrompt || (await wasBriefed(world, own))) return undefined
  return { goesOn: await hasSomething(world, own) }
}

async function hasSomething(world: World, id: SessionId): Promise<boolean> {
  const seen = await world.log.view(id)
  return seen !== undefined && !isNothing(leftBy(seen.view))
}

/** In this run, and since its context was last compacted. */
async function wasBriefed(world: World, own: SessionId): Promise<boolean> {
  const { life, memory } = (await world.log.view(own))?.view ?? {}
  const since = Math.max(life?.runSince ?? 0, memory?.compactingAt ?? 0)
  return memory?.briefedAt !== undefined && memory.briefedAt >= since
}
