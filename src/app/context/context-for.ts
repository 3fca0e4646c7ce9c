import type { AgentAdapter, ParsedHook } from '../../agent/adapter.ts'
import { sessionIdOf } from '../../agent/event-draft.ts'
import { isEmpty, leftoverOf } from '../../brief/leftover.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { advanceOpenSessions } from '../lifecycle/advance-state.ts'
import { rulesHere } from '../memory/rules.ts'
import type { World } from '../world.ts'
import { atCompaction } from './at-compaction.ts'
import { promptGreeting, promptOf } from './at-first-prompt.ts'
import { closingAt } from './at-stop.ts'
import { type Moment, told } from './brief-for-call.ts'
import { type ComposeAsk, composeBrief } from './compose-brief.ts'
import { handoffFor } from './handoff.ts'
import type { HookReply } from './hook-reply.ts'
import { withMerges } from './merge-notice.ts'
import { ownView } from './own-view.ts'
import { type Giveable, nothingBut } from './reply-with-brief.ts'

/** What the agent reads in reply to this hook; undefined when there is nothing to say. */
export async function contextFor(
  world: World,
  agent: AgentAdapter,
  hook: ParsedHook,
): Promise<HookReply | undefined> {
  const own = sessionIdOf(agent.name, hook.session)
  const moment = { agent, hook, own }
  switch (hook.turn?.kind) {
    case 'start':
      return atStart(world, moment)
    case 'prompt':
      return atAnyPrompt(world, moment)
    case 'compacting':
      return atCompaction(world, await ownView(world, agent, hook))
    case 'stop':
      return closingAt(world, agent, hook)
    default:
      return undefined
  }
}

async function atStart(world: World, moment: Moment): Promise<HookReply | undefined> {
  const { agent, hook, own } = moment
  await advanceOpenSessions(world, own)
  if (agent.isBriefedAtPrompt || hook.turn?.kind !== 'start') return undefined
  const isSame = hook.turn.source === 'resume' || hook.turn.source === 'compact'
  const seen = await world.log.view(own)
  if (isSame && hasSomething(seen)) return toldAll(world, moment, { goesOn: true }, seen)
  const handoff = await handoffFor(world, agent.name, world.clock.now())
  return toldAll(world, moment, handoff ? { first: handoff.seen.session } : {})
}

/** Every prompt also reports what was merged into the session meanwhile. */
async function atAnyPrompt(world: World, moment: Moment): Promise<HookReply | undefined> {
  const { agent, hook } = moment
  const reply = agent.isBriefedAtPrompt
    ? await atPrompt(world, moment)
    : await promptGreeting(world, agent, hook)
  return withMerges(world, reply, { agent, hook, seen: await ownView(world, agent, hook) })
}

/** With the first prompt of a run, to those who could not be told at their start: all of it. */
async function atPrompt(world: World, moment: Moment): Promise<HookReply | undefined> {
  const seen = await ownView(world, moment.agent, moment.hook)
  if (wasBriefed(seen)) return undefined
  const goesOn = hasSomething(seen)
  const handoff = goesOn ? undefined : await handoffFor(world, moment.agent.name, world.clock.now())
  const prompt = promptOf(moment.hook)
  const first = handoff?.seen.session
  return toldAll(world, moment, { goesOn, ...(prompt && { prompt }), ...(first && { first }) }, seen)
}

type Told = Partial<Pick<ComposeAsk, 'goesOn' | 'first' | 'prompt'>>

function toldAll(
  world: World,
  moment: Moment,
  ask: Told,
  seen?: Viewed<Session>,
): Promise<HookReply | undefined> {
  const { own, agent } = moment
  const give = (budget: number) => giveable(world, { own, agent: agent.name, ...ask, budget })
  const { 'brief.session-budget': most, 'memory.withhold': withhold } = world.settings
  return told(moment, { most, withhold, give, seen })
}

/** With the user's rules. */
async function giveable(world: World, ask: ComposeAsk): Promise<Giveable | undefined> {
  const brief = await composeBrief(world, ask)
  const rules = await rulesHere(world, brief?.tokens ?? 0)
  return rules ? { ...(brief ?? nothingBut(world)), rules } : brief
}

const hasSomething = (seen: Viewed<Session> | undefined): boolean =>
  seen !== undefined && !isEmpty(leftoverOf(seen.view))

/** Since the session's current run began and since its last compaction. */
function wasBriefed(seen: Viewed<Session> | undefined): boolean {
  const { life, memory } = seen?.view ?? {}
  const since = Math.max(life?.runSince ?? 0, memory?.compactingAt ?? 0)
  return memory?.briefedAt !== undefined && memory.briefedAt >= since
}
