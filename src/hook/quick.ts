import type { AgentAdapter, ParsedHook } from '../agent/adapter.ts'
import { agents } from '../agent/agents.ts'
import { eventFromDraft, sessionIdOf } from '../agent/event-draft.ts'
import type { HookReply } from '../app/context/hook-reply.ts'
import type { Before } from '../app/context/turn-greeting.ts'
import type { HookCall } from '../app/ingest/hook-call.ts'
import { redactEvents } from '../app/ingest/redact-events.ts'
import type { World } from '../app/world.ts'
import type { NewEvent } from '../event/define.ts'
import type { SessionId } from '../event/identity.ts'
import { sealed } from '../event/wire.ts'
import { ViewReader } from '../log/sqlite/view-reader.ts'
import type { withContextUsage } from '../machine/context-usage.ts'
import { type Ground, groundOf } from '../machine/ground.ts'
import { readingLog, readingWorld } from '../machine/reading-world.ts'
import type { Session } from '../session/session.ts'
import { SESSION_SHAPE } from '../session/shape.ts'
import { Maildir } from '../spool/maildir.ts'
import { folderOf } from './folder.ts'
import { print } from './output.ts'
import { type LifeWaiting, lifeWaiting } from './waiting.ts'

/**
 * `leftoff hook AGENT` where nothing is out of the ordinary: the session is new or known, nothing waits that could
 * change the answer, no other session turns out to have ended. An agent waits for us, and nothing that it reads depends
 * on its own telling being in the log: so that is left in the spool, redacted, and the log is only read. Answers false
 * for everything else, having said and stored nothing: then the whole hook answers.
 */
export async function quickly(name: string, payload: string, means: Means): Promise<boolean> {
  process.exitCode = 0
  const reply = await attempted(name, payload, means)
  if (reply === undefined) return false
  print(reply)
  return true
}

async function attempted(name: string, payload: string, means: Means): Promise<string | undefined> {
  try {
    const agent = agents.get(name)
    const heard = agent?.parse(payload)
    if (!agent || heard?.kind !== 'parsed' || !heard.turn || heard.turn.kind === 'end') return undefined
    return await answered(agent, heard, means)
  } catch {
    return undefined // the whole hook meets it again
  }
}

/** What answers, and what of the world it needs besides the log. */
export interface Means {
  with(ground: Ground, log: World['log']): Partial<World>
  greet(world: World, agent: AgentAdapter, heard: ParsedHook, before: Before): Promise<HookReply | undefined>
  /** The facts of a session that begins; absent where none does. */
  begin?(world: World, agent: AgentAdapter, told: Told): Promise<readonly NewEvent[]>
  /** Absent where how full the context is does not matter. */
  readonly count?: typeof withContextUsage
}

/** What a client told, and when we heard it. */
export type Told = Pick<HookCall, 'hook' | 'at'>

async function answered(
  agent: AgentAdapter,
  heard: ParsedHook,
  { with: extras, greet, count, begin }: Means,
): Promise<string | undefined> {
  const { env } = process
  const ground = groundOf(env, folderOf(heard, env))
  const spool = new Maildir(ground.paths().spool)
  const session = sessionIdOf(agent.name, heard.session)
  const waiting = await lifeWaiting(spool, agents, session)
  if (!waiting) return undefined
  const path = ground.paths().log
  let reader: ViewReader<Session> | undefined
  const log = readingLog(path, () => {
    reader ??= new ViewReader<Session>(path, SESSION_SHAPE)
    return reader
  })
  try {
    const world = withoutEnded(readingWorld(ground, log, extras(ground, log)), waiting.ended)
    const told = { hook: heard, at: world.clock.now() }
    if (await isOtherwise(world, { own: session, isStart: heard.turn?.kind === 'start', waiting }))
      return undefined
    const beginning = heard.turn?.kind === 'start' ? await begin?.(world, agent, told) : []
    if (!beginning) return undefined
    const now = (await count?.(world, agent, heard, { folder: ground.paths().prepared })) ?? heard
    const given = await greet(world, agent, now, waiting)
    const heading = { agent: agent.name, session: heard.session, heardAt: told.at }
    const said = redacted(
      world,
      now.drafts.map((one) => eventFromDraft(heading, one)),
    )
    const ours = (given?.drafts ?? []).map((one) => eventFromDraft(heading, one))
    const events = [...beginning, ...said, ...ours]
    const kind = heard.turn?.kind === 'start' ? 'start' : 'turn'
    const { directory } = ground
    if (events.length > 0) spool.leave('leftoff', sealed({ session, events, heard: true, directory }), kind)
    return agent.reply({ event: heard.event, text: given?.text, closing: given?.closing })
  } finally {
    reader?.close()
  }
}

const redacted = (world: World, facts: readonly NewEvent[]): readonly NewEvent[] =>
  facts.length > 0 ? redactEvents(world, facts, world.place.checkout) : facts

/** Whether more must be found out about the session: one that begins is not known, and every other one is. */
async function isOtherwise(
  world: World,
  {
    own,
    isStart,
    waiting,
  }: { readonly own: SessionId; readonly isStart: boolean; readonly waiting: LifeWaiting },
): Promise<boolean> {
  const isKnown = waiting.begun.has(own) || (await world.log.view(own)) !== undefined
  return isKnown === isStart || waiting.ended.has(own)
}

/** A session whose end is in the spool is not open, whatever the log says yet. */
function withoutEnded(world: World, ended: ReadonlySet<SessionId>): World {
  if (ended.size === 0) return world
  const still = <T extends { readonly session: SessionId }>(
    found: readonly T[],
    open = false,
  ): readonly T[] => (open ? found.filter(({ session }) => !ended.has(session)) : found)
  const log: World['log'] = {
    ...world.log,
    views: async (query) => still(await world.log.views(query), query?.open),
    heads: async (query) => still(await world.log.heads(query), query?.open),
  }
  return { ...world, log }
}
