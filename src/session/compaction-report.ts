import { foundIn, wordsIn } from '../text/words.ts'
import { openItems, type WorkItem } from './noted-work.ts'
import type { Session } from './session.ts'

/** One compaction: what the summary kept, what it lost, and what the next brief restored. */
export interface CompactionReport {
  readonly at: number
  /** Without a summary, it is unknown what was kept and what was lost. */
  readonly hasSummary: boolean
  readonly kept: number
  readonly lost: readonly Essential[]
  /** Lost items that the next brief restored. */
  readonly restored: readonly Essential[]
  /** What the summary replaces and what it no longer mentions; set if leftoff manages the context itself. */
  readonly own?: OwnCompaction
}

export interface OwnCompaction {
  /** `rules`, or the model that wrote the summary. */
  readonly by: string
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly isUndone: boolean
  readonly dropped: Dropped
}

interface Dropped {
  readonly messages: number
  readonly missing: readonly {
    readonly kind: string
    readonly count: number
    readonly some: readonly string[]
  }[]
}

export interface CompactionFacts {
  readonly at: number
  /** The state of the session before the compaction. */
  readonly before: Session
  readonly summary?: string | undefined
  /** The source events of the next brief; undefined if there was no brief or it lists none. */
  readonly briefSources?: readonly string[] | undefined
  readonly own?: OwnCompaction
}

export function reportCompaction({
  at,
  before,
  summary,
  briefSources: told = [],
  own,
}: CompactionFacts): CompactionReport {
  // The working set contains all notes regardless of the summary, so no note is lost.
  const essentials = own ? [] : essentialsOf(before)
  const lost = summary === undefined ? [] : essentials.filter((one) => !isIn(one, summary))
  return {
    at,
    hasSummary: summary !== undefined,
    kept: summary === undefined ? 0 : essentials.length - lost.length,
    lost,
    restored: lost.filter(({ event }) => event !== undefined && told.includes(event)),
    ...(own && { own }),
  }
}

/** An item counts as kept if the summary contains at least this share of the item's words. */
const MIN_WORD_SHARE = 0.6

/** Whether the summary mentions an item. Files match by name, all other items by words. */
function isIn({ kind, text }: Essential, summary: string): boolean {
  if (kind === 'file') return summary.includes(nameOf(text))
  if (summary.includes(text)) return true
  const words = wordsIn(text)
  return words.length > 0 && foundIn(words, summary).length >= words.length * MIN_WORD_SHARE
}

const nameOf = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1) || path

/** Checks every value, because another release may have written this field. */
export function droppedOf(found: Readonly<Record<string, unknown>>): Dropped {
  const dropped = isRecord(found.dropped) ? found.dropped : {}
  const missing = Object.entries(dropped).flatMap(([kind, value]) => {
    if (!isRecord(value) || typeof value.count !== 'number' || value.count === 0) return []
    const some = Array.isArray(value.some) ? value.some.filter((one) => typeof one === 'string') : []
    return [{ kind, count: value.count, some }]
  })
  return { messages: typeof dropped.messages === 'number' ? dropped.messages : 0, missing }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

export const ESSENTIAL_KINDS = ['goal', 'decision', 'blocker', 'next', 'task', 'fact', 'file'] as const
export type EssentialKind = (typeof ESSENTIAL_KINDS)[number]

/** An item that a summary must not lose. */
export interface Essential {
  readonly kind: EssentialKind
  readonly text: string
  /** The event that it comes from. */
  readonly event?: string
}

const MAX_FILES = 10

/** The items that an agent must still know after a compaction, most important first. */
export function essentialsOf({ work, craft, talk }: Session): readonly Essential[] {
  const of = (kind: EssentialKind, items: readonly WorkItem[]): readonly Essential[] =>
    items.map(({ id, text }) => ({ kind, text, event: id }))
  const files = [...craft.files].sort((a, b) => a.at - b.at).slice(-MAX_FILES)
  return [
    ...goalEssential(work.goal, talk.firstPrompt),
    ...of('decision', openItems(work.decisions)),
    ...of('blocker', openItems(work.blockers)),
    ...of('next', openItems(work.actions)),
    ...of('task', openItems(work.tasks)),
    ...of('fact', openItems(work.facts)),
    ...files.map(({ path }): Essential => ({ kind: 'file', text: path })),
  ]
}

function goalEssential(set: WorkItem | undefined, asked: string | undefined): readonly Essential[] {
  if (set) return [{ kind: 'goal', text: set.text, event: set.id }]
  return asked === undefined ? [] : [{ kind: 'goal', text: asked }]
}
