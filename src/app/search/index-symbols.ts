import { absolutePath } from '../../agent/file-changes.ts'
import type { KnownEventOf } from '../../event/catalogue.ts'
import { fact, type NewEvent } from '../../event/define.ts'
import { derivedId } from '../../event/identity.ts'
import { SymbolsIndexed, SymbolTouched } from '../../event/tool.ts'
import { understand } from '../../event/understand.ts'
import type { Viewed } from '../../log/event-log.ts'
import { Problem } from '../../problem.ts'
import type { Session } from '../../session/session.ts'
import { detectLanguage } from '../../symbols/language.ts'
import { type LocatedChange, SeenTexts } from '../../symbols/seen-texts.ts'
import { findTouchedSymbols, type TouchedSymbol } from '../../symbols/touched-symbols.ts'
import { redactEvents } from '../ingest/redact-events.ts'
import type { WorldWith } from '../world.ts'

export interface IndexBounds {
  readonly budgetMs: number
  readonly now: () => number
}

export interface IndexScope {
  readonly projects?: readonly string[]
  /** So many sessions, the latest of them, are looked at. */
  readonly most?: number
}

/** Whether files were changed that nobody has looked through yet. */
export const isPending = ({ craft }: Session): boolean => (craft.changedSeq ?? 0) > (craft.indexedSeq ?? 0)

/**
 * Looks through the changed files of sessions for the functions and classes that were touched, the latest session
 * first, as far as the time allows; the rest waits. Never in a hook: a parser takes longer than an agent should wait. Answers
 * how many sessions were finished.
 */
export async function indexPending(
  world: WorldWith<'syntax' | 'sourceText'>,
  bounds: IndexBounds,
  { projects, most = MOST_LOOKED_AT }: IndexScope = {},
): Promise<number> {
  const deadline = bounds.now() + bounds.budgetMs
  const views = await world.log.views({
    archived: false,
    limit: most,
    ...(projects && { projects }),
  })
  let finished = 0
  for (const seen of views.filter(({ view }) => isPending(view))) {
    const budgetMs = deadline - bounds.now()
    if (budgetMs <= 0) break
    if (await inPassing(() => indexSession(world, seen, { ...bounds, budgetMs }))) finished += 1
  }
  return finished
}

/** The session as it is after that, for whoever came to look at it. */
export async function indexed(
  world: WorldWith<'syntax' | 'sourceText'>,
  seen: Viewed<Session>,
  bounds: IndexBounds,
): Promise<Viewed<Session>> {
  if (!isPending(seen.view)) return seen
  await inPassing(() => indexSession(world, seen, bounds))
  return (await world.log.view(seen.session)) ?? seen
}

/** A log that is busy, full or damaged keeps nobody from what he came for: what was not found now is found later. */
async function inPassing(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

const MOST_LOOKED_AT = 200
/** Of one change. A file that was made by a machine may define thousands. */
const MOST_OF_CHANGE = 40
const MOST_FACTS = 500

/**
 * One session. What is found gets its ids from the changes, so that looking twice stores once, and two processes may
 * look at the same time. Answers whether all of it was looked through.
 */
export async function indexSession(
  world: WorldWith<'syntax' | 'sourceText'>,
  seen: Viewed<Session>,
  { budgetMs, now }: IndexBounds,
): Promise<boolean> {
  if (!isPending(seen.view)) return true
  const deadline = now() + budgetMs
  const index = new Index(world, seen)
  const passOver = (): void => {} // what is damaged defines nothing; verify tells of it
  const after = seen.view.craft.indexedSeq ?? 0
  for await (const stored of world.log.read({ session: seen.session, after, onDamage: passOver })) {
    if (stored.type !== 'file.changed' && stored.type !== 'file.read' && stored.type !== 'tool.returned')
      continue
    const meaning = understand(stored)
    if (meaning.kind !== 'known') continue
    if (meaning.event.type === 'file.changed') await index.take(meaning.event)
    else index.texts.observe(meaning.event)
    if (index.isFull) await index.store()
    if (now() > deadline) break
  }
  await index.store()
  return index.upTo >= (seen.view.craft.changedSeq ?? 0)
}

class Index {
  readonly texts = new SeenTexts()
  upTo = 0
  #facts: NewEvent[] = []
  readonly #world: WorldWith<'syntax' | 'sourceText'>
  readonly #seen: Viewed<Session>

  constructor(world: WorldWith<'syntax' | 'sourceText'>, seen: Viewed<Session>) {
    this.#world = world
    this.#seen = seen
  }

  get isFull(): boolean {
    return this.#facts.length >= MOST_FACTS
  }

  async take(change: KnownEventOf<'file.changed'>): Promise<void> {
    this.upTo = change.seq
    const language = detectLanguage(change.path)
    if (!language) return
    const { checkout } = this.#seen.view.identity
    const placed = this.texts.locate(change, () =>
      this.#world.sourceText(absolutePath(checkout, change.path)),
    )
    if (!placed) return
    const touched = await findTouchedSymbols(this.#world.syntax, language, placed)
    const facts = touched.slice(0, MOST_OF_CHANGE).map((one) => touchedFact(change, one, placed))
    this.#facts.push(...new Map(facts.map((one) => [one.id, one])).values())
  }

  /** What is stored under an id stays as it is: another process found it in the file as it was then. */
  async store(): Promise<void> {
    if (this.upTo === 0) return
    const { session, view } = this.#seen
    const id = derivedId('evt', session, SymbolsIndexed.type, String(this.upTo))
    const done = fact(SymbolsIndexed, { id, at: this.#world.clock.now() }, { upTo: this.upTo })
    let facts = [...redactEvents(this.#world, this.#facts, view.identity.checkout), done]
    this.#facts = []
    while (facts.length > 0) {
      const appended = await this.#world.log.append(session, facts)
      if (appended.kind !== 'conflict') return
      facts = facts.filter((one) => one.id !== appended.stored.id)
    }
  }
}

const touchedFact = (
  change: KnownEventOf<'file.changed'>,
  { name, kind, line }: TouchedSymbol,
  { isNumbered }: LocatedChange,
): NewEvent =>
  fact(
    SymbolTouched,
    { id: derivedId('evt', change.id, SymbolTouched.type, name), at: change.at },
    { name, kind, file: change.path, ...(isNumbered && { line }) },
  )
