import { fact, type NewEvent } from '../../event/define.ts'
import { derivedId, type SessionId } from '../../event/identity.ts'
import { BOOK, type EFFECTS, MemoryTried } from '../../event/memory.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { HeardCorrection } from '../../memory/cluster.ts'
import { seenIn, showingOf } from '../../memory/effects.ts'
import { comparableRule, isSameRule } from '../../memory/similarity.ts'
import type { Rule } from '../../session/rulebook.ts'
import type { Session } from '../../session/session.ts'
import { recordOnce } from '../ingest/record.ts'
import type { World } from '../world.ts'
import { rulesOf } from './rules.ts'

const MOST_SESSIONS = 20

/**
 * What sessions did with the rules that they were given, and with those that were withheld from them: a correction of the
 * same matter, or doing what is forbidden, shows that one was broken; doing what it asks for that it was used.
 */
export async function noteEffects(world: World, heard: readonly HeardCorrection[]): Promise<void> {
  const rules = (await rulesOf(world)).filter(({ state }) => state === 'approved')
  if (rules.length === 0) return
  const views = await world.log.views({ projects: world.place.projectIds, limit: MOST_SESSIONS })
  const facts = views.flatMap((seen) => rules.flatMap((rule) => factsOf(rule, seen, heard)))
  if (facts.length === 0) return
  const known = await notedBefore(world)
  await recordOnce(
    world,
    BOOK,
    facts.filter(({ id }) => !known.has(id)),
  )
}

async function notedBefore(world: World): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for await (const { id } of world.log.read({ session: BOOK, onDamage: () => {} })) ids.add(id)
  return ids
}

type Effect = (typeof EFFECTS)[number]

function factsOf(
  rule: Rule,
  { session, view }: Viewed<Session>,
  heard: readonly HeardCorrection[],
): readonly NewEvent[] {
  const at = view.life.lastActivityAt
  return effectsOf(rule, { session, view }, heard).map((effect) => {
    const id = derivedId('evt', BOOK, MemoryTried.type, rule.id, session, effect)
    return fact(MemoryTried, { id, at }, { memory: rule.id, during: session, effect })
  })
}

function effectsOf(
  rule: Rule,
  { session, view }: { readonly session: SessionId; readonly view: Session },
  heard: readonly HeardCorrection[],
): readonly Effect[] {
  const { told = [], withheld = [] } = view.memory
  const isTold = told.includes(rule.id)
  if (!isTold && !withheld.includes(rule.id)) return []
  const matter = comparableRule(rule.text)
  const { isUsed, isBroken } = seenIn(showingOf(rule.text), {
    commands: view.craft.successes.map(({ command }) => command),
    paths: view.craft.files.map(({ path }) => path),
  })
  const isCorrected = heard.some(
    ({ session: where, correction }) =>
      where === session && correction.at > rule.at && isSameRule(correction, matter),
  )
  const isBrokenAnyhow = isBroken || isCorrected
  return isTold
    ? ['given', ...(isUsed ? (['used'] as const) : []), ...(isBrokenAnyhow ? (['broken'] as const) : [])]
    : [
        'withheld',
        ...(isUsed ? (['used-without'] as const) : []),
        ...(isBrokenAnyhow ? (['broken-without'] as const) : []),
      ]
}
