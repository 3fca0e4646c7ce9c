import type { Item } from '../session/work.ts'

/** One thing that was noted, as each side has it: by its id, or by its words where it came there by another merge. */
export interface Thread {
  readonly base?: Item
  readonly ours?: Item
  readonly theirs?: Item
}

type Slot = keyof Thread
const SLOTS = ['base', 'ours', 'theirs'] as const satisfies readonly Slot[]

/** Every item of the three lists in exactly one thread. */
export function threadsOf(lists: Readonly<Record<Slot, readonly Item[]>>): readonly Thread[] {
  const byId = new Map<string, Thread>()
  for (const slot of SLOTS)
    for (const item of lists[slot]) byId.set(item.id, { ...byId.get(item.id), [slot]: item })
  const byText = new Map<string, Thread[]>()
  for (const thread of byId.values()) {
    const text = textOf(thread)
    byText.set(text, [...(byText.get(text) ?? []), thread])
  }
  return [...byText.values()].flatMap(joined)
}

/** Of threads with the same words, those belong together that no side has both of; open with open first. */
function joined(threads: readonly Thread[]): readonly Thread[] {
  return joinedWhere(joinedWhere(threads, isAlike), () => true)
}

function joinedWhere(
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
const isAlike = (one: Thread, other: Thread): boolean => isOpen(one) === isOpen(other)
const isOpen = (thread: Thread): boolean =>
  SLOTS.some((slot) => thread[slot] !== undefined && thread[slot].closedAt === undefined)
const textOf = ({ base, ours, theirs }: Thread): string => (base ?? ours ?? theirs)?.text.trim() ?? ''
