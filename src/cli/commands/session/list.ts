import { buildCommand } from '@stricli/core'
import { type ListedSession, listedSession } from '../../../app/lifecycle/session-summary.ts'
import { reconcilePending } from '../../../app/transcript/reconcile.ts'
import { agentTranscripts } from '../../../bootstrap/agent-transcripts.ts'
import { BOOK } from '../../../event/memory.ts'
import { Problem } from '../../../problem.ts'
import { STATES } from '../../../session/state.ts'
import type { CliContext } from '../../context.ts'
import { jsonFlag, limitFlag, projectFlag, switchFlag, textFlag } from '../../flags.ts'
import { printResult } from '../../out.ts'
import { sessionTable } from '../../present/session.ts'
import { projectIdsFor } from '../../select-session.ts'
import { plain } from '../../terminal-safe.ts'

const COMPARING_MS = 250

interface SessionListFlags {
  readonly project?: string
  readonly state?: (typeof STATES)[number]
  readonly tag?: string
  readonly all: boolean
  readonly limit?: number
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'List sessions, most recent first',
    fullDescription:
      'Lists the sessions of all projects, most recent activity first. AGE is the time since the last activity. Archived and erased sessions are hidden unless --all is given.',
  },
  parameters: {
    flags: {
      project: { ...projectFlag, brief: 'Only sessions of this project (directory or name)' },
      state: { kind: 'enum', values: STATES, brief: 'Only sessions in this state', optional: true },
      tag: textFlag('Only sessions with this tag', 'TAG'),
      all: switchFlag('Include archived and erased sessions'),
      limit: { ...limitFlag, brief: 'Maximum number of sessions to show (default 20)' },
      json: jsonFlag,
    },
  },
  async func(this: CliContext, flags: SessionListFlags) {
    const sessions = await listSessions(this, flags)
    printResult(this, flags, { sessions }, (value) =>
      value.sessions.length > 0 ? sessionTable(value.sessions, this.out) : emptyText(flags),
    )
    await compareWithTranscripts(this)
  },
})

/** Names the filters, so that an empty filtered list does not suggest that there are no sessions at all. */
function emptyText({ state, tag, project }: SessionListFlags): string {
  const asked = [
    ...(tag === undefined ? [] : [`tag ${plain(tag)}`]),
    ...(state === undefined ? [] : [`state ${state}`]),
    ...(project === undefined ? [] : [`project ${plain(project)}`]),
  ]
  if (asked.length === 0) return 'No sessions yet. Start one: leftoff session start'
  return `No sessions match ${asked.join(', ')}. List all: leftoff session list --all`
}

/** Compares ended sessions with their transcripts, so that the next list is more complete. */
async function compareWithTranscripts(context: CliContext): Promise<void> {
  const world = { ...(await context.world()), transcripts: agentTranscripts(context.env) }
  try {
    await reconcilePending(world, { budgetMs: COMPARING_MS, now: Date.now })
  } catch (error) {
    if (!(error instanceof Problem)) throw error // the list is already printed, and the comparison can wait
  }
}

async function listSessions(context: CliContext, flags: SessionListFlags): Promise<readonly ListedSession[]> {
  const world = await context.world()
  const projects = flags.project === undefined ? undefined : await projectIdsFor(world, flags.project)
  const limit = flags.limit ?? 20
  const isFiltered = flags.state !== undefined || flags.tag !== undefined
  const views = await world.log.views({
    ...(projects && { projects }),
    ...(!flags.all && { archived: false }),
    ...(!isFiltered && { limit }),
  })
  return views
    .filter(({ session }) => session !== BOOK)
    .map((seen) => listedSession(world, seen))
    .filter(
      ({ state, tags }) =>
        (!flags.state || state === flags.state) &&
        (!flags.tag || tags.includes(flags.tag)) &&
        (flags.all || state !== 'none'), // an erased session
    )
    .slice(0, limit)
}
