import { buildCommand } from '@stricli/core'
import { changeState } from '../../../app/lifecycle/change-state.ts'
import { summarizeSession } from '../../../app/lifecycle/session-summary.ts'
import { resumeText } from '../../../brief/status-text.ts'
import { terminalProcess } from '../../../host/process.ts'
import { Problem } from '../../../problem.ts'
import type { CliContext } from '../../context.ts'
import { jsonFlag, optionalId } from '../../flags.ts'
import { printResult } from '../../out.ts'
import { shortId } from '../../present/session.ts'
import { findLikelySession } from '../../select-session.ts'

export default buildCommand({
  docs: {
    brief: 'Resume a session',
    fullDescription:
      'Resumes the session with the given ID, or the last one in this project that is idle, suspended, crashed or ended, and prints a summary of it.',
  },
  parameters: { positional: optionalId, flags: { json: jsonFlag } },
  async func(this: CliContext, flags: { readonly json: boolean }, id?: string) {
    const world = await this.world()
    const seen = await findLikelySession(this, id, ['idle', 'suspended', 'crashed', 'ended'])
    if (!seen) throw nothingToResume(world.place.project.name)
    const budget = world.settings['brief.resume-budget']
    const welcome = resumeText(seen.view, { id: shortId(seen.session), now: world.clock.now(), budget })
    const process = terminalProcess()
    const resumed = await changeState(world, seen.session, { move: 'resume', trigger: 'command', process })
    printResult(
      this,
      flags,
      { session: summarizeSession(world, resumed), text: welcome },
      (value) => value.text,
    )
  },
})

const nothingToResume = (project: string): Problem =>
  new Problem({
    code: 'nothing-to-resume',
    message: `project ${project} has no session to resume`,
    fix: 'start one: leftoff session start',
    outcome: 'notFound',
  })
