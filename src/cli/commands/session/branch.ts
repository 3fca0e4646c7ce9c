import { buildCommand } from '@stricli/core'
import { type Branched, branch } from '../../../app/branch/branch.ts'
import { terminalProcess } from '../../../host/process.ts'
import { Problem } from '../../../problem.ts'
import { answer } from '../../answer.ts'
import type { Context } from '../../context.ts'
import { agentName, count, jsonFlag, optionalId, text } from '../../flags.ts'
import { likelySession } from '../../here.ts'
import type { Style } from '../../out.ts'
import { shortId } from '../../present/session.ts'
import { plain } from '../../terminal-safe.ts'

interface Flags {
  readonly at?: number
  readonly name?: string
  readonly agent?: string
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Begin a session with the past of another one',
    fullDescription:
      'Begins a session that knows what the named one, else the one at work here, knew at one of its events: goal, decisions, blockers, tasks, facts, files. Both go on by themselves; leftoff session merge takes in later what one of them has come to. The numbers of events are those of leftoff session show.',
  },
  parameters: {
    positional: optionalId,
    flags: {
      at: {
        kind: 'parsed',
        parse: (input: string) => count(input, '--at'),
        brief: 'The last event that both have in common; default: the last one',
        placeholder: 'N',
        optional: true,
      },
      name: { kind: 'parsed', parse: text, brief: 'What to call it', placeholder: 'NAME', optional: true },
      agent: {
        kind: 'parsed',
        parse: agentName,
        brief: 'Who works in it; default: who worked in the other one',
        placeholder: 'NAME',
        optional: true,
      },
      json: jsonFlag,
    },
  },
  async func(this: Context, flags: Flags, id?: string) {
    const world = await this.world()
    const seen = await likelySession(this, id, ['active', 'idle', 'suspended', 'crashed', 'ended'])
    if (!seen) throw nothingToBranch(world.place.project.name)
    const { json: _, ...ask } = flags
    const branched = await branch(world, seen.session, {
      ...ask,
      trigger: 'command',
      process: terminalProcess(),
    })
    answer(this, flags, branched, (value) => branchedText(value, this.out.style))
  },
})

const branchedText = ({ id, parent, at, session }: Branched, style: Style): string =>
  [
    `${style.green('Branched')} session ${style.cyan(shortId(parent))} at event ${at}: ${style.cyan(shortId(id))}${session.name ? ` ${style.bold(plain(session.name))}` : ''}`,
    style.dim(`  leftoff session merge ${shortId(id)} --into ${shortId(parent)}   takes in what it comes to`),
  ].join('\n')

const nothingToBranch = (project: string): Problem =>
  new Problem({
    code: 'no-session-here',
    message: `project ${project} has no session yet`,
    fix: 'leftoff session list --all, then name one',
    outcome: 'notFound',
  })
