import { buildCommand } from '@stricli/core'
import { type Branched, branch } from '../../../app/branch/branch.ts'
import { terminalProcess } from '../../../host/process.ts'
import { Problem } from '../../../problem.ts'
import { STATES } from '../../../session/state.ts'
import type { CliContext } from '../../context.ts'
import { agentName, countFlag, jsonFlag, optionalId, textFlag } from '../../flags.ts'
import { printResult, type Style } from '../../out.ts'
import { shortId } from '../../present/session.ts'
import { findLikelySession } from '../../select-session.ts'
import { plain } from '../../terminal-safe.ts'

interface SessionBranchFlags {
  readonly at?: number
  readonly name?: string
  readonly agent?: string
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Branch a new session off an existing one',
    fullDescription:
      'Starts a session with the state of another one at a given event: goal, decisions, blockers, tasks, facts and files. Both continue independently; leftoff session merge merges them later. leftoff session show prints the event numbers. Without ID, branches the current session.',
  },
  parameters: {
    positional: optionalId,
    flags: {
      at: countFlag('--at', 'Event number to branch at (default: the last event)'),
      name: textFlag('Name of the branch', 'NAME'),
      agent: {
        kind: 'parsed',
        parse: agentName,
        brief: 'Agent of the new session (default: the agent of the original)',
        placeholder: 'NAME',
        optional: true,
      },
      json: jsonFlag,
    },
  },
  async func(this: CliContext, flags: SessionBranchFlags, id?: string) {
    const world = await this.world()
    const seen = await findLikelySession(this, id, STATES)
    if (!seen) throw nothingToBranch(world.place.project.name)
    const { json: _, ...ask } = flags
    const branched = await branch(world, seen.session, {
      ...ask,
      trigger: 'command',
      process: terminalProcess(),
    })
    printResult(this, flags, branched, (value) => branchedText(value, this.out.style))
  },
})

const branchedText = ({ id, parent, at, session }: Branched, style: Style): string =>
  [
    `${style.green('Branched')} session ${style.cyan(shortId(parent))} at event ${at}: ${style.cyan(shortId(id))}${session.name ? ` ${style.bold(plain(session.name))}` : ''}`,
    style.dim(`  To merge it back: leftoff session merge ${shortId(id)} --into ${shortId(parent)}`),
  ].join('\n')

const nothingToBranch = (project: string): Problem =>
  new Problem({
    code: 'no-session-here',
    message: `project ${project} has no sessions`,
    fix: 'find a session with leftoff session list --all and pass its ID',
    outcome: 'notFound',
  })
