import { conflictOf } from '../../memory/conflict.ts'
import { comparableRule, isSameRule, wordSimilarity } from '../../memory/similarity.ts'
import { SAME_QUESTION } from '../../memory/thresholds.ts'
import { canonicalStem, ruleWords } from '../../memory/words.ts'
import { WORK_LISTS, type Work, type WorkItem, type WorkList } from '../noted-work.ts'

/** A change that only the other side made and that the merge applies to this side. */
export type TakenItem =
  | { readonly kind: 'goal'; readonly item: WorkItem }
  /** The item in its state on the other side. If it was opened and closed there, it is added as closed. */
  | { readonly kind: 'added'; readonly list: WorkList; readonly item: WorkItem }
  /** `item` is this side's version, and `theirs` is the closed version. */
  | { readonly kind: 'closed'; readonly list: WorkList; readonly item: WorkItem; readonly theirs: WorkItem }

export interface ThreeWayPlan {
  readonly taken: readonly TakenItem[]
  readonly conflicts: readonly MergeConflict[]
}

/** Plans the changes that only the other side made since `base`, and finds incompatible changes on both sides. */
export function threeWayMerge(base: Work, ours: Work, theirs: Work): ThreeWayPlan {
  const goals = planGoal(base, ours, theirs)
  const lists = WORK_LISTS.map((list) =>
    planList(list, threadItems({ base: base[list], ours: ours[list], theirs: theirs[list] })),
  )
  return {
    taken: [goals, ...lists].flatMap(({ taken }) => taken),
    conflicts: [goals, ...lists].flatMap(({ conflicts }) => conflicts),
  }
}

const NOTHING: ThreeWayPlan = { taken: [], conflicts: [] }

function planGoal({ goal: base }: Work, { goal: ours }: Work, { goal: theirs }: Work): ThreeWayPlan {
  if (!theirs || theirs.text === ours?.text || theirs.text === base?.text) return NOTHING
  if (!ours || ours.text === base?.text) return { taken: [{ kind: 'goal', item: theirs }], conflicts: [] }
  return { taken: [], conflicts: [{ kind: 'goal', id: `${ours.id} ${theirs.id}`, ours, theirs }] }
}

const isOpen = (item: WorkItem | undefined): item is WorkItem =>
  item !== undefined && item.closedAt === undefined
const isClosed = (item: WorkItem | undefined): boolean => item !== undefined && item.closedAt !== undefined

function planList(list: WorkList, threads: readonly Thread[]): ThreeWayPlan {
  const conflicts = list === 'decisions' ? conflictingDecisions(threads) : closedConflicts(list, threads)
  const inConflict = new Set(conflicts.flatMap(subjectsOf))
  const taken = threads
    .filter(({ theirs }) => theirs && !inConflict.has(theirs.id))
    .flatMap((thread) => takenOf(list, thread))
  return { taken, conflicts }
}

/** Ids of the other side's items that are in a conflict. These items are not merged before the conflict is resolved. */
function subjectsOf(conflict: MergeConflict): readonly string[] {
  if (conflict.kind !== 'closed') return [conflict.theirs.id]
  return conflict.by === 'theirs' ? [conflict.closed.id] : [conflict.kept.id]
}

/** Lists whose closed items are worth merging. */
const DOABLE: ReadonlySet<WorkList> = new Set(['blockers', 'actions', 'tasks'])

function takenOf(list: WorkList, { base, ours, theirs }: Thread): readonly TakenItem[] {
  if (!theirs) return []
  // An item that this side no longer has was forgotten on purpose, or rejected by an earlier merge.
  if (!ours && (base || (isClosed(theirs) && !DOABLE.has(list)))) return []
  if (!ours) return [{ kind: 'added', list, item: theirs }]
  const isTheirClosing = isOpen(ours) && isClosed(theirs) && !isClosed(base)
  return isTheirClosing ? [{ kind: 'closed', list, item: ours, theirs }] : []
}

const addedBy = (threads: readonly Thread[], side: 'ours' | 'theirs'): readonly WorkItem[] =>
  threads.flatMap((thread) => {
    const other = side === 'ours' ? thread.theirs : thread.ours
    const item = thread[side]
    return !thread.base && !other && isOpen(item) ? [item] : []
  })

function conflictingDecisions(threads: readonly Thread[]): readonly MergeConflict[] {
  const theirs = addedBy(threads, 'theirs')
  return addedBy(threads, 'ours').flatMap((ours) =>
    theirs
      .filter((their) => isConflicting(ours.text, their.text))
      .map((their) => ({ kind: 'decision', id: `${ours.id} ${their.id}`, ours, theirs: their }) as const),
  )
}

/** One side closed an item, and the other side added it again, perhaps reworded. */
function closedConflicts(list: WorkList, threads: readonly Thread[]): readonly MergeConflict[] {
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

/** Incompatible changes on both sides. `id` is derived from the two items. */
export type MergeConflict =
  /** Both sides set a goal. */
  | { readonly kind: 'goal'; readonly id: string; readonly ours: WorkItem; readonly theirs: WorkItem }
  /** Both sides decided the same question differently. */
  | { readonly kind: 'decision'; readonly id: string; readonly ours: WorkItem; readonly theirs: WorkItem }
  | ClosedConflict

/** One side closed an item, and the other side added it again. */
export interface ClosedConflict {
  readonly kind: 'closed'
  readonly id: string
  readonly list: WorkList
  /** The side that closed it. */
  readonly by: 'ours' | 'theirs'
  readonly closed: WorkItem
  /** The new item of the other side. */
  readonly kept: WorkItem
  /** The original item, if the other side still has it open. */
  readonly still?: WorkItem
}

const CHOICES = ['ours', 'theirs', 'both', 'skip'] as const
/** `skip` changes nothing on this side, and the next merge asks again. */
export type ConflictChoice = (typeof CHOICES)[number]

/** The versions of one item, matched by id, or by text if another merge copied the item. */
interface Thread {
  readonly base?: WorkItem
  readonly ours?: WorkItem
  readonly theirs?: WorkItem
}

type Slot = keyof Thread
const SLOTS = ['base', 'ours', 'theirs'] as const satisfies readonly Slot[]

/** Every item of the three lists is in exactly one thread. */
function threadItems(lists: Readonly<Record<Slot, readonly WorkItem[]>>): readonly Thread[] {
  const byId = new Map<string, Thread>()
  for (const slot of SLOTS)
    for (const item of lists[slot]) byId.set(item.id, { ...byId.get(item.id), [slot]: item })
  const byText = new Map<string, Thread[]>()
  for (const thread of byId.values()) {
    const text = textOf(thread)
    byText.set(text, [...(byText.get(text) ?? []), thread])
  }
  return [...byText.values()].flatMap(joinThreads)
}

/** Joins threads with equal text, unless one side has an item in both. Open threads match open threads first. */
function joinThreads(threads: readonly Thread[]): readonly Thread[] {
  return joinWhere(joinWhere(threads, isAlike), () => true)
}

function joinWhere(
  threads: readonly Thread[],
  fits: (one: Thread, other: Thread) => boolean,
): readonly Thread[] {
  const found: Thread[] = []
  for (const thread of threads) {
    const at = found.findIndex((known) => isApart(known, thread) && fits(known, thread))
    if (at < 0) found.push(thread)
    else found[at] = { ...found[at], ...thread }
  }
  return found
}

const isApart = (one: Thread, other: Thread): boolean => SLOTS.every((slot) => !one[slot] || !other[slot])
const isAlike = (one: Thread, other: Thread): boolean => hasOpenItem(one) === hasOpenItem(other)
const hasOpenItem = (thread: Thread): boolean =>
  SLOTS.some((slot) => thread[slot] !== undefined && thread[slot].closedAt === undefined)
const textOf = ({ base, ours, theirs }: Thread): string => (base ?? ours ?? theirs)?.text.trim() ?? ''

/**
 * Whether two decisions answer the same question differently. Prefers precision: a false conflict stops a merge, while
 * a missed one leaves both decisions visible.
 */
export function isConflicting(one: string, other: string): boolean {
  const found = conflictOf({ rule: one }, { rule: other })
  if (found && found.kind !== 'duplication') return true
  return differsInNumber(one, other) || differsInMeans(one, other)
}

export const isReworded = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase() ||
  isSameRule(comparableRule(one), comparableRule(other))

const NUMBER = /\d{1,12}(?:[.,]\d{1,6})?/g
/** Numbers that identify an item instead of stating a quantity. */
const NUMBERED =
  /(?:#|\b(?:issue|pr|bug|ticket|step|phase|part|version|release|milestone|chapter|line|event|v)s? ?#?)\d/i

/** Whether the texts differ only in a quantity, such as "time out after 30 s" and "time out after 60 s". */
function differsInNumber(one: string, other: string): boolean {
  if (NUMBERED.test(one) || NUMBERED.test(other)) return false
  const [mine, its] = [numbersIn(one), numbersIn(other)]
  if (mine.length === 0 || its.length === 0 || mine.join() === its.join()) return false
  return wordSimilarity(wordsBeside(one), wordsBeside(other)) >= SAME_QUESTION
}

const numbersIn = (text: string): readonly string[] => [...text.matchAll(NUMBER)].map(([found]) => found)
const wordsBeside = (text: string): readonly string[] => ruleWords(text.replaceAll(NUMBER, ' '))

/** "X with Y": X is the question, and Y is the choice. */
const MEANS = /^(.{3,160}?) (?:with|using|via|through|as|by) (.{1,160})$/i
/** "Store X in Y": X is stored in only one place. */
const KEPT =
  /^(.{0,60}?\b(?:store|keep|save|put|cache|persist|hold|place|write|move|host|deploy|run|implement|live|kept|stored|saved|cached|persisted|hosted|implemented|written|lives?)\b.{0,160}?) (?:in|on|to|under|at) (.{1,160})$/i

function differsInMeans(one: string, other: string): boolean {
  return [MEANS, KEPT].some((pattern) => {
    const [mine, its] = [partsOf(one, pattern), partsOf(other, pattern)]
    if (!mine || !its || wordSimilarity(mine.matter, its.matter) < SAME_QUESTION) return false
    return mine.choice.length > 0 && its.choice.length > 0 && wordSimilarity(mine.choice, its.choice) === 0
  })
}

function partsOf(text: string, pattern: RegExp) {
  const [, matter = '', rest = ''] = pattern.exec(text.trim().replace(/[.!]{1,3}$/, '')) ?? []
  const choice = rest.split(/ (?:for|when|while|if|unless|because|so|until)\b|[,;(]/, 1)[0] ?? ''
  return matter === '' ? undefined : { matter: wordsOf(matter), choice: wordsOf(choice) }
}

const wordsOf = (text: string): readonly string[] => ruleWords(text).map(canonicalStem)
