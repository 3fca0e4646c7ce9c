import type { AgentAdapter, Heard } from '../agent/adapter.ts'
import { sessionIdOf } from '../agent/saying.ts'
import { compose } from './compose.ts'
import type { Given } from './given.ts'
import { ownView } from './own-view.ts'
import { told } from './told.ts'
import { type Before, hasPrompted } from './turn-greeting.ts'
import type { World } from './world.ts'

/** With the first prompt of a run, to those who were told at their start: what it makes relevant and that brief lacked. */
export async function promptGreeting(
  world: World,
  agent: AgentAdapter,
  heard: Heard,
  before: Before,
): Promise<Given | undefined> {
  const own = sessionIdOf(agent.name, heard.session)
  const seen = await ownView(world, agent, heard)
  const prompt = promptOf(heard)
  if (!prompt || before.hasPrompted || hasPrompted(seen)) return undefined
  const known = new Set([...(seen?.view.memory.told ?? []), ...before.told])
  const give = (budget: number) => compose(world, { own, agent: agent.name, prompt, known, budget })
  const most = world.settings['brief.prompt-budget']
  return told({ agent, heard, own }, { most, withhold: 0, give, seen, isMore: true })
}

export const promptOf = ({ says }: Heard): string | undefined => {
  const [first] = says
  const text = first?.fact({ id: '' as never, at: 0 }).data.text
  return typeof text === 'string' ? text : undefined
}
