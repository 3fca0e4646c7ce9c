import type { AgentAdapter, ParsedHook } from '../../agent/adapter.ts'
import { sessionIdOf } from '../../agent/event-draft.ts'
import { aged } from '../../brief/age.ts'
import { isNothing, leftBy } from '../../brief/left.ts'
import { briefOf, type Conditions, type Prepared, type Ready } from '../../brief/prepared.ts'
import { inspectedTree, NO_GIT_REPORT } from '../../brief/working-tree.ts'
import type { SessionId } from '../../event/identity.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Whereabouts } from '../../session/session.ts'
import { tokenCeiling } from '../../text/tokens.ts'
import { isLiving, MOST_SETTLED, settleThese } from '../lifecycle/start.ts'
import type { World } from '../world.ts'
import type { HookReply } from './hook-reply.ts'
import { MOST_HEADS, placeKey } from './place-key.ts'
import type { Made } from './prepare.ts'
import { type Giveable, givenBrief, type Occasion } from './reply-with-brief.ts'
import { Unprepared } from './unprepared.ts'

/**
 * What a session reads at its start, of what was prepared for it. Nothing of it is composed here: where that would be
 * needed, it says so.
 */
export async function preparedGreeting(
  world: World,
  agent: AgentAdapter,
  hook: ParsedHook,
): Promise<HookReply | undefined> {
  const own = sessionIdOf(agent.name, hook.session)
  const place = placeKey(world)
  const kept = world.index.ready(place)
  const { living } = await settleThese(world, await openSessions(world, kept), own)
  if (agent.isBriefedAtPrompt) return undefined
  const isSame =
    hook.turn?.kind === 'start' && (hook.turn.source === 'resume' || hook.turn.source === 'compact')
  if (isSame) throw new Unprepared()
  const beginner = { agent: agent.name, own, living }
  const occasion = { agent, hook, own, withhold: world.settings['memory.withhold'] }
  const ready = kept.find((one) => isFor(one, living))
  if (ready && !(await isCurrent(world, ready, beginner))) throw new Unprepared()
  const given = ready && givenReady(world, occasion, ready)
  if (given) return given === 'nothing' ? undefined : given
  const prepared = await currentAmong(world, world.index.prepared(place), beginner)
  return givenPrepared(world, occasion, { prepared })
}

/** What was prepared for whoever begins beside those who are at work now, if nothing was left anywhere since. */
export async function preparedFor(
  world: World,
  { agent, own }: Pick<Beginner, 'agent' | 'own'>,
): Promise<Prepared> {
  const kept = world.index.prepared(placeKey(world))
  const open = await openSessions(world, kept)
  // What has become of the others was looked at when this one began.
  const living = new Set(
    open.filter((seen) => seen.session !== own && isLiving(world, seen.view)).map(({ session }) => session),
  )
  return currentAmong(world, kept, { agent, own, living })
}

async function currentAmong(world: World, kept: readonly Prepared[], beginner: Beginner): Promise<Prepared> {
  const found = kept.find((one) => isFor(one, beginner.living))
  // A session that goes on must not be told of itself as of another.
  const isOfItself = found?.sessions.some(({ session }) => session === beginner.own)
  if (!found || isOfItself || !(await isCurrent(world, found, beginner))) throw new Unprepared()
  return found
}

/** Those that have not ended; of whoever has gone no further since it is known how they stand. */
export async function openSessions(
  world: World,
  kept: readonly Conditions[],
): Promise<readonly Viewed<Whereabouts>[]> {
  const heads = await world.log.heads({
    projects: world.place.projectIds,
    open: true,
    limit: MOST_SETTLED,
  })
  const found = heads.map(
    async ({ session, seq }) =>
      kept[0]?.open.find((one) => one.session === session && one.seq === seq) ??
      (await world.log.view(session)),
  )
  return (await Promise.all(found)).filter((one) => one !== undefined)
}

type Living = ReadonlySet<SessionId>

/** Whether those are at work who were taken to be. */
function isFor({ sessions, living: taken }: Conditions, living: Living): boolean {
  const found = sessions.filter(({ session }) => living.has(session))
  return found.length === taken.length && found.every(({ session }) => taken.includes(session))
}

/** The finished brief, where the files stand as they did, and the client takes all of it. */
function givenReady(world: World, occasion: Occasion, ready: Ready): HookReply | 'nothing' | undefined {
  if (ready.budget !== world.settings['brief.session-budget']) return undefined
  return givenUnlessNothing({ ...ready, text: aged(ready.text, world.clock.now()) }, occasion)
}

const givenUnlessNothing = (brief: Giveable, occasion: Occasion): HookReply | 'nothing' | undefined =>
  brief.text === '' && !brief.rules ? 'nothing' : givenBrief(brief, occasion)

/** The brief of what was prepared, as of now. */
export function givenPrepared(
  world: World,
  occasion: Occasion,
  { prepared, ready }: Made,
): HookReply | undefined {
  const whole = ready && givenReady(world, occasion, ready)
  if (whole) return whole === 'nothing' ? undefined : whole
  const most = world.settings['brief.session-budget']
  for (const budget of [most, most / 2, most / 4].map(Math.floor)) {
    const tree = inspectedTree(world.treeAt(world.place.checkout, prepared.elsewhere), NO_GIT_REPORT)
    const found = briefOf(prepared, { tree, now: world.clock.now(), budget, count: world.countTokens })
    const brief = found ?? { lines: [], told: [], text: '' }
    const tokens = Math.min(budget, tokenCeiling(brief.text))
    const given = givenUnlessNothing({ ...brief, ...prepared, tokens }, occasion)
    if (given === 'nothing') return undefined
    if (given) return given
  }
  return undefined
}

interface Beginner {
  readonly agent: string
  readonly own: SessionId
  readonly living: Living
}

/** Whether nothing has been left anywhere since. */
async function isCurrent(world: World, conditions: Conditions, beginner: Beginner): Promise<boolean> {
  const { heads, since, handoffs, until } = conditions
  const { agent, own, living } = beginner
  if (!isFor(conditions, living) || handoffs.includes(agent) || world.clock.now() > until) return false
  const now = await world.log.heads({ projects: world.place.projectIds, since, limit: MOST_HEADS })
  const known = new Map(heads.map(({ session, seq }) => [session, seq]))
  for (const { session, seq } of now) {
    if (session === own || known.get(session) === seq) continue
    const seen = await world.log.view(session)
    if (seen && !isNothing(leftBy(seen.view))) return false
  }
  return true
}
