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

/** What every compaction of a session lost, and what was told again afterwards. */
export async function compactionHistory(
  world: World,
  { session, view }: Viewed<Session>,
): Promise<readonly CompactionReport[]> {
  if (view.talk.compactions === 0) return []
  const watch = new Watch()
  const passOver = (): void => {} // what is damaged was told by whoever shows the events
  for await (const stored of world.log.read({ session, onDamage: passOver })) {
    const meaning = understand(stored)
    if (meaning.kind === 'known') watch.see(meaning.event)
    watch.state = foldSession(watch.state, stored)
  }
  return watch.end()
}

/**
 * Clients tell of a compaction in their own order: that it begins, the new brief and the summary, or the summary first.
 * So a compaction lasts from its first sign to the first sign of the next one.
 */
class Watch {
  state: Session = noSession
  readonly #reports: CompactionReport[] = []
  #current: CompactionFacts | undefined

  see(event: KnownEvent): void {
    if (event.type === 'context.compacting') this.#begin(event.at)
    if (event.type === 'context.compacted' && event.upTo !== undefined) this.#ownSummed(event)
    else if (event.type === 'context.compacted') this.#summed(event.at, event.summary)
    if (event.type === 'compaction.undone') this.#undo(event.compaction)
    if (event.type === 'brief.given' && this.#current && !this.#current.told)
      this.#current = { ...this.#current, told: event.told ?? [] }
  }

  end(): readonly CompactionReport[] {
    if (this.#current?.summary !== undefined || this.#isOver) this.#close()
    return this.#reports
  }

  #isOver = false

  /** One that began and came to nothing is none. */
  #begin(at: number): void {
    if (this.#isOver) this.#close()
    this.#current = { at, before: this.state }
  }

  #summed(at: number, summary: string | undefined): void {
    if (!this.#current || this.#isOver) this.#begin(at)
    if (this.#current) this.#current = { ...this.#current, at, summary }
    this.#isOver = true
  }

  readonly #own = new Map<string, number>()

  #ownSummed(event: KnownEventOf<'context.compacted'>): void {
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
