import { fact, type NewEvent } from '../../event/define.ts'
import type { SessionId } from '../../event/identity.ts'
import { PhaseEntered } from '../../event/session.ts'
import { GoalSet } from '../../event/work.ts'
import type { Viewed } from '../../log/event-log.ts'
import { Problem } from '../../problem.ts'
import {
  type ClosableList,
  itemAdded,
  itemClosed,
  openItems,
  sameWords,
  type WorkItem,
  type WorkList,
} from '../../session/noted-work.ts'
import type { Session } from '../../session/session.ts'
import { oneLine, truncateLine } from '../../text/truncate.ts'
import { redactEvents } from '../ingest/redact-events.ts'
import type { World } from '../world.ts'

export const NOTE_KINDS = [
  'decision',
  'blocker',
  'next',
  'fact',
  'goal',
  'task',
  'evidence',
  'phase',
] as const
export type NoteKind = (typeof NOTE_KINDS)[number]

export interface Note {
  readonly kind: NoteKind
  readonly text: string
  readonly why?: string
  /** The author; default: `user`. */
  readonly origin?: 'user' | 'assistant'
}

/** The redacted event for a note by a person or an agent. */
export function noteEvent(world: World, note: Note): NewEvent {
  const event = eventOfNote(world, note)
  return redactEvents(world, [event], world.place.checkout)[0] ?? event
}

function eventOfNote(world: World, note: Note): NewEvent {
  const heading = { id: world.ids.event(), at: world.clock.now() }
  const text = note.text.trim()
  if (text === '') throw emptyNote(note.kind)
  const fields = { text, origin: note.origin ?? ('user' as const), ...(note.why && { why: note.why }) }
  if (note.kind === 'goal') return fact(GoalSet, heading, fields)
  if (note.kind === 'phase')
    return fact(PhaseEntered, heading, {
      phase: truncateLine(oneLine(text), MAX_PHASE),
      origin: fields.origin,
    })
  return itemAdded(
    LIST_OF[note.kind],
    heading,
    note.kind === 'blocker' ? { ...fields, ...kindAndText(text) } : fields,
  )
}

const MAX_PHASE = 80

const LIST_OF = {
  decision: 'decisions',
  blocker: 'blockers',
  next: 'actions',
  fact: 'facts',
  task: 'tasks',
  evidence: 'evidence',
} as const satisfies Readonly<Record<Exclude<NoteKind, 'goal' | 'phase'>, WorkList>>

/** `need: a database` is a blocker of kind `need`. A URL scheme is not a kind. */
function kindAndText(text: string): { kind?: string; text: string } {
  const found = /^([a-z][a-z-]{1,19}):(?!\/\/)\s*(\S.*)$/s.exec(text)
  return found?.[1] && found[2] ? { kind: found[1], text: found[2] } : { text }
}

export type Closing = 'done' | 'cleared'
interface OpenItem {
  readonly session: SessionId
  readonly item: WorkItem
  readonly list: ClosableList
}

const LISTS: Readonly<Record<Closing, readonly OpenItem['list'][]>> = {
  done: ['actions', 'tasks'],
  cleared: ['blockers'],
}

interface ClosedItem {
  readonly session: SessionId
  readonly event: NewEvent
  readonly item: WorkItem
}

/** Closes the open item with this id, id prefix or text. Expects the most likely session first. */
export function closeItem(
  world: World,
  sessions: readonly Viewed<Session>[],
  asked: { readonly closing: Closing; readonly name: string },
): ClosedItem {
  const items = sessions.flatMap(({ session, view }) =>
    LISTS[asked.closing].flatMap((list) =>
      openItems(view.work[list]).map((item) => ({ session, item, list })),
    ),
  )
  const { session, item, list } = findItem(items, asked)
  const heading = { id: world.ids.event(), at: world.clock.now() }
  return { session, item, event: itemClosed(list, heading, { id: item.id }) }
}

function findItem(items: readonly OpenItem[], asked: { closing: Closing; name: string }): OpenItem {
  const wanted = asked.name.trim().toLowerCase()
  const tests: readonly ((item: WorkItem) => boolean)[] = [
    ({ id }) => wanted.length >= 3 && (id.startsWith(wanted) || id.startsWith(`evt_${wanted}`)),
    ({ text }) => text.toLowerCase() === wanted,
    ({ text }) => wanted.length >= 3 && text.toLowerCase().includes(wanted),
  ]
  for (const test of tests) {
    const fitting = distinct(items.filter(({ item }) => test(item)))
    if (fitting.length > 1) throw severalItems(asked, fitting)
    if (fitting[0]) return fitting[0]
  }
  throw noItem(asked, items)
}

/**
 * A branch shares items with its parent, and several sessions may have noted the same item. The item is closed in
 * the most likely session and then counts as closed in all sessions (see projectItems).
 */
const distinct = (items: readonly OpenItem[]): readonly OpenItem[] =>
  items.filter(({ item }, at) => items.findIndex((one) => isSame(one.item, item)) === at)

const isSame = (one: WorkItem, other: WorkItem): boolean =>
  one.id === other.id || sameWords(one.text) === sameWords(other.text)

const listed = (items: readonly OpenItem[]): string =>
  items.map(({ item }) => `${item.id.slice(4, 10)} ${JSON.stringify(item.text.slice(0, 60))}`).join(', ')

const severalItems = (asked: { closing: Closing; name: string }, items: readonly OpenItem[]): Problem =>
  new Problem({
    code: 'item-ambiguous',
    message: `${JSON.stringify(asked.name.slice(0, 60))} matches several open items: ${listed(items)}`,
    fix: `leftoff note ${asked.closing} ${items[0]?.item.id.slice(4, 10) ?? 'ID'}`,
    outcome: 'usage',
  })

const noItem = (asked: { closing: Closing; name: string }, items: readonly OpenItem[]): Problem =>
  new Problem({
    code: 'item-unknown',
    message: `no open ${asked.closing === 'done' ? 'action or task' : 'blocker'} matches ${JSON.stringify(asked.name.slice(0, 60))}`,
    fix:
      items.length > 0
        ? `use one of the open items: ${listed(items)}`
        : 'nothing is open; run leftoff session show to see all notes',
    outcome: 'notFound',
  })

const emptyNote = (kind: NoteKind): Problem =>
  new Problem({
    code: 'note-empty',
    message: `the text of the ${kind} is empty`,
    fix: `leftoff note ${kind} "TEXT"`,
    outcome: 'usage',
  })
