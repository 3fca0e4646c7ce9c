import { type Item, WORK_LISTS, type Work, type WorkList } from '../session/work.ts'
import type { Conflict } from './conflict.ts'
import { isOtherChoice, isReworded } from './other-choice.ts'
import { type Thread, threadsOf } from './threads.ts'

/** Something that only the other side did, and that this side takes. */
export type Taken =
  | { readonly kind: 'goal'; readonly item: Item }
  /** As the other side has it: what was opened and done there is taken as done. */
  | { readonly kind: 'added'; readonly list: WorkList; readonly item: Item }
  /** `item` as this side has it, `theirs` as the other one closed it. */
  | { readonly kind: 'closed'; readonly list: WorkList; readonly item: Item; readonly theirs: Item }

export interface ThreeWay {
  readonly taken: readonly Taken[]
  readonly conflicts: readonly Conflict[]
}

/**
 * What this side has to do to have all of both, and where that takes a decision. What only one side did since `base` is
 * taken; what both did alike is there already.
 */
export function threeWay(base: Work, ours: Work, theirs: Work): ThreeWay {
  const goals = goalOf(base, ours, theirs)
  const lists = WORK_LISTS.map((list) =>
    listOf(list, threadsOf({ base: base[list], ours: ours[list], theirs: theirs[list] })),
  )
  return {
    taken: [goals, ...lists].flatMap(({ taken }) => taken),
    conflicts: [goals, ...lists].flatMap(({ conflicts }) => conflicts),
  }
}

const NOTHING: ThreeWay = { taken: [], conflicts: [] }

function goalOf({ goal: base }: Work, { goal: ours }: Work, { goal: theirs }: Work): ThreeWay {
  if (!theirs || theirs.text === ours?.text || theirs.text === base?.text) return NOTHING
  if (!ours || ours.text === base?.text) return { taken: [{ kind: 'goal', item: theirs }], conflicts: [] }
  return { taken: [], conflicts: [{ kind: 'goal', id: `${ours.id} ${theirs.id}`, ours, theirs }] }
}

const isOpen = (item: Item | undefined): item is Item => item !== undefined && item.closedAt === undefined
const isClosed = (item: Item | undefined): boolean => item !== undefined && item.closedAt !== undefined

function listOf(list: WorkList, threads: readonly Thread[]): ThreeWay {
  const conflicts = list === 'decisions' ? decidedTwice(threads) : closedAndKept(list, threads)
  const inConflict = new Set(conflicts.flatMap(subjectsOf))
  const taken = threads
    .filter(({ theirs }) => theirs && !inConflict.has(theirs.id))
    .flatMap((thread) => takenOf(list, thread))
  return { taken, conflicts }
}

/** What of the other side waits for a decision. */
function subjectsOf(conflict: Conflict): readonly string[] {
  if (conflict.kind !== 'closed') return [conflict.theirs.id]
  return conflict.by === 'theirs' ? [conflict.closed.id] : [conflict.kept.id]
}

/** Lists in which it tells something that a thing was there and is done. */
const DOABLE: ReadonlySet<WorkList> = new Set(['blockers', 'actions', 'tasks'])

function takenOf(list: WorkList, { base, ours, theirs }: Thread): readonly Taken[] {
  if (!theirs) return []
  // What this side had and has no more was forgotten on purpose, or decided against by an earlier merge.
  if (!ours && (base || (isClosed(theirs) && !DOABLE.has(list)))) return []
  if (!ours) return [{ kind: 'added', list, item: theirs }]
  const isTheirClosing = isOpen(ours) && isClosed(theirs) && !isClosed(base)
  return isTheirClosing ? [{ kind: 'closed', list, item: ours, theirs }] : []
}

const addedBy = (threads: readonly Thread[], side: 'ours' | 'theirs'): readonly Item[] =>
  threads.flatMap((thread) => {
    const other = side === 'ours' ? thread.theirs : thread.ours
    const item = thread[side]
    return !thread.base && !other && isOpen(item) ? [item] : []
  })

function decidedTwice(threads: readonly Thread[]): readonly Conflict[] {
  const theirs = addedBy(threads, 'theirs')
  return addedBy(threads, 'ours').flatMap((ours) =>
    theirs
      .filter((their) => isOtherChoice(ours.text, their.text))
      .map((their) => ({ kind: 'decision', id: `${ours.id} ${their.id}`, ours, theirs: their }) as const),
  )
}

/** One side is done with it; the other one says it anew, in other words or in the same. */
function closedAndKept(list: WorkList, threads: readonly Thread[]): readonly Conflict[] {
  return (['theirs', 'ours'] as const).flatMap((by) => {
    const side = by === 'theirs' ? 'ours' : 'theirs'
    const kept = addedBy(threads, side)
    return threads.flatMap((thread) => {
      const closed = thread[by]
      if (!closed || !isOpen(thread.base) || !isClosed(closed)) return []
      const still = isOpen(thread[side]) ? { still: thread[side] } : {}
      return kept
        .filter(({ text }) => isReworded(closed.text, text))
        .map((one) => {
          const id = `${closed.id} ${one.id}`
          return { kind: 'closed', id, list, by, closed, kept: one, ...still } as const
        })
    })
  })
}
