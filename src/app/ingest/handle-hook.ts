import type { AgentAdapter, AgentAnswer, ContextUsage, ParsedHook } from '../../agent/adapter.ts'
import { type EventDraft, eventDraft, eventFromDraft, sessionIdOf } from '../../agent/event-draft.ts'
import { ContextMeasured } from '../../event/context.ts'
import type { EventId, SessionId } from '../../event/identity.ts'
import { BriefGiven } from '../../event/upkeep.ts'
import { Problem } from '../../problem.ts'
import type { UsageMeasurement } from '../../session/context.ts'
import { hasUnreportedMerges } from '../../session/merges.ts'
import type { Session } from '../../session/session.ts'
import { isOpen } from '../../session/state.ts'
import { isDamage, unlessDamaged } from '../append-retry.ts'
import type { FoundOrigin } from '../branch/fork.ts'
import { contextFor } from '../context/context-for.ts'
import { SAME_EVENT_MS } from '../context/hook-reply.ts'
import { endSuperseded } from '../lifecycle/change-state.ts'
import type { World } from '../world.ts'
import { type DrainBounds, drainSpool } from './drain-spool.ts'
import { type HookCall, ingest } from './ingest.ts'

/** Limits how much one hook ingests from other sessions. The next hook continues. */
const SPOOL_BOUNDS = { deliveries: 200, withinMs: 300 }
/** Limits how long startup waits for the recovery of crashed sessions. Commands handle longer transcripts. */
const RECOVERY_MS = 300

interface HookRequest {
  readonly agent: AgentAdapter
  readonly call: HookCall
  /** Receives errors that do not prevent the hook from doing its work. */
  readonly onError: (error: unknown) => void
}

/** Drains the spool, composes the reply, and stores the call. */
export async function handleHook(world: World, request: HookRequest): Promise<Omit<AgentAnswer, 'event'>> {
  const { agent, call } = request
  const { hook } = call
  await bringUpToDate(world, request)
  const now = await withContextUsage(world, agent, hook)
  const origin = await originOfFork(world, agent, hook)
  const reply = await replyUnlessForgotten(world, () => contextFor(world, agent, now, origin?.seen))
  const given = (reply?.drafts ?? []).map((draft) => ownBrief(world, draft))
  const drafts = [...now.drafts, ...(origin ? [origin.draft] : []), ...given]
  const { session, stored } = await ingest(world, agent, [{ ...call, hook: { ...hook, drafts } }])
  // If hooks are installed twice, both may run at once. Only the one that stored the call replies.
  if (stored === 0 && drafts.length > 0 && repliesOnce(hook)) return {}
  const brief = given.find(({ type }) => type === BriefGiven.type)
  if (hook.turn?.kind === 'start' && brief) {
    const own = eventFromDraft({ agent: agent.name, session: hook.session, receivedAt: 0 }, brief).id
    if (await wasBriefedBefore(world, session, own)) return {}
  }
  if (hook.turn?.kind === 'prompt') await clearMarkers(world, agent, session)
  if (hook.turn?.kind === 'stop') await updateBeads(world, session, request)
  if (hook.turn?.kind === 'stop') await commitTurn(world, session, request)
  return { text: reply?.text, notice: reply?.notice, closing: reply?.closing }
}

/** Stores everything that happened before this call, because the reply depends on it. */
async function bringUpToDate(world: World, request: HookRequest): Promise<void> {
  const { agent, call, onError } = request
  const { hook } = call
  if (needsNextPrompt(agent, hook))
    world.promptMarkers?.set(agent.name, sessionIdOf(agent.name, hook.session))
  await drainBeforeHook(world, { agent: agent.name, session: hook.session }, onError)
  if (hook.turn?.kind === 'start') await drainLastSessions(world, hook.session, onError)
  if (agent.oneSessionPerProcess) await endSuperseded(world, agent.name, call)
  if (hook.turn?.kind === 'start') await recoverCrashed(world, request)
  if (hook.turn?.kind === 'stop') await recordCommandChanges(world, request)
  await archiveBeforeReply(world, hook)
}

/** The session that a conversation was forked from, unless this is already known. */
async function originOfFork(
  world: World,
  agent: AgentAdapter,
  hook: ParsedHook,
): Promise<FoundOrigin | undefined> {
  if (hook.turn?.kind !== 'start' || hook.turn.source !== 'fork') return undefined
  const seen = await world.log.view(sessionIdOf(agent.name, hook.session))
  if (seen?.view.identity.parent !== undefined) return undefined
  const { findOrigin } = await import('../branch/fork.ts')
  return findOrigin(world, agent, hook)
}

/** Composes again if content was forgotten in the meantime, because a reply with that content must not be used. */
async function replyUnlessForgotten<T>(world: World, compose: () => Promise<T>): Promise<T> {
  const generation = await world.log.generation()
  const reply = await compose()
  return (await world.log.generation()) === generation ? reply : compose()
}

/**
 * The next prompt needs a reply after a startup, and also after a compaction if the client gets its briefs at
 * prompts.
 */
function needsNextPrompt(agent: AgentAdapter, { turn }: ParsedHook): boolean {
  if (turn?.kind === 'compacting') return agent.isBriefedAtPrompt === true
  return turn?.kind === 'start' && (turn.source !== 'compact' || agent.isBriefedAtPrompt === true)
}

/** Two processes that give the same brief must not share an event id. */
const ownBrief = (world: World, draft: EventDraft): EventDraft =>
  draft.type === BriefGiven.type ? { ...draft, source: [...draft.source, world.ids.event()] } : draft

/** Hooks that get only one reply even if they are reported twice. */
const repliesOnce = ({ turn }: ParsedHook): boolean =>
  turn?.kind === 'stop' || turn?.kind === 'compacting' || turn?.kind === 'delegate'

/** If hooks are installed twice, both may run at once. Only the one whose brief was stored first replies. */
async function wasBriefedBefore(world: World, session: SessionId, own: EventId): Promise<boolean> {
  const since = world.clock.now() - SAME_EVENT_MS
  const seq = (await world.log.view(session))?.seq ?? 0
  let isGiven = false
  for await (const event of world.log.read({ session, after: Math.max(0, seq - RECENT_EVENTS) })) {
    if (event.id === own) return isGiven
    if (event.type === BriefGiven.type && event.at > since) isGiven = true
    if (event.type === 'context.compacting' || event.type === 'session.ended') isGiven = false
  }
  return false
}
const RECENT_EVENTS = 20

const OLD_MARKER_MS = 24 * 60 * 60 * 1000

/** Clears the markers of ended sessions, old markers, and this session's marker if no merge is left to report. */
async function clearMarkers(world: World, agent: AgentAdapter, own: SessionId): Promise<void> {
  const { promptMarkers } = world
  for (const { session, at } of promptMarkers?.marked(agent.name) ?? []) {
    const viewed = await world.log.view(session)
    const isOld = world.clock.now() - at > OLD_MARKER_MS
    const isDone =
      session === own
        ? !hasUnreportedMerges(viewed?.view) && !world.settings['brief.session-context']
        : viewed !== undefined && !isOpen(viewed.view.life.state)
    if (isDone || isOld) promptMarkers?.clear(agent.name, session)
  }
}

/** A failing delivery or a damaged session does not block the current call. A failing log does. */
export async function drainBeforeHook(
  world: World,
  own: NonNullable<DrainBounds['own']>,
  onError: HookRequest['onError'],
  bounds: Pick<DrainBounds, 'deliveries' | 'withinMs'> = SPOOL_BOUNDS,
): Promise<void> {
  try {
    await drainSpool(world, { ...bounds, own })
  } catch (error) {
    if (error instanceof Problem && !isDamage(error)) throw error
    onError(error)
  }
}

/** Number of sessions of the project that must be complete before the brief is composed. */
const MOST_LAST = 2

/** Even with a large backlog, the brief must not be based on only half a turn of these sessions. */
async function drainLastSessions(world: World, own: string, onError: HookRequest['onError']): Promise<void> {
  if ((await world.spool.waiting(1)).length === 0) return
  const since = world.clock.now() - world.settings['session.expiry']
  const views = await world.log.views({ projects: world.place.projectIds, since, limit: MOST_LAST })
  for (const { view } of views) {
    const { agent, agentSession: session } = view.identity
    if (session !== undefined && session !== own)
      await drainBeforeHook(world, { agent, session }, onError, NOTHING_ELSE)
  }
}
const NOTHING_ELSE = { deliveries: 0, withinMs: 0 }

/** Runs before the brief is composed. Errors are reported to the user by later commands, never to the agent. */
async function recoverCrashed(world: World, { agent, call, onError }: HookRequest): Promise<void> {
  const { session, turn } = call.hook
  const goesOn = turn?.kind === 'start' && turn.source === 'resume'
  const own = { session: sessionIdOf(agent.name, session), goesOn }
  const { recoverProject } = await import('../lifecycle/start.ts')
  await recoverProject(world, { withinMs: RECOVERY_MS, own, onError })
}

/** Runs before the reply, because the reply may contain a reminder about uncommitted files. */
async function recordCommandChanges(world: World, { agent, call }: HookRequest): Promise<void> {
  const { hook, at } = call
  const seen = await world.log.view(sessionIdOf(agent.name, hook.session))
  if (!seen || !ranCommands(seen.view)) return
  const { commandChanges, placeChange } = await import('./command-changes.ts')
  const drafts = [...placeChange(world, seen.view, at), ...(await commandChanges(world, seen, at))]
  const { turn: _, ...rest } = hook
  if (drafts.length > 0) await ingest(world, agent, [{ ...call, hook: { ...rest, drafts } }])
}

/** Whether a command that may have changed files ran since the last prompt. */
const ranCommands = ({ craft, talk }: Session): boolean =>
  craft.commandAt !== undefined && talk.lastPromptAt !== undefined && craft.commandAt >= talk.lastPromptAt

/** Each archived session costs a synced transaction. One per turn is enough to catch up with a backlog. */
const MAX_ARCHIVED = { start: 5, stop: 1 }

/**
 * Some users never run a command, so hooks archive too: expired sessions when a turn ends, and ended sessions
 * before a brief if the user does not want them in it.
 */
async function archiveBeforeReply(world: World, { turn }: ParsedHook): Promise<void> {
  const isDue = turn?.kind === 'stop' || (turn?.kind === 'start' && world.settings['session.archive-on-end'])
  if (!isDue) return
  const { archiveDue } = await import('../maintenance/cleanup.ts')
  await unlessDamaged(() => archiveDue(world, { limit: MAX_ARCHIVED[turn.kind] }))
}

/** Optional integrations. The call is already stored, so a failure here loses nothing. */
async function updateBeads(world: World, session: SessionId, { onError }: HookRequest): Promise<void> {
  if (!world.settings['beads.close'] && !world.settings['beads.sync']) return
  const { closeDoneIssues } = await import('../lifecycle/close-beads.ts')
  const view = (await world.log.view(session))?.view
  const result = view && (await closeDoneIssues(world, world.place.checkout, view))
  for (const message of result?.failures ?? [])
    onError(new Problem({ code: 'beads-failed', message, fix: 'bd doctor' }))
}

/** Opt-in: commits the session's files on a separate ref. */
async function commitTurn(world: World, session: SessionId, { onError }: HookRequest): Promise<void> {
  if (!world.settings['stop.session-commit']) return
  const view = (await world.log.view(session))?.view
  if (!view || view.craft.files.length === 0) return
  const result = await world.integrations.commitSession({
    checkout: view.identity.checkout,
    session,
    paths: view.craft.files.map(({ path }) => path),
    message: view.work.goal?.text ?? view.talk.lastPrompt ?? 'work in progress',
  })
  if (result.kind !== 'failed') return
  const fix = 'leftoff config set stop.session-commit false   (turns session commits off)'
  onError(new Problem({ code: 'session-commit-failed', message: result.why, fix }))
}

/**
 * Adds the current context usage to the call, with an event if it changed. Skipped at startup and after a compaction,
 * because the last measurement is out of date then.
 */
async function withContextUsage(world: World, agent: AgentAdapter, hook: ParsedHook): Promise<ParsedHook> {
  const { turn, session, drafts, transcript } = hook
  const { contextUsage } = world
  if (!contextUsage || !turn || turn.kind === 'start' || turn.kind === 'delegate' || turn.kind === 'end')
    return hook
  const displayed = contextUsage.statusLine(session)
  const end = agent.usageIn && transcript ? contextUsage.transcriptEnd(agent.name, transcript) : undefined
  if (!displayed && end === undefined) return hook
  const { carry, memory } = (await world.log.view(sessionIdOf(agent.name, session)))?.view ?? {}
  const logged = agent.usageIn?.(end ?? '')
  const isOld = displayed && !logged && displayed.at <= (memory?.compactingAt ?? 0)
  const usage = isOld ? undefined : latest(logged, displayed)
  const draft = measurementDraft(usage, carry?.usage)
  if (!usage || !draft) return { ...hook, usage }
  // A compaction invalidates earlier measurements, so this one must be stored before it.
  return { ...hook, usage, drafts: turn.kind === 'compacting' ? [draft, ...drafts] : [...drafts, draft] }
}

/** Context usage with its source. */
export interface MeasuredUsage extends ContextUsage {
  readonly source: 'transcript' | 'status line'
}

/** The later measurement. Only the status line knows the window size, so that size applies to both. */
export function latest(
  logged: ContextUsage | undefined,
  displayed: ContextUsage | undefined,
): MeasuredUsage | undefined {
  if (displayed && displayed.used > 0 && (logged?.at ?? 0) <= (displayed.at ?? 0))
    return { ...displayed, source: 'status line' }
  return logged && { ...logged, ...(displayed?.window && { window: displayed.window }), source: 'transcript' }
}

/** An event for the measured usage; undefined if the usage is unchanged. */
export function measurementDraft(
  usage: MeasuredUsage | undefined,
  previous: UsageMeasurement | undefined,
): EventDraft | undefined {
  if (!usage || (usage.used === previous?.used && usage.window === previous.window)) return undefined
  const { at: _, ...data } = usage
  return eventDraft(ContextMeasured, [String(usage.used), String(usage.window ?? '')], data)
}
