import type { Session } from '../../session/session.ts'
import type { World } from '../world.ts'

interface ClosedIssues {
  readonly closed: readonly string[]
  readonly isSynced: boolean
  /** Beads error messages. */
  readonly failures: readonly string[]
}

/**
 * Closes in-progress issues that the session's notes mark as done, and syncs Beads. Runs at the end of a turn
 * if the settings enable it.
 */
export async function closeDoneIssues(
  world: World,
  checkout: string,
  view: Session,
): Promise<ClosedIssues | undefined> {
  const { 'beads.close': mayClose, 'beads.sync': maySync } = world.settings
  const beads = mayClose || maySync ? world.integrations.beadsAt(checkout) : undefined
  if (!beads) return undefined
  const failures: string[] = []
  const closed: string[] = []
  for (const id of mayClose ? doneIssues(view, await idsIn(beads.inProgress())) : []) {
    const answer = await beads.close(id, 'marked as done in a session recorded by leftoff')
    if (answer.kind === 'answered') closed.push(id)
    if (answer.kind === 'failed') failures.push(`bd close ${id}: ${answer.why}`)
  }
  const synced = maySync ? await beads.sync() : undefined
  if (synced?.kind === 'failed') failures.push(`bd sync: ${synced.why}`)
  return { closed, isSynced: synced?.kind === 'answered', failures: failures }
}

type IssueQuery = ReturnType<NonNullable<ReturnType<World['integrations']['beadsAt']>>['inProgress']>

async function idsIn(answer: IssueQuery): Promise<readonly string[]> {
  const found = await answer
  return found.kind === 'answered' ? found.issues.map(({ id }) => id) : []
}

/** Issues named in a finished action or task. Text from tools or the web does not close issues. */
export function doneIssues({ work }: Session, inProgress: readonly string[]): readonly string[] {
  const done = [...work.actions, ...work.tasks].filter(
    ({ closedAt, origin }) => closedAt !== undefined && origin !== 'tool' && origin !== 'web',
  )
  return inProgress.filter((id) => done.some(({ text }) => names(text, id)))
}

/** Matches whole words only: neither `bd-12` nor `bd-1.2` names `bd-1`. */
function names(text: string, id: string): boolean {
  const words: readonly string[] = text.match(/[A-Za-z0-9][\w.-]*/g) ?? []
  return words.some((word) => word.replace(/[.-]+$/, '') === id)
}
