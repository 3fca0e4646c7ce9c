import type { Session } from '../../session/session.ts'
import type { World } from '../world.ts'

export interface BeadsSettled {
  readonly closed: readonly string[]
  readonly isSynced: boolean
  /** What Beads refused, for people. */
  readonly troubles: readonly string[]
}

/**
 * At the end of a turn, where the user has asked for it: issues in progress that the session's notes say are done are
 * closed, and Beads is asked to sync. Where there is no Beads, nothing happens.
 */
export async function settleBeads(
  world: World,
  checkout: string,
  view: Session,
): Promise<BeadsSettled | undefined> {
  const { 'beads.close': mayClose, 'beads.sync': maySync } = world.settings
  const beads = mayClose || maySync ? world.integrations.beadsAt(checkout) : undefined
  if (!beads) return undefined
  const troubles: string[] = []
  const closed: string[] = []
  for (const id of mayClose ? doneIssues(view, await idsIn(beads.inProgress())) : []) {
    const answer = await beads.close(id, 'noted as done in a session that leftoff recorded')
    if (answer.kind === 'answered') closed.push(id)
    if (answer.kind === 'failed') troubles.push(`bd close ${id}: ${answer.why}`)
  }
  const synced = maySync ? await beads.sync() : undefined
  if (synced?.kind === 'failed') troubles.push(`bd sync: ${synced.why}`)
  return { closed, isSynced: synced?.kind === 'answered', troubles }
}

type Answer = ReturnType<NonNullable<ReturnType<World['integrations']['beadsAt']>>['inProgress']>

async function idsIn(answer: Answer): Promise<readonly string[]> {
  const found = await answer
  return found.kind === 'answered' ? found.issues.map(({ id }) => id) : []
}

/** Named in an action or a task that is done; what a tool printed or the web said closes nothing. */
export function doneIssues({ work }: Session, inProgress: readonly string[]): readonly string[] {
  const done = [...work.actions, ...work.tasks].filter(
    ({ closedAt, origin }) => closedAt !== undefined && origin !== 'tool' && origin !== 'web',
  )
  return inProgress.filter((id) => done.some(({ text }) => names(text, id)))
}

/** As a word of its own: `bd-1` is not named by `bd-12`, nor by `bd-1.2`. */
function names(text: string, id: string): boolean {
  const words: readonly string[] = text.match(/[A-Za-z0-9][\w.-]*/g) ?? []
  return words.some((word) => word.replace(/[.-]+$/, '') === id)
}
