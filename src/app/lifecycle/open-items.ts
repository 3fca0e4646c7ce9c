import { isTakenUp, topicOf } from '../../brief/check.ts'
import { titleOf } from '../../brief/title.ts'
import type { SessionId } from '../../event/identity.ts'
import type { Viewed } from '../../log/event-log.ts'
import { openQuestions } from '../../session/digest.ts'
import { openItems, sameWords, type WorkItem } from '../../session/noted-work.ts'
import type { Session } from '../../session/session.ts'
import type { World } from '../world.ts'

/** An open item of the project, from any session. */
export interface ProjectItem {
  readonly kind: 'next' | 'task' | 'blocked' | 'decided' | 'fact' | 'question'
  readonly item: Pick<WorkItem, 'id' | 'text' | 'at' | 'why'>
  readonly session: SessionId
  /** The title of the session that the item is from. */
  readonly title?: string
}

const LIST_OF = {
  next: 'actions',
  task: 'tasks',
  blocked: 'blockers',
  decided: 'decisions',
  fact: 'facts',
} as const satisfies Readonly<Record<string, keyof Session['work']>>
const KINDS = ['next', 'task', 'blocked', 'decided', 'fact'] as const

const MAX_SESSIONS = 200

/** Sessions of this project with open items, most recently active first. Excludes expired and completed ones. */
export function pendingSessions(world: World): Promise<readonly Viewed<Session>[]> {
  const since = world.clock.now() - world.settings['session.expiry']
  const projects = world.place.projectIds
  return world.log.views({ projects, since, archived: false, pending: true, limit: MAX_SESSIONS })
}

/** The given sessions, followed by all other sessions of the project that have open items. */
export async function withPending(
  world: World,
  sessions: readonly Viewed<Session>[],
): Promise<readonly Viewed<Session>[]> {
  const known = new Set(sessions.map(({ session }) => session))
  return [...sessions, ...(await pendingSessions(world)).filter(({ session }) => !known.has(session))]
}

/** All open items of this project, without duplicates, in the order in which they were noted. */
export async function projectItems(world: World): Promise<readonly ProjectItem[]> {
  const sessions = await pendingSessions(world)
  const closed = closedWords(sessions)
  const all = [...sessions.flatMap(itemsOf), ...(await projectQuestions(world, sessions))]
    .filter(({ item }) => item.at >= (closed.get(sameWords(item.text)) ?? 0))
    .sort((a, b) => a.item.at - b.item.at)
  const known = new Set<string>()
  return all.filter(({ kind, item }) => {
    const key = `${kind} ${sameWords(item.text)}`
    return !known.has(key) && known.add(key)
  })
}

/** Questions that no later session took up. */
async function projectQuestions(
  world: World,
  sessions: readonly Viewed<Session>[],
): Promise<readonly ProjectItem[]> {
  const asked = sessions.flatMap(({ session, view }) =>
    openQuestions(view.digest).map((item) => ({ session, view, item })),
  )
  if (asked.length === 0) return []
  const since = Math.min(...asked.map(({ item }) => item.at))
  const views = await world.log.views({ projects: world.place.projectIds, since, limit: MAX_SESSIONS })
  const topics = views.map((seen) => topicOf(seen.session, seen.view))
  return asked
    .filter(({ session, item }) => !isTakenUp({ ...item, session, topics }))
    .map(({ session, view, item: { event, text, at } }) => {
      const title = titleOf({ view })
      return { kind: 'question', item: { id: event, text, at }, session, ...(title && { title }) }
    })
}

function itemsOf({ session, view }: Viewed<Session>): readonly ProjectItem[] {
  const title = titleOf({ view })
  return KINDS.flatMap((kind) =>
    openItems(view.work[LIST_OF[kind]]).map((item) => ({ kind, item, session, ...(title && { title }) })),
  )
}

/** When items were closed, keyed by their words, because a later session may have noted and closed the same item. */
function closedWords(sessions: readonly Viewed<Session>[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>()
  for (const { view } of sessions)
    for (const { text, closedAt } of KINDS.flatMap((kind) => view.work[LIST_OF[kind]]))
      if (closedAt !== undefined)
        times.set(sameWords(text), Math.max(closedAt, times.get(sameWords(text)) ?? 0))
  return times
}
