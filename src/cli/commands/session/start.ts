import { buildCommand } from '@stricli/core'
import { start } from '../../../app/lifecycle/start.ts'
import { agentTranscripts } from '../../../bootstrap/agent-transcripts.ts'
import { processRef, terminalProcess } from '../../../host/process.ts'
import { Problem } from '../../../problem.ts'
import type { CliContext } from '../../context.ts'
import { agentName, checkedTag, count, jsonFlag, text, textFlag } from '../../flags.ts'
import { printResult } from '../../out.ts'
import { startText } from '../../present/session.ts'

interface SessionStartFlags {
  readonly agent: string
  readonly pid?: number
  readonly goal?: string
  readonly tag?: readonly string[]
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Start a session in this directory',
    fullDescription:
      'Starts a session manually. Agents with leftoff hooks start sessions automatically. Recovers crashed sessions of this project first. In a terminal, the session belongs to the shell. Elsewhere, pass the owning process with --pid; otherwise a crash is detected only by inactivity.',
  },
  parameters: {
    flags: {
      agent: {
        kind: 'parsed',
        parse: agentName,
        brief: 'Agent name',
        placeholder: 'NAME',
        default: 'person',
      },
      pid: {
        kind: 'parsed',
        parse: (input: string) => count(input, '--pid', 4_194_304),
        brief: 'Owning process; if it dies, the session counts as crashed',
        placeholder: 'PID',
        optional: true,
      },
      goal: textFlag('Goal of the session', 'TEXT'),
      tag: {
        kind: 'parsed',
        parse: text,
        brief: 'Add a tag (repeatable)',
        placeholder: 'TAG',
        variadic: true,
        optional: true,
      },
      json: jsonFlag,
    },
  },
  async func(this: CliContext, flags: SessionStartFlags) {
    const world = { ...(await this.world()), transcripts: agentTranscripts(this.env) }
    const started = await start(world, {
      agent: flags.agent,
      trigger: 'command',
      process: ownerOf(flags.pid),
      ...(flags.goal && { goal: flags.goal }),
      ...(flags.tag && { tags: flags.tag.map(checkedTag) }),
    })
    printResult(this, flags, started, (value) => startText(value, this.out.style))
  },
})

function ownerOf(pid: number | undefined) {
  if (pid === undefined) return terminalProcess()
  const process = processRef(pid)
  if (process) return process
  throw new Problem({
    code: 'process-unknown',
    message: `no process ${pid} is running`,
    fix: 'pass the ID of a running process, or omit --pid',
    outcome: 'usage',
  })
}
