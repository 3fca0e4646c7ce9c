import { buildCommand } from '@stricli/core'
import { changeState } from '../../../app/lifecycle/change-state.ts'
import { OPEN_STATES } from '../../../app/lifecycle/find-session.ts'
import { summarizeSession } from '../../../app/lifecycle/session-summary.ts'
import { leftoverOf } from '../../../brief/leftover.ts'
import { countText, durationText } from '../../../text/time.ts'
import type { CliContext } from '../../context.ts'
import { jsonFlag, optionalId, reasonFlag } from '../../flags.ts'
import { printResult } from '../../out.ts'
import { openItemLines, shortId } from '../../present/session.ts'
import { requireSession } from '../../select-session.ts'

interface SessionEndFlags {
  readonly reason?: string
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'End a session',
    fullDescription:
      'Ends the current session, or the one with the given ID. The next session gets a brief about it.',
  },
  parameters: {
    positional: optionalId,
    flags: { reason: reasonFlag, json: jsonFlag },
  },
  async func(this: CliContext, flags: SessionEndFlags, id?: string) {
    const world = await this.world()
    const { session } = await requireSession(this, id, OPEN_STATES)
    const ended = await changeState(world, session, {
      move: 'end',
      trigger: 'command',
      ...(flags.reason && { reason: flags.reason }),
    })
    const value = { session: summarizeSession(world, ended), left: leftoverOf(ended.view) }
    printResult(this, flags, value, ({ session: summary, left }) => {
      const { style } = this.out
      const head = `Ended session ${style.cyan(shortId(summary.id))} after ${durationText(summary.durationMs)}: ${countText(summary.turns, 'turn')}, ${countText(summary.files, 'file')}.`
      const lines = openItemLines(left, style)
      return lines.length > 0 ? [head, 'Open state:', ...lines].join('\n') : head
    })
  },
})
