import { buildCommand } from '@stricli/core'
import { writeHandoff } from '../../app/context/handoff.ts'
import { handoffText } from '../../brief/handoff.ts'
import type { CliContext } from '../context.ts'
import { agentName, jsonFlag, sessionFlag } from '../flags.ts'
import { printResult } from '../out.ts'
import { requireLatestSession } from '../select-session.ts'

interface HandoffFlags {
  readonly to?: string
  readonly session?: string
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Write a handoff for the next session',
    fullDescription:
      'Records a handoff with goal, completed work, decisions, blockers, next actions, files, evidence and git branch, and prints it as Markdown. The next session of this project gets the handoff if it starts within one day (the brief.handoff-expiry setting). With --to, only a session of that agent gets it.',
  },
  parameters: {
    flags: {
      to: {
        kind: 'parsed',
        parse: agentName,
        brief: 'Hand off to this agent only, such as codex',
        placeholder: 'AGENT',
        optional: true,
      },
      session: { ...sessionFlag, brief: 'Session ID (default: the current or last session)' },
      json: jsonFlag,
    },
  },
  async func(this: CliContext, flags: HandoffFlags) {
    const world = await this.world()
    const seen = await requireLatestSession(this, flags.session, {
      to: 'hand off',
      command: 'leftoff handoff',
    })
    const { handoff, stored } = await writeHandoff(world, seen, flags.to)
    if (flags.to && !world.agents.has(flags.to))
      this.out.talk(
        `Warning: unknown agent ${flags.to}. Supported agents: ${[...world.agents.keys()].join(', ')}.`,
      )
    if (stored === 'spooled')
      this.out.talk('The log is busy. The handoff is in the spool; the next command will store it.')
    printResult(this, flags, handoff, handoffText)
  },
})
