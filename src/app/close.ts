import type { AgentAdapter, Heard } from '../agent/adapter.ts'
import { sessionIdOf } from '../agent/saying.ts'
import type { Tree } from '../carry/closing.ts'
import { isExhausted } from '../carry/phase.ts'
import type { Session } from '../fold/session.ts'
import { closingFor } from './closing.ts'
import type { Given } from './given.ts'
import type { World } from './world.ts'

/**
 * What is said when a turn ends. Every turn ends with a stop, and only the last one matters: so reminders come when the
 * agent says that it is done, or when its context is.
 */
export async function closingAt(
  world: World,
  agent: AgentAdapter,
  { session, turn, says }: Heard,
): Promise<Given | undefined> {
  if (turn?.kind !== 'stop') return undefined
  const seen = await world.log.view(sessionIdOf(agent.name, session))
  if (!seen || seen.view.craft.files.length === 0) return undefined
  const [last] = says
  const answer = last?.fact({ id: '' as never, at: 0 }).data.text
  const isDone = typeof answer === 'string' && DONE.test(answer.slice(0, 2000))
  const isGated = world.settings['stop.evidence-gate']
  if (!isDone && !isGated && !isExhausted(seen.view.carry.usage)) return undefined
  const tree = (): Tree => ({ dirty: dirtyIn(world, seen.view) })
  const closing = closingFor(world, seen.view, { isContinued: turn.isContinued, tree })
  return closing && { closing: { text: closing.text, blocks: closing.blocks }, says: [closing.said] }
}

const DONE =
  /\b(?:all done|(?:is|are|it's|everything(?: is)?) (?:now )?(?:done|complete|finished|implemented|ready|in place)|complete!|finished the|(?:all )?tests pass)\b/i

/** Of the files of this session those that are not committed, as far as git's own files tell. */
function dirtyIn(world: World, { craft, identity }: Session): readonly string[] {
  const states = world.treeAt(identity.checkout).commitStates(craft.files.slice(-40).map(({ path }) => path))
  return [...states].flatMap(([path, state]) => (state === 'modified' || state === 'untracked' ? [path] : []))
}
