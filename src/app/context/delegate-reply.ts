import { sessionIdOf } from '../../agent/event-draft.ts'
import type { World } from '../world.ts'
import { withhold } from './fit-reply.ts'
import type { HookOccasion, HookReply } from './hook-reply.ts'
import { fencedContext, OPEN_WORK_TOKENS, projectContext } from './project-context.ts'

/** The text for a new sub-agent: the rules that its session got, and the open work of the project. */
export async function replyToDelegation(
  world: World,
  { agent, hook, own }: HookOccasion,
): Promise<HookReply | undefined> {
  const ask = {
    own,
    agent: agent.name,
    parts: 'standing',
    total: world.settings['brief.memory-budget'],
  } as const
  for (const budget of [OPEN_WORK_TOKENS, 0]) {
    const found = await projectContext(world, { ...ask, budget })
    if (!found) continue
    // The effect of a rule is measured against sessions that never get it.
    const { rules } = withhold(found.rules, { session: own, share: world.settings['memory.withhold'] })
    const text = fencedContext({ ...found, rules }, sessionIdOf(agent.name, hook.session))
    if (text === '') continue
    if (agent.fits(text)) return { text, drafts: [] }
  }
  return undefined
}
