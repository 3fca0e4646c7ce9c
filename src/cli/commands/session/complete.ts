import { buildCommand } from '@stricli/core'
import { changeState } from '../../../app/lifecycle/change-state.ts'
import { OPEN_STATES } from '../../../app/lifecycle/find-session.ts'
import { summarizeSession } from '../../../app/lifecycle/session-summary.ts'
import { Problem } from '../../../problem.ts'
import type { CliContext } from '../../context.ts'
import { jsonFlag, optionalId, textFlag } from '../../flags.ts'
import { printResult } from '../../out.ts'
import { shortId } from '../../present/session.ts'
import { findLikelySession } from '../../select-session.ts'

interface SessionCompleteFlags {
  readonly note?: string
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Mark a session as complete',
    fullDescription:
      'Completes the current session, or the last one if none is open. A complete session no longer appears in briefs. Its history is kept.',
  },
  parameters: {
    positional: optionalId,
    flags: { note: textFlag('Outcome of the session', 'TEXT'), json: jsonFlag },
  },
  async func(this: CliContext, flags: SessionCompleteFlags, id?: string) {
    const world = await this.world()
    const open = await findLikelySession(this, id, OPEN_STATES)
    const seen = open ?? (await findLikelySession(this, id, ['ended', 'crashed']))
    if (!seen) throw nothingToComplete(world.place.project.name)
    const completed = await changeState(world, seen.session, {
      move: 'complete',
      ...(flags.note && { note: flags.note }),
    })
    printResult(
      this,
      flags,
      { session: summarizeSession(world, completed) },
      ({ session }) =>
        `Completed session ${this.out.style.cyan(shortId(session.id))}. It no longer appears in briefs.`,
    )
  },
})

const nothingToComplete = (project: string): Problem =>
  new Problem({
    code: 'nothing-to-complete',
    message: `project ${project} has no sessions`,
    fix: 'find a session with leftoff session list --all and pass its ID',
    outcome: 'notFound',
  })
