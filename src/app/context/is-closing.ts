import type { ParsedHook } from '../../agent/adapter.ts'
import type { Viewed } from '../../log/event-log.ts'
import { wasNudged } from '../../session/context.ts'
import { isExhausted } from '../../session/context-phase.ts'
import type { Session } from '../../session/session.ts'
import type { World } from '../world.ts'

/**
 * Whether something may have to be said at this stop. Every turn ends with one, and only the last one matters: so it is
 * when the agent says that it is done, or when its context is.
 */
export function isClosing(
  { settings }: Pick<World, 'settings'>,
  { drafts }: ParsedHook,
  seen: Viewed<Session> | undefined,
): boolean {
  if (!seen || seen.view.craft.files.length === 0) return false
  if (settings['stop.evidence-gate']) return true
  if (!settings['stop.reminders'] || wasNudged(seen.view.carry, 'close')) return false
  const [last] = drafts
  const answer = last?.toEvent({ id: '' as never, at: 0 }).data.text
  const isDone = typeof answer === 'string' && DONE.test(answer.slice(0, 2000))
  return isDone || isExhausted(seen.view.carry.usage)
}

const DONE =
  /\b(?:all done|(?:is|are|it's|everything(?: is)?) (?:now )?(?:done|complete|finished|implemented|ready|in place)|complete!|finished the|(?:all )?tests pass)\b/i
