import { buildCommand } from '@stricli/core'
import { takeCheckpoint } from '../../app/checkpoint.ts'
import { counted } from '../../brief/time.ts'
import type { CheckpointDocument } from '../../event/document.ts'
import { answer } from '../answer.ts'
import type { Context } from '../context.ts'
import { jsonFlag, sessionFlag } from '../flags.ts'
import { chosenSession } from '../here.ts'
import { shortId } from '../present/session.ts'

interface Flags {
  readonly session?: string
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Write down where a session stands',
    fullDescription:
      'Takes a checkpoint of the session at work here: what must survive a compaction (goal, confidence, what was promised) and, unless the context is nearly full, what saves looking again for an hour (files, commands, errors). Hooks take one before every compaction.',
  },
  parameters: { flags: { session: sessionFlag, json: jsonFlag } },
  async func(this: Context, flags: Flags) {
    const world = await this.world()
    const seen = await chosenSession(this, flags.session, ['active', 'idle', 'suspended'])
    const { checkpoint, stored } = await takeCheckpoint(world, seen, { occasion: 'command' })
    if (stored === 'spooled') this.out.talk('The log is busy: the checkpoint waits in the spool.')
    answer(this, flags, checkpoint, (taken) => checkpointText(taken, this.out.style.cyan))
  },
})

function checkpointText(
  { session, phase, state }: CheckpointDocument,
  paint: (id: string) => string,
): string {
  const { critical, extended } = state
  const fields = `${counted(Object.keys(critical).length, 'critical field')}, ${Object.keys(extended ?? {}).length} extended`
  const goal = critical.original_goal ? `: ${critical.original_goal}` : ''
  return `Checkpoint of session ${paint(shortId(session))} (${phase}, ${fields})${goal}`
}
