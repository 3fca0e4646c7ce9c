import type { SessionId } from '../event/identity.ts'
import type { FileSnapshot } from '../session/activity.ts'
import type { Session } from '../session/session.ts'
import type { WorkItem } from '../session/work.ts'
import { topicWords } from '../text/words.ts'

/** A session of the project as the log knows it. */
export interface Known {
  readonly session: SessionId
  readonly view: Session
}

/** What is known now that may not have been when a claim was recorded: of its own session, and of those after it. */
export interface Later {
  /** Sessions that are in use at this moment, by somebody other than whoever reads. */
  readonly atWork: ReadonlySet<string>
  readonly completed: ReadonlySet<string>
  readonly goals: readonly Said[]
  /** What was noted and is done or cleared, by the id of its event. */
  readonly closed: ReadonlyMap<string, number>
  /** The same by its words: the agent of a later session does not know the id. */
  readonly closedTexts: ReadonlyMap<string, number>
  readonly tests: ReadonlyMap<string, { readonly outcome: 'passed' | 'failed'; readonly at: number }>
  readonly successes: ReadonlyMap<string, number>
  /** When a session made this file. */
  readonly created: ReadonlyMap<string, number>
  /** How the files of each session stood when it was done with them, by session and path. */
  readonly settled: ReadonlyMap<string, ReadonlyMap<string, FileSnapshot>>
  /** What sessions were about: against it is seen whether a goal still is. */
  readonly topics: readonly Topic[]
}
interface Said {
  readonly text: string
  readonly at: number
  readonly session: string
}
interface Topic {
  readonly at: number
  readonly session: string
  readonly words: ReadonlySet<string>
}

interface LaterAsk {
  readonly sessions: readonly Known[]
  readonly atWork?: ReadonlySet<string>
}

export const NOTHING_LATER: Later = {
  atWork: new Set(),
  completed: new Set(),
  goals: [],
  closed: new Map(),
  closedTexts: new Map(),
  tests: new Map(),
  successes: new Map(),
  created: new Map(),
  settled: new Map(),
  topics: [],
}

/** From the views of the sessions of a project, in whatever order. */
export function laterOf({ sessions, atWork = new Set() }: LaterAsk): Later {
  const views = sessions.map(({ view }) => view)
  const items = views.flatMap(({ work }) => [...work.actions, ...work.tasks, ...work.blockers])
  const closed = items.filter((item) => item.closedAt !== undefined)
  const files = views.flatMap(({ craft }) => craft.files)
  const runs = views.flatMap(({ craft }) => craft.tests)
  const byTime = <T extends { readonly at: number }>(list: readonly T[]): readonly T[] =>
    list.toSorted((a, b) => a.at - b.at)
  return {
    atWork,
    completed: new Set(
      sessions.filter(({ view }) => view.life.completedAt !== undefined).map((one) => one.session),
    ),
    goals: sessions.flatMap(({ session, view: { work } }) =>
      work.goal ? [{ ...said(work.goal), session }] : [],
    ),
    closed: new Map(closed.map(({ id, closedAt = 0 }) => [id, closedAt])),
    closedTexts: latest(closed.map(({ text, closedAt = 0 }) => [sameWords(text), closedAt])),
    tests: new Map(byTime(runs).map(({ name, outcome, at }) => [name, { outcome, at }])),
    successes: latest(views.flatMap(({ craft }) => craft.successes.map(({ command, at }) => [command, at]))),
    created: latest(files.filter(({ change }) => change === 'created').map(({ path, at }) => [path, at])),
    settled: new Map(sessions.map(({ session, view }) => [session, settledIn(view)])),
    topics: sessions.map(({ session, view }) => topicOf(session, view)),
  }
}

const said = ({ text, at }: WorkItem): { readonly text: string; readonly at: number } => ({ text, at })

const settledIn = ({ craft }: Session): ReadonlyMap<string, FileSnapshot> =>
  new Map(craft.files.flatMap(({ path, settled }) => (settled ? [[path, settled] as const] : [])))

function latest(pairs: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const [key, at] of pairs) found.set(key, Math.max(at, found.get(key) ?? at))
  return found
}

/** How something is said differs in capitals, blanks and the sign at its end. */
export const sameWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!…]{1,3}$/, '')

function topicOf(session: string, { talk, work, craft, life }: Session): Topic {
  const open = [...work.tasks, ...work.actions].map(({ text }) => text)
  const files = craft.files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1))
  const texts = [work.goal?.text ?? '', talk.lastPrompt ?? '', ...talk.entities, ...open, ...files]
  return { at: life.lastActivityAt, session, words: topicWords(texts.join('\n')) }
}
