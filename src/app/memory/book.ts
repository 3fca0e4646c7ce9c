import type { NewEvent } from '../../event/define.ts'
import { BOOK } from '../../event/memory.ts'
import type { Rule } from '../../session/rulebook.ts'
import { redactEvents } from '../ingest/redact-events.ts'
import type { World } from '../world.ts'

/** Every rule there is: suggested, approved, rejected, replaced. */
export const rulesOf = async (world: World): Promise<readonly Rule[]> =>
  (await world.log.view(BOOK))?.view.rulebook.rules ?? []

type Judge = (rules: readonly Rule[]) => readonly NewEvent[]

/**
 * Writes into the book what follows from how it stands, all or nothing; judged again when somebody else was faster. So
 * nothing is decided by what was true a moment ago, and whoever was killed and comes again finds it done or not begun.
 */
export async function written(world: World, judge: Judge): Promise<void> {
  const refused = new Set<string>()
  for (;;) {
    const seen = await world.log.view(BOOK)
    const facts = judge(seen?.view.rulebook.rules ?? []).filter(({ id }) => !refused.has(id))
    if (facts.length === 0) return
    const redacted = redactEvents(world, facts, world.place.checkout)
    const appended = await world.log.append(BOOK, redacted, { expectedSeq: seen?.seq ?? 0 })
    if (appended.kind === 'appended' || appended.kind === 'duplicate') return
    // What is stored under an id stays as it was said first, and keeps nobody from the rest.
    if (appended.kind === 'conflict') refused.add(appended.stored.id)
  }
}

/** What is prepared for the next starts knows the rules of before. It goes first: who is killed here leaves none of it. */
export async function decided(world: World, judge: Judge): Promise<void> {
  await written(world, judge)
}
