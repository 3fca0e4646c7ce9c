import type { KnownEvent } from '../../src/event/catalogue.ts'
import { once } from '../../src/once.ts'
import { type Relative, relativeTo } from '../../src/text/paths.ts'
import type { Situation } from './composer.ts'
import { earlier, until } from './earlier.ts'
import type { History } from './histories.ts'
import { SeriesIndex } from './series-index.ts'
import { type Held, heldIn, type Used, usedBy } from './used.ts'

/** From the sessions before to the next one: what is known, and what it really needed. */
export interface Transition {
  /** As it is at the start, without a prompt. */
  readonly situation: Situation
  /** What was said before the agent did anything. */
  readonly said: readonly string[]
  readonly needed: Needed
  /** How much a text holds of what the session used besides files. */
  holds(text: string): Held
}
export interface Needed {
  /** Everything that the session edited, whether it was ever seen before or not. */
  readonly files: ReadonlySet<string>
}

export const KNOWLEDGES = ['whole', 'strict'] as const
/** `whole`: all of the sessions that began before. `strict`: only what had happened when the next one began. */
export type Knowledge = (typeof KNOWLEDGES)[number]

/** One at a time, because they share an index. Sessions that edited nothing have no transition to them. */
export function* transitionsIn(history: History, knowledge: Knowledge): Iterable<Transition> {
  const relative = relativeTo(rootsOf(history))
  const sessions = history.sessions.map(({ events }) => earlier(events, relative))
  const indexed = new SeriesIndex()
  for (const [n, { events, branch }] of history.sessions.entries()) {
    const needed = neededBy(events, relative)
    if (n === 0 || needed.files.size === 0) continue
    const now = events[0]?.at ?? 0
    const before = sessions.slice(0, n)
    const known = knowledge === 'whole' ? before : before.map((session) => until(session, now, relative))
    const situation = {
      series: history.series,
      history: known,
      index: () => indexed.at(known),
      now,
      branch,
      relative,
    }
    const said = firstWords(events)
    yield { situation, said, needed, holds: holdsOf(once(() => usedBy(events, said[0] ?? '', situation))) }
  }
}

function neededBy(events: readonly KnownEvent[], relative: Relative): Needed {
  const edited = events.flatMap((event) =>
    event.type === 'file.changed' ? (relative(event.path) ?? []) : [],
  )
  return { files: new Set(edited) }
}

/** Most composers give the same text at every moment. */
function holdsOf(used: () => Used): Transition['holds'] {
  const known = new Map<string, Held>()
  return (text) => {
    const held = known.get(text) ?? heldIn(text, used())
    known.set(text, held)
    return held
  }
}

/** All that was said before the agent did anything: a command of the client comes with the text that it stands for. */
export function firstWords(events: readonly KnownEvent[]): readonly string[] {
  const said: string[] = []
  for (const event of events) {
    if (event.type === 'prompt.submitted') said.push(event.text)
    else if (said.length > 0 && ACTS.test(event.type)) break
  }
  return said
}
const ACTS = /^(?:response|tool|file)\./

/** How many files outside of the repository were edited: they are nobody's business here, and not counted. */
export function editedOutside(history: History): number {
  const relative = relativeTo(rootsOf(history))
  const outside = history.sessions.flatMap(({ events }, n) =>
    events.flatMap((event) =>
      event.type === 'file.changed' && relative(event.path) === undefined ? [`${n} ${event.path}`] : [],
    ),
  )
  return new Set(outside).size
}

/**
 * The folders that were the repository in a series: those that its sessions ran in. Where the transcripts do not say,
 * the deepest folder that holds most of what was edited.
 */
export function rootsOf({ sessions }: History): readonly string[] {
  const folders = [...new Set(sessions.map(({ directory }) => slashed(directory)))].filter((at) => at !== '/')
  if (folders.length === 0) return commonRoot(sessions)
  return folders.filter((at) => !folders.some((other) => isPartOf(at, other)))
}

/** A folder below another one is a part of the repository, unless it is a worktree. */
const isPartOf = (folder: string, other: string): boolean =>
  folder.startsWith(`${other}/`) && !folder.slice(other.length).includes('worktrees/')

const slashed = (path: string): string => path.replaceAll('\\', '/')

const MOST = 0.8

function commonRoot(sessions: History['sessions']): readonly string[] {
  const edited = sessions
    .flatMap(({ events }) => events.flatMap((event) => (event.type === 'file.changed' ? [event.path] : [])))
    .map((path) => slashed(path).toLowerCase())
    .filter((path) => path.startsWith('/'))
  let root = ''
  for (;;) {
    const below = edited.filter((path) => path.startsWith(`${root}/`))
    const next = mostFrequent(below.map((path) => path.slice(root.length + 1).split('/')))
    if (!next || next.count < MOST * edited.length) return root === '' ? [] : [root]
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
