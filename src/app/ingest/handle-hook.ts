import type { AgentAdapter, AgentAnswer, ParsedHook } from '../../agent/adapter.ts'
import { sessionIdOf } from '../../agent/event-draft.ts'
import type { SessionId } from '../../event/identity.ts'
import { Problem } from '../../problem.ts'
import { isOpen } from '../../session/state.ts'
import { contextFor } from '../context/context-for.ts'
import { hasUnreportedMerges } from '../context/merge-notice.ts'
import { endSuperseded } from '../lifecycle/change-state.ts'
import { closeDoneIssues } from '../lifecycle/close-beads.ts'
import { recoverProject } from '../lifecycle/start.ts'
import type { World } from '../world.ts'
import { withContextUsage } from './context-usage.ts'
import { type DrainBounds, drainSpool } from './drain-spool.ts'
import type { HookCall } from './hook-call.ts'
import { ingest } from './ingest.ts'

/** Limits how much one hook ingests from other sessions. The next hook continues. */
const SPOOL_BOUNDS = { deliveries: 200, withinMs: 300 }
/** Limits how long startup waits for the recovery of crashed sessions. Commands handle longer transcripts. */
const RECOVERY_MS = 300

/** One hook call. */
export interface HookRequest {
  readonly agent: AgentAdapter
  readonly call: HookCall
  /** Receives errors that do not prevent the hook from doing its work. */
  readonly onError: (error: unknown) => void
}

/** Drains the spool, composes the reply, and stores the call. */
export async function handleHook(
  world: World,
  request: HookRequest,
): Promise<Pick<AgentAnswer, 'text' | 'closing'>> {
  const { agent, call, onError } = request
  const { hook } = call
  if (needsNextPrompt(agent, hook))
    world.promptMarkers?.set(agent.name, sessionIdOf(agent.name, hook.session))
  await drainBeforeHook(world, { agent: agent.name, session: hook.session }, onError)
  if (agent.oneSessionPerProcess) await endSuperseded(world, agent.name, call)
  if (hook.turn?.kind === 'start') await recoverCrashed(world, request)
  const now = await withContextUsage(world, agent, hook)
  const reply = await contextFor(world, agent, now)
  const drafts = [...now.drafts, ...(reply?.drafts ?? [])]
  const { session } = await ingest(world, agent, [{ ...call, hook: { ...hook, drafts } }])
  if (hook.turn?.kind === 'prompt') await clearMarkers(world, agent, session)
  if (hook.turn?.kind === 'stop') await updateBeads(world, session, request)
  return { text: reply?.text, closing: reply?.closing }
}

/** After startup, and after a compaction for clients that read a brief only with a prompt. */
function needsNextPrompt(agent: AgentAdapter, { turn }: ParsedHook): boolean {
  if (turn?.kind === 'compacting') return agent.isBriefedAtPrompt === true
  return turn?.kind === 'start' && (turn.source !== 'compact' || agent.isBriefedAtPrompt === true)
}

const OLD_MARKER_MS = 24 * 60 * 60 * 1000

/** Clears the marker of a session without pending messages, and of sessions that ended before their first prompt. */
async function clearMarkers(world: World, agent: AgentAdapter, own: SessionId): Promise<void> {
  const { promptMarkers } = world
  for (const { session, at } of promptMarkers?.marked(agent.name) ?? []) {
    const viewed = await world.log.view(session)
    const isOld = world.clock.now() - at > OLD_MARKER_MS
    const isDone =
      session === own ? !hasUnreportedMerges(viewed) : viewed !== undefined && !isOpen(viewed.view.life.state)
    if (isDone || isOld) promptMarkers?.clear(agent.name, session)
  }
}

/** A failing delivery does not block the current call. A failing log does. */
export async function drainBeforeHook(
  world: World,
  own: NonNullable<DrainBounds['own']>,
  onError: HookRequest['onError'],
): Promise<void> {
  try {
    await drainSpool(world, { ...SPOOL_BOUNDS, own })
  } catch (error) {
    if (error instanceof Problem) throw error
    onError(error)
  }
}

/** Runs before the brief is composed. Errors are reported to the user by later commands, never to the agent. */
async function recoverCrashed(world: World, { agent, call, onError }: HookRequest): Promise<void> {
  const { session, turn } = call.hook
  const goesOn = turn?.kind === 'start' && turn.source === 'resume'
  const own = { session: sessionIdOf(agent.name, session), goesOn }
  await recoverProject(world, { withinMs: RECOVERY_MS, own, onError })
}

/** Optional integrations. The call is already stored, so a failure here loses nothing. */
async function updateBeads(world: World, session: SessionId, { onError }: HookRequest): Promise<void> {
  if (!world.settings['beads.close'] && !world.settings['beads.sync']) return
  const view = (await world.log.view(session))?.view
  const result = view && (await closeDoneIssues(world, world.place.checkout, view))
  for (const message of result?.failures ?? [])
    onError(new Problem({ code: 'beads-failed', message, fix: 'bd doctor' }))
}
