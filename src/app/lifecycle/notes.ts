import { fact, type NewEvent } from '../../event/define.ts'
import type { SessionId } from '../../event/identity.ts'
import * as work from '../../event/work.ts'
import type { Viewed } from '../../log/event-log.ts'
import { Problem } from '../../problem.ts'
import type { Session } from '../../session/session.ts'
import { openItems, type WorkItem } from '../../session/work.ts'
import { redactEvents } from '../ingest/redact-events.ts'
import type { World } from '../world.ts'

export const NOTE_KINDS = ['decision', 'blocker', 'next', 'fact', 'goal', 'task', 'evidence'] as const
export type NoteKind = (typeof NOTE_KINDS)[number]

export interface Note {
  readonly kind: NoteKind
  readonly text: string
  readonly why?: string
  /** Default: user. */
  readonly origin?: 'user' | 'assistant'
}

/** The redacted event for a note by a person or an agent. */
export function noteEvent(world: World, note: Note): NewEvent {
  const said = eventOfNote(world, note)
  return redactEvents(world, [said], world.place.checkout)[0] ?? said
}

function eventOfNote(world: World, note: Note): NewEvent {
  const heading = { id: world.ids.event(), at: world.clock.now() }
  const text = note.text.trim()
  if (text === '') throw emptyNote(note.kind)
  const said = { text, origin: note.origin ?? ('user' as const), ...(note.why && { why: note.why }) }
  switch (note.kind) {
    case 'decision': {
      const { text: choice, ...rest } = said
      return fact(work.DecisionMade, heading, { choice, ...rest })
    }
    case 'blocker':
      return fact(work.BlockerMet, heading, { ...said, ...kindAndText(text) })
    case 'next':
      return fact(work.ActionPlanned, heading, said)
    case 'fact':
      return fact(work.FactPinned, heading, said)
    case 'goal':
      return fact(work.GoalSet, heading, said)
    case 'task':
      return fact(work.TaskOpened, heading, said)
    case 'evidence':
      return fact(work.EvidenceFound, heading, said)
  }
}

/** `need: a database` is a blocker of kind `need`. A URL scheme is not a kind. */
function kindAndText(text: string): { kind?: string; text: string } {
  const found = /^([a-z][a-z-]{1,19}):(?!\/\/)\s*(\S.*)$/s.exec(text)
  return found?.[1] && found[2] ? { kind: found[1], text: found[2] } : { text }
}

export type Closing = 'done' | 'cleared'
interface OpenItem {
  readonly session: SessionId
  readonly item: WorkItem
  readonly list: 'actions' | 'tasks' | 'blockers'
}

const LISTS: Readonly<Record<Closing, readonly OpenItem['list'][]>> = {
  done: ['actions', 'tasks'],
  cleared: ['blockers'],
}

export interface ClosedItem {
  readonly session: SessionId
  readonly event: NewEvent
  readonly item: WorkItem
}

/** Closes the open item with this id, id prefix or text. The most likely session comes first. */
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
  if (list === 'actions') return { session, item, event: fact(work.ActionDone, heading, { action: item.id }) }
  if (list === 'tasks') return { session, item, event: fact(work.TaskClosed, heading, { task: item.id }) }
  return { session, item, event: fact(work.BlockerCleared, heading, { blocker: item.id }) }
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

/** A branch shares items with its parent: the more likely session closes them. */
const distinct = (items: readonly OpenItem[]): readonly OpenItem[] =>
  items.filter(({ item }, at) => items.findIndex((one) => one.item.id === item.id) === at)

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
