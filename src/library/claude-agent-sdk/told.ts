import type { Answer, Heard } from '../../agent/adapter.ts'
import { claudeCode } from '../../agent/claude-code/index.ts'
import { sessionIdOf } from '../../agent/saying.ts'
import { drain } from '../../app/drain.ts'
import { greet } from '../../app/greet.ts'
import { hear } from '../../app/hear.ts'
import type { RecoveringWorld } from '../../app/recovery-steps.ts'
import { recoverHere } from '../../app/start.ts'
import { processRef } from '../../host/process.ts'

/** Longer an agent does not wait for what others left. */
const SPOOL_BOUNDS = { deliveries: 200, withinMs: 300 }
const RECOVERY_MS = 300

/**
 * What one hook was told goes into the log, as if Claude Code had told it to its command, and the agent is answered the
 * same. The process is this one: many sessions may run in it side by side, so none ends another.
 */
export async function told(world: RecoveringWorld, heard: Heard): Promise<Pick<Answer, 'text' | 'closing'>> {
  await drain(world, SPOOL_BOUNDS)
  if (heard.turn?.kind === 'start') await recoverOthers(world, heard)
  const given = await greet(world, claudeCode, heard)
  const says = [...heard.says, ...(given?.says ?? [])]
  const process = () => processRef(globalThis.process.pid)
  await hear(world, claudeCode, [{ heard: { ...heard, says }, at: world.clock.now(), process }])
  return { text: given?.text, closing: given?.closing }
}

async function recoverOthers(world: RecoveringWorld, { session, turn }: Heard): Promise<void> {
  const goesOn = turn?.kind === 'start' && turn.source === 'resume'
  const own = { session: sessionIdOf(claudeCode.name, session), goesOn }
  await recoverHere(world, { withinMs: RECOVERY_MS, own, onTrouble: () => {} }) // the next start tries again
}
