import type { KnownEvent, KnownEventOf } from '../../event/catalogue.ts'
import { understand } from '../../event/understand.ts'
import type { Viewed } from '../../log/event-log.ts'
import {
  type CompactionFacts,
  type CompactionReport,
  droppedOf,
  reportCompaction,
} from '../../session/compaction-report.ts'
import { foldSession, noSession, type Session } from '../../session/session.ts'
import type { World } from '../world.ts'

/** What each compaction of a session lost, and what the next brief restored. */
export async function compactionHistory(
  world: World,
  { session, view }: Viewed<Session>,
): Promise<readonly CompactionReport[]> {
  if (view.talk.compactions === 0) return []
  const fold = new CompactionFold()
  // Damage is reported where events are listed.
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
    if (event.type === 'brief.given' && this.#current && !this.#current.told)
      this.#current = { ...this.#current, told: event.told ?? [] }
  }

  end(): readonly CompactionReport[] {
    if (this.#current?.summary !== undefined || this.#isOver) this.#close()
    return this.#reports
  }

  #isOver = false

  /** Discards a compaction that began and was never completed. */
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
