import type { AgentAdapter, Answer } from '../agent/adapter.ts'
import { sessionIdOf } from '../agent/event-draft.ts'
import { contextFor } from '../app/context/context-for.ts'
import { drainSpool } from '../app/ingest/drain-spool.ts'
import type { HookCall } from '../app/ingest/hook-call.ts'
import { ingest } from '../app/ingest/ingest.ts'
import { settleBeads } from '../app/lifecycle/close-beads.ts'
import { endOthersOf } from '../app/lifecycle/end-superseded.ts'
import { recoverHere } from '../app/lifecycle/start.ts'
import type { World } from '../app/world.ts'
import type { SessionId } from '../event/identity.ts'
import { type Environment, pathsIn } from '../host/paths.ts'
import { tailBelow } from '../host/tail.ts'
import { transcriptRoots } from '../host/transcripts.ts'
import { Problem } from '../problem.ts'
import { type Witnesses, withContextUsage } from './context-usage.ts'
import { systemTranscripts } from './transcripts.ts'

/** The most that one telling takes out of the spool; the next one goes on. */
const SPOOL_BOUNDS = { deliveries: 200, withinMs: 300 }
/** The longest that an agent waits for the sessions that crashed before it; a long transcript is read by those who look. */
const RECOVERY_MS = 300

/** What an agent told, to a command or to a function, and who hears what went wrong and kept nobody from anything. */
export interface HookRequest {
  readonly agent: AgentAdapter
  readonly call: HookCall
  readonly env: Environment
  readonly onError: (error: unknown) => void
}

/** Takes what waited and what was told now into the log, and gives what the agent shall read. */
export async function handleHook(
  world: World,
  taking: HookRequest,
): Promise<Pick<Answer, 'text' | 'closing'>> {
  const { agent, call } = taking
  const { hook } = call
  await drainBeforeHook(world, taking.onError)
  if (agent.oneSessionPerProcess) await endOthersOf(world, agent.name, call)
  if (hook.turn?.kind === 'start') await recoverCrashed(world, taking)
  const now = await withContextUsage(world, agent, hook, witnessesIn(taking.env))
  const reply = await contextFor(world, agent, now)
  const drafts = [...now.drafts, ...(reply?.drafts ?? [])]
  const { session } = await ingest(world, agent, [{ ...call, hook: { ...hook, drafts } }])
  if (hook.turn?.kind === 'stop') await settleNeighbours(world, session, taking)
  return { text: reply?.text, closing: reply?.closing }
}

/** A delivery that makes us stumble must not stand in the way of what is told now; a log that fails us does. */
export async function drainBeforeHook(world: World, onError: HookRequest['onError']): Promise<void> {
  try {
    await drainSpool(world, SPOOL_BOUNDS)
  } catch (error) {
    if (error instanceof Problem) throw error
    onError(error)
  }
}

/** Before anybody is told of them. What goes wrong there is told to whoever looks, and never to the agent. */
async function recoverCrashed(world: World, { agent, call, env, onError }: HookRequest): Promise<void> {
  const { session, turn } = call.hook
  const goesOn = turn?.kind === 'start' && turn.source === 'resume'
  const own = { session: sessionIdOf(agent.name, session), goesOn }
  const recovering = { ...world, transcripts: systemTranscripts(env) }
  await recoverHere(recovering, { withinMs: RECOVERY_MS, own, onTrouble: onError })
}

/** The status line, and the end of the transcript that the client named, where it writes there how full the context is. */
const witnessesIn = (env: Environment): Witnesses => ({
  folder: pathsIn(env).prepared,
  tail: ({ name, usageIn }, { transcript }) =>
    usageIn && transcript ? tailBelow(transcriptRoots(env)[name] ?? [], transcript) : undefined,
})

/** What the user has asked for besides; what was told is stored already, and nothing here takes it back. */
async function settleNeighbours(world: World, session: SessionId, { onError }: HookRequest): Promise<void> {
  if (!world.settings['beads.close'] && !world.settings['beads.sync']) return
  const view = (await world.log.view(session))?.view
  const settled = view && (await settleBeads(world, world.place.checkout, view))
  for (const message of settled?.troubles ?? [])
    onError(new Problem({ code: 'beads-failed', message, fix: 'bd doctor' }))
}
