import { type Leftover, leftoverOf } from '../../brief/leftover.ts'
import type { KnownEvent, KnownEventOf } from '../../event/catalogue.ts'
import type { StoredEvent } from '../../event/define.ts'
import { understand } from '../../event/understand.ts'
import type { Damage, Viewed } from '../../log/event-log.ts'
import {
  type CompactionFacts,
  type CompactionReport,
  droppedOf,
  reportCompaction,
} from '../../session/compaction-report.ts'
import { describeEvent } from '../../session/event-text.ts'
import { type Focus, focusOf } from '../../session/focus.ts'
import { foldSession, noSession, type Session } from '../../session/session.ts'
import { type ContextStatus, contextStatusOf } from '../context/context-status.ts'
import type { World } from '../world.ts'
import { type Summary, summarizeSession } from './session-summary.ts'

export interface StoryEvent {
  readonly seq: number
  readonly at: number
  readonly type: string
  readonly text: string
  /** Why this release cannot read the event; absent if it can. */
  readonly kind?: 'unknown' | 'forgotten' | 'malformed'
}

export interface Story {
  readonly session: Summary
  readonly focus: Focus
  readonly left: Leftover
  /** Summaries of the most recent significant results. */
  readonly hot: readonly { readonly at: number; readonly text: string }[]
  readonly events: readonly StoryEvent[]
  readonly damage: readonly Damage[]
  readonly carry: ContextStatus
  /** The items that each compaction lost, and those that were restored. */
  readonly compactions: readonly CompactionReport[]
}

export async function storyOf(
  world: World,
  seen: Viewed<Session>,
  ask: { readonly last?: number },
): Promise<Story> {
  const damage: Damage[] = []
  const events: StoryEvent[] = []
  const after = ask.last ? Math.max(0, seen.seq - ask.last) : 0
  const query = { session: seen.session, after, onDamage: (one: Damage) => damage.push(one) }
  for await (const event of world.log.read(query)) events.push(storyEvent(event))
  const hot = seen.view.memory.hot.slice(-world.settings['session.hot-entries'])
  return {
    session: summarizeSession(world, seen),
    focus: focusOf(seen.view),
    left: leftoverOf(seen.view),
    hot: hot.map(({ at, text }) => ({ at, text })),
    events,
    damage,
    carry: contextStatusOf(seen.view),
    compactions: await compactionHistory(world, seen),
  }
}

function storyEvent(stored: StoredEvent): StoryEvent {
  const { seq, at, type, version } = stored
  const meaning = understand(stored)
  switch (meaning.kind) {
    case 'known':
      return { seq, at, type, text: describeEvent(meaning.event) }
    case 'unknown':
      return {
        seq,
        at,
        type,
        kind: 'unknown',
        text: `an event from a newer release (${type} version ${version})`,
      }
    case 'forgotten':
      return { seq, at, type, kind: 'forgotten', text: 'forgotten' }
    case 'malformed':
      return { seq, at, type, kind: 'malformed', text: `malformed: ${meaning.reason}` }
  }
}

/** The items that each compaction of a session lost, and those that the next brief restored. */
export async function compactionHistory(
  world: World,
  { session, view }: Viewed<Session>,
): Promise<readonly CompactionReport[]> {
  if (view.talk.compactions === 0) return []
  const fold = new CompactionFold()
  // Ignores damage, which `storyOf` reports.
  for await (const stored of world.log.read({ session, onDamage: () => {} })) {
    const meaning = understand(stored)
    if (meaning.kind === 'known') fold.apply(meaning.event)
    fold.state = foldSession(fold.state, stored)
  }
  return fold.end()
}

/**
 * Clients report the start, the new brief and the summary of a compaction in different orders. So a compaction lasts from
 * its first event to the first event of the next one.
 */
class CompactionFold {
  state: Session = noSession
  readonly #reports: CompactionReport[] = []
  #current: CompactionFacts | undefined

  apply(event: KnownEvent): void {
    if (event.type === 'context.compacting') this.#begin(event.at)
    if (event.type === 'context.compacted' && event.upTo !== undefined) this.#addOwn(event)
    else if (event.type === 'context.compacted') this.#complete(event.at, event.summary)
    if (event.type === 'compaction.undone') this.#undo(event.compaction)
    if (event.type === 'brief.given' && this.#current && !this.#current.briefSources)
      this.#current = { ...this.#current, briefSources: event.told ?? [] }
  }

  end(): readonly CompactionReport[] {
    if (this.#current?.summary !== undefined || this.#isOver) this.#close()
    return this.#reports
  }

  #isOver = false

  /** Begins a compaction, and discards an earlier one that was never completed. */
  #begin(at: number): void {
    if (this.#isOver) this.#close()
    this.#current = { at, before: this.state }
  }

  #complete(at: number, summary: string | undefined): void {
    if (!this.#current || this.#isOver) this.#begin(at)
    if (this.#current) this.#current = { ...this.#current, at, summary }
    this.#isOver = true
  }

  readonly #own = new Map<string, number>()

  #addOwn(event: KnownEventOf<'context.compacted'>): void {
    const { at, summary, by = 'rules', tokensBefore = 0, tokensAfter = 0, found = {} } = event
    const own = { by, tokensBefore, tokensAfter, isUndone: false, dropped: droppedOf(found) }
    this.#own.set(event.id, this.#reports.length)
    this.#reports.push(reportCompaction({ at, before: this.state, summary, own }))
  }

  #undo(id: string): void {
    const index = this.#own.get(id) ?? -1
    const report = this.#reports[index]
    if (report?.own) this.#reports[index] = { ...report, own: { ...report.own, isUndone: true } }
  }

  #close(): void {
    if (this.#current) this.#reports.push(reportCompaction(this.#current))
    this.#current = undefined
    this.#isOver = false
  }
}
