import type { AgentAdapter } from '../agent/adapter.ts'
import { type Saying, saying } from '../agent/saying.ts'
import { ContextMeasured } from '../event/carry.ts'
import type { Usage } from '../fold/carry.ts'

/** How full the context is by the end of the agent's transcript, as a fact; undefined where nothing new is to be told. */
export function measuredSaying(
  agent: AgentAdapter,
  tail: string | undefined,
  known: Usage | undefined,
): Saying | undefined {
  const usage = tail === undefined ? undefined : agent.usageIn?.(tail)
  if (!usage || (usage.used === known?.used && usage.window === known.window)) return undefined
  const source = [String(usage.used), String(usage.window ?? '')]
  return saying(ContextMeasured, source, { ...usage, source: 'transcript' })
}
