import type { KnownEvent } from '../../src/event/catalogue.ts'
import { once } from '../../src/once.ts'
import { type Relative, relativeTo } from '../../src/text/paths.ts'
import type { Situation } from './composer.ts'
import { earlierSession, truncateAt } from './earlier-session.ts'
import type { RecordedHistory } from './histories.ts'
import { SeriesIndex } from './series-index.ts'
import { type Coverage, coverageOf, knowledgeUsedBy, type UsedKnowledge } from './used-knowledge.ts'

/** The start of a session: what is known from earlier ones, and what the session needed. */
export interface Transition {
  /** The situation at the start, without a prompt. */
  readonly situation: Situation
  /** The events of the session that starts. */
  readonly events: readonly KnownEvent[]
  /** The prompts before the first action of the agent. */
  readonly prompts: readonly string[]
  readonly needed: Needed
  /** How much of the used knowledge the text contains, not counting files. */
  coverage(text: string): Coverage
}
export interface Needed {
  /** Every file that the session edited, including new ones. */
  readonly files: ReadonlySet<string>
}

export const KNOWLEDGES = ['whole', 'strict'] as const
/** `whole`: all sessions that started earlier. `strict`: only events before the start of the session. */
export type Knowledge = (typeof KNOWLEDGES)[number]

/** Yields transitions lazily, because they share an index. Skips sessions without edits. */
export function* transitionsIn(history: RecordedHistory, knowledge: Knowledge): Iterable<Transition> {
  const relative = relativeTo(rootsOf(history))
  const sessions = history.sessions.map(({ events }) => earlierSession(events, relative))
  const indexed = new SeriesIndex()
  for (const [n, { events, branch }] of history.sessions.entries()) {
    const needed = neededBy(events, relative)
    if (n === 0 || needed.files.size === 0) continue
    const now = events[0]?.at ?? 0
    const before = sessions.slice(0, n)
    const known = knowledge === 'whole' ? before : before.map((session) => truncateAt(session, now, relative))
    const situation = {
      series: history.series,
      history: known,
      index: () => indexed.at(known),
      now,
      branch,
      relative,
    }
    const prompts = firstPrompts(events)
    yield {
      situation,
      events,
      prompts,
      needed,
      coverage: cachedCoverage(once(() => knowledgeUsedBy(events, prompts[0] ?? '', situation))),
    }
  }
}

function neededBy(events: readonly KnownEvent[], relative: Relative): Needed {
  const edited = events.flatMap((event) =>
    event.type === 'file.changed' ? (relative(event.path) ?? []) : [],
  )
  return { files: new Set(edited) }
}

/** Cached, because most composers return the same text every time. */
function cachedCoverage(used: () => UsedKnowledge): Transition['coverage'] {
  const known = new Map<string, Coverage>()
  return (text) => {
    const coverage = known.get(text) ?? coverageOf(text, used())
    known.set(text, coverage)
    return coverage
  }
}

/** All prompts before the first action of the agent; a client command is followed by its expansion. */
export function firstPrompts(events: readonly KnownEvent[]): readonly string[] {
  const prompts: string[] = []
  for (const event of events) {
    if (event.type === 'prompt.submitted') prompts.push(event.text)
    else if (prompts.length > 0 && ACTS.test(event.type)) break
  }
  return prompts
}
const ACTS = /^(?:response|tool|file)\./

/** The number of edited files outside the repository, which do not count as needed. */
export function editedOutside(history: RecordedHistory): number {
  const relative = relativeTo(rootsOf(history))
  const outside = history.sessions.flatMap(({ events }, n) =>
    events.flatMap((event) =>
      event.type === 'file.changed' && relative(event.path) === undefined ? [`${n} ${event.path}`] : [],
    ),
  )
  return new Set(outside).size
}

/**
 * The repository folders of a series: the working directories of its sessions or, if unknown, the deepest
 * folder that contains most of the edited files.
 */
export function rootsOf({ sessions }: RecordedHistory): readonly string[] {
  const folders = [...new Set(sessions.map(({ directory }) => slashed(directory)))].filter((at) => at !== '/')
  if (folders.length === 0) return commonRoot(sessions)
  return folders.filter((at) => !folders.some((other) => isPartOf(at, other)))
}

/** A subfolder belongs to the repository unless it is a worktree. */
const isPartOf = (folder: string, other: string): boolean =>
  folder.startsWith(`${other}/`) && !folder.slice(other.length).includes('worktrees/')

const slashed = (path: string): string => path.replaceAll('\\', '/')

const MAJORITY = 0.8

function commonRoot(sessions: RecordedHistory['sessions']): readonly string[] {
  const edited = sessions
    .flatMap(({ events }) => events.flatMap((event) => (event.type === 'file.changed' ? [event.path] : [])))
    .map((path) => slashed(path).toLowerCase())
    .filter((path) => path.startsWith('/'))
  let root = ''
  for (;;) {
    const below = edited.filter((path) => path.startsWith(`${root}/`))
    const next = mostFrequent(below.map((path) => path.slice(root.length + 1).split('/')))
    if (!next || next.count < MAJORITY * edited.length) return root === '' ? [] : [root]
    root = `${root}/${next.folder}`
  }
}

function mostFrequent(paths: readonly (readonly string[])[]): { folder: string; count: number } | undefined {
  const counts = new Map<string, number>()
  for (const [folder = '', ...rest] of paths)
    if (rest.length > 0) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  const [first] = [...counts].sort(([, a], [, b]) => b - a)
  return first && { folder: first[0], count: first[1] }
}
