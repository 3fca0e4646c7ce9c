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
import { appendUnstored } from '../append-retry.ts'
import { redactEvents } from '../ingest/redact-events.ts'
import type { WorldWith } from '../world.ts'

interface SymbolBounds {
  readonly budgetMs: number
  readonly now: () => number
}

interface SymbolScope {
  readonly projects?: readonly string[]
  /** Maximum number of sessions. The latest sessions come first. */
  readonly limit?: number
}

/** Whether the session changed files whose symbols are not indexed yet. */
export const hasPendingSymbols = ({ craft }: Session): boolean =>
  (craft.changedSeq ?? 0) > (craft.indexedSeq ?? 0)

/**
 * Finds the functions and classes that sessions touched, latest session first, until the time is up. Never call it in a
 * hook: parsing takes longer than an agent should wait. Returns how many sessions were finished.
 */
export async function indexPendingSymbols(
  world: WorldWith<'syntax' | 'sourceText'>,
  bounds: SymbolBounds,
  { projects, limit = MAX_SESSIONS }: SymbolScope = {},
): Promise<number> {
  const deadline = bounds.now() + bounds.budgetMs
  const views = await world.log.views({ archived: false, limit, ...(projects && { projects }) })
  let finished = 0
  for (const viewed of views.filter(({ view }) => hasPendingSymbols(view))) {
    const budgetMs = deadline - bounds.now()
    if (budgetMs <= 0) break
    if (await ignoreProblems(() => indexSessionSymbols(world, viewed, { ...bounds, budgetMs }))) finished += 1
  }
  return finished
}

/** Indexes one session and returns its current view. */
export async function refreshSymbols(
  world: WorldWith<'syntax' | 'sourceText'>,
  viewed: Viewed<Session>,
  bounds: SymbolBounds,
): Promise<Viewed<Session>> {
  if (!hasPendingSymbols(viewed.view)) return viewed
  await ignoreProblems(() => indexSessionSymbols(world, viewed, bounds))
  return (await world.log.view(viewed.session)) ?? viewed
}

/** A busy, full or damaged log must not make the command fail. A later run finds the symbols. */
async function ignoreProblems(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

const MAX_SESSIONS = 200
/** Limit per change, because a generated file may define thousands of symbols. */
const MAX_SYMBOLS = 40
const MAX_BATCH = 500

/**
 * Event ids derive from the changes, so two processes that index the same session store each symbol once. Returns
 * whether the whole session was indexed.
 */
async function indexSessionSymbols(
  world: WorldWith<'syntax' | 'sourceText'>,
  viewed: Viewed<Session>,
  { budgetMs, now }: SymbolBounds,
): Promise<boolean> {
  if (!hasPendingSymbols(viewed.view)) return true
  const deadline = now() + budgetMs
  const collector = new SymbolCollector(world, viewed, await world.log.generation())
  const onDamage = (): void => {} // `verify` reports damage
  const after = viewed.view.craft.indexedSeq ?? 0
  for await (const stored of world.log.read({ session: viewed.session, after, onDamage })) {
    if (stored.type !== 'file.changed' && stored.type !== 'file.read' && stored.type !== 'tool.returned')
      continue
    const meaning = understand(stored)
    if (meaning.kind !== 'known') continue
    if (meaning.event.type === 'file.changed') await collector.add(meaning.event)
    else collector.texts.observe(meaning.event)
    if (collector.isFull) await collector.store()
    if (now() > deadline) break
  }
  await collector.store()
  return collector.upTo >= (viewed.view.craft.changedSeq ?? 0)
}

class SymbolCollector {
  readonly texts = new SeenTexts()
  upTo = 0
  #facts: NewEvent[] = []
  readonly #world: WorldWith<'syntax' | 'sourceText'>
  readonly #viewed: Viewed<Session>

  /** The generation of the log before its events were read. */
  readonly #generation: number

  constructor(world: WorldWith<'syntax' | 'sourceText'>, viewed: Viewed<Session>, generation: number) {
    this.#world = world
    this.#viewed = viewed
    this.#generation = generation
  }

  get isFull(): boolean {
    return this.#facts.length >= MAX_BATCH
  }

  async add(change: KnownEventOf<'file.changed'>): Promise<void> {
    this.upTo = change.seq
    const language = detectLanguage(change.path)
    if (!language) return
    const { checkout } = this.#viewed.view.identity
    const located = this.texts.locate(change, () =>
      this.#world.sourceText(absolutePath(checkout, change.path)),
    )
    if (!located) return
    const touched = await findTouchedSymbols(this.#world.syntax, language, located)
    const facts = touched.slice(0, MAX_SYMBOLS).map((one) => touchedFact(change, one, located))
    this.#facts.push(...new Map(facts.map((one) => [one.id, one])).values())
  }

  /** Skips events that another process stored in the meantime, perhaps with different line numbers. */
  async store(): Promise<void> {
    if (this.upTo === 0) return
    const { session, view } = this.#viewed
    const id = derivedId('evt', session, SymbolsIndexed.type, String(this.upTo))
    const indexed = fact(SymbolsIndexed, { id, at: this.#world.clock.now() }, { upTo: this.upTo })
    const facts = [...redactEvents(this.#world, this.#facts, view.identity.checkout), indexed]
    this.#facts = []
    const options = { generation: this.#generation }
    await appendUnstored(facts, (rest) => this.#world.log.append(session, rest, options))
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
