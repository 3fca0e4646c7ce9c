import type { AgentAdapter, Heard } from '../agent/adapter.ts'
import type { Tree } from '../carry/closing.ts'
import { closingFor } from './closing.ts'
import type { Given } from './given.ts'
import { isClosing } from './is-closing.ts'
import { ownView } from './own-view.ts'
import { uncommittedIn } from './uncommitted.ts'
import type { World } from './world.ts'

/** What is said when a turn ends. */
export async function closingAt(world: World, agent: AgentAdapter, heard: Heard): Promise<Given | undefined> {
  const { turn } = heard
  if (turn?.kind !== 'stop') return undefined
  const seen = await ownView(world, agent, heard)
  if (!seen || !isClosing(world, heard, seen)) return undefined
  const tree = (): Tree => ({ dirty: uncommittedIn(world, seen.view) })
  const closing = closingFor(world, seen.view, { isContinued: turn.isContinued, tree })
  return closing && { closing: { text: closing.text, blocks: closing.blocks }, says: [closing.said] }
}
