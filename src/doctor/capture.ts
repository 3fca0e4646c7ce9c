import type { World } from '../app/world.ts'
import { ago } from '../brief/time.ts'
import { type Finding, note, ok } from './finding.ts'

export interface Heard {
  readonly agent: string
  readonly at: number
  readonly session: string
}

/** When each agent was last heard of, the latest first. */
export async function lastHeard(world: World): Promise<readonly Heard[]> {
  const latest = new Map<string, Heard>()
  for (const { session, view } of await world.log.views({ limit: MOST_SESSIONS })) {
    const { agent } = view.identity
    if (!latest.has(agent)) latest.set(agent, { agent, at: view.life.lastActivityAt, session })
  }
  return [...latest.values()]
}
const MOST_SESSIONS = 500

export function heardFinding(heard: Heard | undefined, isWired: boolean, now: number): readonly Finding[] {
  if (heard)
    return [ok(`last heard ${ago(Math.max(0, now - heard.at))} (session ${heard.session.slice(4, 12)})`)]
  return isWired ? [note('nothing was heard of it yet', 'start it once, then run leftoff doctor again')] : []
}
