import { buildCommand } from '@stricli/core'
import { storyOf } from '../../../app/lifecycle/session-story.ts'
import { refreshSymbols } from '../../../app/search/index-symbols.ts'
import { captureOf } from '../../../app/transcript/capture.ts'
import { type ReconcileResult, reconcile } from '../../../app/transcript/reconcile.ts'
import type { WorldWith } from '../../../app/world.ts'
import { agentTranscripts } from '../../../bootstrap/agent-transcripts.ts'
import { withParser } from '../../../bootstrap/parser.ts'
import type { Viewed } from '../../../log/event-log.ts'
import { Problem } from '../../../problem.ts'
import type { Session } from '../../../session/session.ts'
import { STATES } from '../../../session/state.ts'
import type { CliContext } from '../../context.ts'
import { jsonFlag, limitFlag, text } from '../../flags.ts'
import { printResult } from '../../out.ts'
import { storyText } from '../../present/story.ts'
import { findLikelySession } from '../../select-session.ts'

const INDEXING = { budgetMs: 3000, now: Date.now }

interface SessionShowFlags {
  readonly limit?: number
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Show the events and state of a session',
    fullDescription:
      "Shows all recorded events of a session and its resulting state. Damaged events are reported and skipped. An ended session is first compared with the agent's transcript: missing events are filled in, and the output shows whether the recording is complete.",
  },
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [
        {
          brief: 'Session ID (default: the last session in this project)',
          parse: text,
          placeholder: 'ID',
          optional: true,
        },
      ],
    },
    flags: { limit: { ...limitFlag, brief: 'Show only the last N events' }, json: jsonFlag },
  },
  async func(this: CliContext, flags: SessionShowFlags, id?: string) {
    const world = await this.world()
    const seen = await findLikelySession(this, id, STATES)
    if (!seen) throw nothingToShow(world.place.project.name)
    const reconciled = await tryReconcile({ ...world, transcripts: agentTranscripts(this.env) }, seen)
    const filled = (await world.log.view(seen.session)) ?? seen
    const whole = await refreshSymbols(withParser(world), filled, INDEXING)
    const story = await storyOf(world, whole, flags.limit ? { last: flags.limit } : {})
    const details = { ...story, capture: captureOf(world, whole.view, reconciled) }
    printResult(this, flags, details, (value) => storyText(value, this.out))
  },
})

/** A busy log or an unreadable transcript must not keep the command from showing the session. */
async function tryReconcile(
  world: WorldWith<'transcripts'>,
  seen: Viewed<Session>,
): Promise<ReconcileResult> {
  try {
    return await reconcile(world, seen)
  } catch (error) {
    const isPassing =
      error instanceof Problem
        ? error.outcome === 'busy' || error.code === 'disk-full'
        : 'code' in Object(error)
    if (!isPassing) throw error
    return { kind: 'refused', reason: error instanceof Error ? error.message : String(error) }
  }
}

const nothingToShow = (project: string): Problem =>
  new Problem({
    code: 'no-session-here',
    message: `project ${project} has no sessions`,
    fix: 'find a session with leftoff session list, then run leftoff session show ID',
    outcome: 'notFound',
  })
