import { buildCommand } from '@stricli/core'
import { changeState } from '../../../app/lifecycle/change-state.ts'
import { summarizeSession } from '../../../app/lifecycle/session-summary.ts'
import type { CliContext } from '../../context.ts'
import { jsonFlag, optionalId, reasonFlag } from '../../flags.ts'
import { printResult } from '../../out.ts'
import { shortId } from '../../present/session.ts'
import { requireSession } from '../../select-session.ts'

interface SessionSuspendFlags {
  readonly reason?: string
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Suspend a session until it is resumed',
    fullDescription:
      'A suspended session never times out and never counts as crashed, even if its process ends.',
  },
  parameters: {
    positional: optionalId,
    flags: { reason: reasonFlag, json: jsonFlag },
  },
  async func(this: CliContext, flags: SessionSuspendFlags, id?: string) {
    const world = await this.world()
    const { session } = await requireSession(this, id, ['active', 'idle'])
    const suspended = await changeState(world, session, {
      move: 'suspend',
      ...(flags.reason && { reason: flags.reason }),
    })
    printResult(
      this,
      flags,
      { session: summarizeSession(world, suspended) },
      ({ session: summary }) =>
        `Suspended session ${this.out.style.cyan(shortId(summary.id))}. Resume it: leftoff session resume ${shortId(summary.id)}`,
    )
  },
})
