import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sessionProjection } from '../../src/app/projection.ts'
import { canonicalJson, type JsonValue } from '../../src/event/canonical-json.ts'
import type { NewEvent, StoredEvent } from '../../src/event/define.ts'
import type { SessionId } from '../../src/event/identity.ts'
import { understand } from '../../src/event/understand.ts'
import type { Appended, EventLog, Projection } from '../../src/log/event-log.ts'
import { MemoryLog } from '../../src/log/memory.ts'
import type { Session } from '../../src/session/session.ts'
import { eventId, session } from '../support/events.ts'
import { anyEvent, anyLog } from './arbitrary-events.ts'
import { LIMIT_MS, runs } from './runs.ts'

type TestedFold = Pick<Projection<Session>, 'initial' | 'apply'> & { readonly log?: EventLog<Session> }
type Law = (fold: TestedFold) => fc.IRawProperty<unknown>

const bytes = (view: unknown): string => canonicalJson(view as JsonValue)
const folded = (fold: TestedFold, events: readonly StoredEvent[], from: Session = fold.initial): Session =>
  events.reduce((view, event) => fold.apply(view, event), from)

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) deepFreeze(inner)
  }
  return value
}

const cut = fc.tuple(anyLog, fc.nat(30))

const LAWS = {
  'folding a, then b, equals folding b onto the fold of a': (fold) =>
    fc.property(cut, ([log, at]) => {
      const half = folded(fold, log.slice(0, at))
      folded(fold, log.slice(0, at).toReversed()) // folding other events in between has no effect
      return bytes(folded(fold, log.slice(at), half)) === bytes(folded(fold, log))
    }),
  'serializing a view to JSON and back halfway does not change its final bytes': (fold) =>
    fc.property(cut, ([log, at]) => {
      const stored = bytes(folded(fold, log.slice(0, at)))
      return bytes(folded(fold, log.slice(at), JSON.parse(stored))) === bytes(folded(fold, log))
    }),
  'neither the view nor the event is mutated': (fold) =>
    fc.property(anyLog, (log) => {
      let view = deepFreeze(fold.initial)
      for (const event of log) view = deepFreeze(fold.apply(view, deepFreeze(event)))
    }),
  'events in any order, applied to any view, produce a view that can be stored and queried': (fold) =>
    fc.property(anyLog, anyLog, fc.infiniteStream(fc.nat()), (log, other, dice) => {
      const shuffled = log
        .map((event) => ({ event, at: dice.next().value }))
        .sort((a, b) => a.at - b.at)
        .map(({ event }) => event)
      const view = folded(fold, shuffled, folded(fold, other))
      const keys = sessionProjection.keys(view)
      expect(JSON.parse(bytes(view)).tally.events).toBe(log.length + other.length)
      expect([keys.startedAt, keys.lastAt].every(Number.isSafeInteger)).toBe(true)
      expect([typeof keys.project, typeof keys.open, typeof keys.archived].join()).toBe(
        'string,boolean,boolean',
      )
    }),
  'unknown events are counted and change nothing else': (fold) =>
    fc.property(anyLog, (log) => {
      const isKnown = (event: StoredEvent) => understand(event).kind === 'known'
      const { tally, ...rest } = folded(fold, log)
      const { tally: few, ...same } = folded(fold, log.filter(isKnown))
      const { unknown, malformed, forgotten } = tally
      expect(tally.events).toBe(log.length)
      expect(tally.events - unknown - malformed - forgotten).toBe(few.events)
      expect(bytes(rest)).toBe(bytes(same))
    }),
  'delivering events again, in any order, changes nothing': (fold) =>
    fc.asyncProperty(
      fc.uniqueArray(anyEvent, { selector: ({ id }) => id }),
      fc.nat(99),
      async (events, turn) => {
        const log = fold.log ?? new MemoryLog(sessionProjection)
        const one = session('one')
        await log.append(one, events)
        const once = bytes(await log.view(one))
        await log.append(one, [...events.slice(turn % 7), ...events.toReversed()])
        expect(bytes(await log.view(one))).toBe(once)
      },
    ),
} satisfies Record<string, Law>
type LawName = keyof typeof LAWS

/** For each law, a fold that breaks it, to prove that the law can fail. */
const BREAKS: Record<LawName, () => TestedFold> = {
  'folding a, then b, equals folding b onto the fold of a': () => {
    let calls = 0
    return foldWith((view) => ({ ...view, talk: { ...view.talk, turns: calls++ } }))
  },
  'serializing a view to JSON and back halfway does not change its final bytes': () =>
    foldWith((view) => {
      const seen = view as Session & { seen?: Set<number> }
      const size = seen.seen instanceof Set ? seen.seen.size : 0
      const talk = { ...view.talk, turns: size }
      return { ...view, talk, seen: new Set(Array.from({ length: size + 1 }, (_, n) => n)) } as Session
    }),
  'neither the view nor the event is mutated': () =>
    foldWith((view) => {
      ;(view.craft.recentTools as string[]).push('hammer')
      return view
    }),
  'events in any order, applied to any view, produce a view that can be stored and queried': () =>
    foldWith((view, event) => {
      if (event.type === 'blocker.cleared' && view.work.blockers.length === 0)
        throw new Error('no such blocker')
      return view
    }),
  'unknown events are counted and change nothing else': () =>
    foldWith((view, event) =>
      event.type === 'moon.landed' ? { ...view, talk: { ...view.talk, turns: 1969 } } : view,
    ),
  'delivering events again, in any order, changes nothing': () => ({
    ...sessionProjection,
    log: new AcceptsDuplicates(sessionProjection),
  }),
}

/** Treats every event as new. */
class AcceptsDuplicates extends MemoryLog<Session> {
  #count = 0
  override append(to: SessionId, events: readonly NewEvent[]): Promise<Appended> {
    this.#count += 1
    const renamed = events.map((event) => ({ ...event, id: eventId(`${event.id} delivery ${this.#count}`) }))
    return super.append(to, renamed)
  }
}

const foldWith = (change: (view: Session, event: StoredEvent) => Session): TestedFold => ({
  initial: sessionProjection.initial,
  apply: (view, event) => change(sessionProjection.apply(view, event), event),
})

describe('the session fold', () => {
  test.each(Object.entries<Law>(LAWS))(
    'the session fold obeys the law: %s',
    async (_, law) => {
      await fc.assert(law(sessionProjection), { numRuns: runs(1000) })
    },
    LIMIT_MS,
  )

  test.each(Object.entries(BREAKS))('a fold that breaks the law is detected: %s', async (name, broken) => {
    const law: Law = LAWS[name as LawName]
    const details = await fc.check(law(broken()), { numRuns: 1000 })
    expect(details.failed).toBe(true)
  })
})
