import type { AgentAdapter, Heard } from '../agent/adapter.ts'
import { sessionIdOf } from '../agent/saying.ts'
import { latest, measuredSaying } from '../app/ingest/measure-context.ts'
import type { World } from '../app/world.ts'
import { usageTold } from '../host/status-files.ts'

export interface Witnesses {
  /** Where what the status line was told lies. */
  readonly folder: string
  /** The end of the transcript, where there is time to read it. */
  tail?(agent: AgentAdapter, heard: Heard): string | undefined
}

/**
 * What was told, with how full the context is by now; and that as a fact, where it is news. Not where a session begins
 * or comes out of a compaction: whatever was counted, was counted before.
 */
export async function counted(
  world: World,
  agent: AgentAdapter,
  heard: Heard,
  { folder, tail }: Witnesses,
): Promise<Heard> {
  const { turn, session, says } = heard
  if (!turn || turn.kind === 'start' || turn.kind === 'end') return heard
  const told = usageTold(folder, session)
  const end = tail?.(agent, heard)
  if (!told && end === undefined) return heard
  const { carry, memory } = (await world.log.view(sessionIdOf(agent.name, session)))?.view ?? {}
  const written = agent.usageIn?.(end ?? '')
  const isOld = told && !written && told.at <= (memory?.compactingAt ?? 0)
  const usage = isOld ? undefined : latest(written, told)
  const said = measuredSaying(usage, carry?.usage)
  if (!usage || !said) return { ...heard, usage }
  // A compaction that begins makes everything forgotten that was counted before, and so this too.
  return { ...heard, usage, says: turn.kind === 'compacting' ? [said, ...says] : [...says, said] }
}
