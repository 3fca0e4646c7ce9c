import type { AgentAdapter, ParsedHook } from '../../agent/adapter.ts'
import { findUncommitted } from '../lifecycle/unfinished-work.ts'
import type { World } from '../world.ts'
import type { HookReply } from './hook-reply.ts'
import { isClosing } from './is-closing.ts'
import { ownView } from './own-view.ts'
import { closingFor } from './stop-reminders.ts'

/** What is said when a turn ends. */
export async function closingAt(
  world: World,
  agent: AgentAdapter,
  hook: ParsedHook,
): Promise<HookReply | undefined> {
  const { turn } = hook
  if (turn?.kind !== 'stop') return undefined
  const seen = await ownView(world, agent, hook)
  if (!seen || !isClosing(world, hook, seen)) return undefined
  const closing = await closingFor(world, seen.view, {
    isContinued: turn.isContinued,
    uncommitted: () => findUncommitted(world, seen.view),
  })
  return closing && { closing: { text: closing.text, blocks: closing.blocks }, drafts: [closing.said] }
}
