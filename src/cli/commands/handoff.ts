import { buildCommand } from '@stricli/core'
import { writeHandoff } from '../../app/context/handoff.ts'
import { handoffText } from '../../brief/handoff.ts'
import { answer } from '../answer.ts'
import type { Context } from '../context.ts'
import { agentName, jsonFlag, sessionFlag } from '../flags.ts'
import { latestSession } from '../here.ts'

interface Flags {
  readonly to?: string
  readonly session?: string
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Leave a session to the next one',
    fullDescription:
      'Writes down what the next session needs: goal, what is done, decided, blocked and next, files, evidence and branch. It is offered to the next session of this project for a day (setting brief.handoff-expiry), with --to only to that agent. Printed as Markdown to be pasted anywhere.',
  },
  parameters: {
    flags: {
      to: {
        kind: 'parsed',
        parse: agentName,
        brief: 'Only for this agent, such as codex',
        placeholder: 'AGENT',
        optional: true,
      },
      session: { ...sessionFlag, brief: 'Which session; default: the one at work here, else the last one' },
      json: jsonFlag,
    },
  },
  async func(this: Context, flags: Flags) {
    const world = await this.world()
    const seen = await latestSession(this, flags.session, { to: 'hand off', command: 'leftoff handoff' })
    const { handoff, stored } = await writeHandoff(world, seen, flags.to)
    if (flags.to && !world.agents.has(flags.to))
      this.out.talk(`leftoff knows no agent ${flags.to}; it knows ${[...world.agents.keys()].join(', ')}.`)
    if (stored === 'spooled') this.out.talk('The log is busy: the handoff waits in the spool.')
    answer(this, flags, handoff, handoffText)
  },
})
