import type { AgentAdapter, Heard } from '../agent/adapter.ts'
import { sessionIdOf } from '../agent/saying.ts'
import { isNothing, leftBy } from '../brief/left.ts'
import { briefOf, type Prepared } from '../brief/prepared.ts'
import type { SessionId } from '../event/identity.ts'
import type { Given } from './given.ts'
import { givenBrief, type Occasion } from './given-brief.ts'
import { MOST_HEADS, placeKey } from './place-key.ts'
import { settleOpenSessions } from './start.ts'
import { Unprepared } from './unprepared.ts'
import type { World } from './world.ts'

/**
 * What a session reads at its start, of what was prepared for it. Nothing of it is composed here: where that would be
 * needed, it says so.
 */
export async function preparedGreeting(
  world: World,
  agent: AgentAdapter,
  heard: Heard,
): Promise<Given | undefined> {
  const own = sessionIdOf(agent.name, heard.session)
  await settleOpenSessions(world, own)
  if (agent.isBriefedAtPrompt) return undefined
  const isSame =
    heard.turn?.kind === 'start' && (heard.turn.source === 'resume' || heard.turn.source === 'compact')
  const prepared = world.index.prepared(placeKey(world))
  if (isSame || !prepared || !(await isCurrent(world, prepared, { agent: agent.name, own })))
    throw new Unprepared()
  return givenPrepared(world, prepared, { agent, heard, own })
}

/** The brief of what was prepared, as of now. */
export function givenPrepared(world: World, prepared: Prepared, occasion: Occasion): Given | undefined {
  const most = world.settings['brief.session-budget']
  for (const budget of [most, most / 2, most / 4].map(Math.floor)) {
    const tree = world.treeAt(world.place.checkout)
    const brief = briefOf(prepared, { tree, now: world.clock.now(), budget })
    if (!brief) return undefined
    const tokens = brief.lines.reduce((sum, line) => sum + line.tokens, 0)
    const given = givenBrief({ ...brief, ...prepared, tokens }, occasion)
    if (given) return given
  }
  return undefined
}

/** Whether nothing has been left anywhere since. */
async function isCurrent(
  world: World,
  { heads, handoffs, until }: Prepared,
  { agent, own }: { readonly agent: string; readonly own: SessionId },
): Promise<boolean> {
  if (handoffs.includes(agent) || world.clock.now() > until) return false
  const now = await world.log.heads({ projects: world.place.projectIds, limit: MOST_HEADS })
  for (const { session, seq } of now) {
    if (session === own || heads[session] === seq) continue
    const seen = await world.log.view(session)
    if (seen && !isNothing(leftBy(seen.view))) return false
  }
  return true
}
