import type { SessionId } from '../../event/identity.ts'
import { Problem } from '../../problem.ts'
import { isUnanswered } from '../../session/digest.ts'
import { hasTranscripts, type World } from '../world.ts'

interface LastTurnsAsk {
  /** The session that will read the brief. It is included only if `goesOn` is true. */
  readonly own?: SessionId | undefined
  readonly goesOn?: boolean | undefined
}

/** How many of the last sessions a brief quotes from. */
const MOST_QUOTED = 2

/** Adds answers that are only in a transcript. Transcript code is loaded only if an answer may be missing. */
export async function completeLastTurns(world: World, { own, goesOn = false }: LastTurnsAsk): Promise<void> {
  if (!hasTranscripts(world)) return
  const { projectIds: projects } = world.place
  // Briefs quote no expired sessions, and without this bound SQLite would read all sessions of the project.
  const since = world.clock.now() - world.settings['session.expiry']
  const views = await world.log.views({ projects, since, archived: false, limit: MOST_QUOTED + 1 })
  const quoted = views.filter(({ session }) => goesOn || session !== own).slice(0, MOST_QUOTED)
  const open = quoted.filter(({ view }) => isUnanswered(view.digest))
  if (open.length === 0) return
  const { completeLastTurn } = await import('../transcript/last-turn.ts')
  for (const seen of open) await completeLastTurn(world, seen).catch(ignoreMachineError)
}

/** An unreadable transcript or a busy log must not prevent the brief. A later comparison adds the answer. */
function ignoreMachineError(error: unknown): void {
  if (!(error instanceof Problem || 'code' in Object(error))) throw error
}
