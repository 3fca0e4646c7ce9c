import type { AgentAdapter, Answer, Heard } from '../agent/adapter.ts'
import { agents } from '../agent/agents.ts'
import { sessionIdOf } from '../agent/saying.ts'
import { settleBeads } from '../app/beads-at-stop.ts'
import { drain } from '../app/drain.ts'
import { greet } from '../app/greet.ts'
import { hear } from '../app/hear.ts'
import { recoverHere } from '../app/start.ts'
import { endOthersOf } from '../app/supersede.ts'
import type { World } from '../app/world.ts'
import type { SessionId } from '../event/identity.ts'
import { type Environment, pathsIn } from '../host/paths.ts'
import { tailBelow } from '../host/tail.ts'
import { transcriptRoots } from '../host/transcripts.ts'
import { groundOf } from '../machine/ground.ts'
import { systemTranscripts } from '../machine/transcripts.ts'
import { logOn, worldOn } from '../machine/world.ts'
import { once } from '../once.ts'
import { Problem } from '../problem.ts'
import { Maildir } from '../spool/maildir.ts'
import { isAgentName } from '../spool/spool.ts'
import { agentProcess } from './agent-process.ts'
import { counted } from './counted.ts'
import { folderOf } from './folder.ts'
import { print } from './output.ts'
import { noteTrouble } from './trouble.ts'

/** Another process may hold the log; then what was told goes to the spool. */
const BUSY_MS = 250
/** The most that one hook takes out of the spool; the next one goes on. */
const SPOOL_BOUNDS = { deliveries: 200, withinMs: 300 }
/** The longest that an agent waits for the sessions that crashed before it; a long transcript is read by those who look. */
const RECOVERY_MS = 300

/**
 * `leftoff hook AGENT`: standard input is what the client says, standard output what it shall read, and nothing else.
 * It always ends well: a broken memory must not break a working session.
 */
export async function main(
  [, name = '']: readonly string[],
  _version: string,
  payload: string,
): Promise<true> {
  process.exitCode = 0
  const agent = agents.get(name)
  if (agent) print(await answered(agent, payload, process.env))
  // Of an agent that a newer release knows: it is kept, and whoever looks hears of it.
  else if (payload !== '' && isAgentName(name)) await kept(name, payload, process.env)
  return true
}

/** Some clients want to hear that there is nothing to hear. */
const NOTHING = { event: '' } as const

async function answered(agent: AgentAdapter, payload: string, env: Environment): Promise<string> {
  if (payload === '') return agent.reply(NOTHING)
  try {
    const heard = agent.hear(payload)
    if (heard.kind === 'malformed') await kept(agent.name, payload, env)
    if (heard.kind !== 'heard') return agent.reply(NOTHING)
    return agent.reply({ event: heard.event, ...(await recorded(agent, heard, env)) })
  } catch (error) {
    await kept(agent.name, payload, env)
    noteTrouble(env, agent.name, error)
    return agent.reply(NOTHING)
  }
}

/** Takes what waited and what was told now into the log, and gives the text that the agent shall read. */
async function recorded(
  agent: AgentAdapter,
  heard: Heard,
  env: Environment,
): Promise<Pick<Answer, 'text' | 'closing'>> {
  const ground = groundOf(env, folderOf(heard, env))
  const spool = new Maildir(ground.paths().spool)
  const log = logOn(ground, { busyMs: BUSY_MS })
  try {
    const world = worldOn(ground, log, spool)
    await takeInWaiting(world, agent.name, env)
    const telling = { heard, at: world.clock.now(), process: once(() => agentProcess(agent, env)) }
    if (agent.oneSessionPerProcess) await endOthersOf(world, agent.name, telling)
    if (heard.turn?.kind === 'start') await recoverCrashed(world, { agent, heard, env })
    const now = await counted(world, agent, heard, { folder: ground.paths().prepared, tail: tailOf })
    const given = await greet(world, agent, now)
    const says = [...now.says, ...(given?.says ?? [])]
    const { session } = await hear(world, agent, [{ ...telling, heard: { ...heard, says } }])
    if (heard.turn?.kind === 'stop') await settleNeighbours(world, session, { agent: agent.name, env })
    return { text: given?.text, closing: given?.closing }
  } finally {
    await log.close()
  }
}

/** Before anybody is told of them. What goes wrong there is told to whoever looks, and never to the agent. */
async function recoverCrashed(
  world: World,
  { agent, heard, env }: { readonly agent: AgentAdapter; readonly heard: Heard; readonly env: Environment },
): Promise<void> {
  const goesOn = heard.turn?.kind === 'start' && heard.turn.source === 'resume'
  const own = { session: sessionIdOf(agent.name, heard.session), goesOn }
  const onTrouble = (error: unknown): void => noteTrouble(env, agent.name, error)
  const recovering = { ...world, transcripts: systemTranscripts(env) }
  await recoverHere(recovering, { withinMs: RECOVERY_MS, own, onTrouble })
}

/** What the user has asked for besides; what was told is stored already, and nothing here takes it back. */
async function settleNeighbours(
  world: World,
  session: SessionId,
  { agent, env }: { readonly agent: string; readonly env: Environment },
): Promise<void> {
  if (!world.settings['beads.close'] && !world.settings['beads.sync']) return
  const view = (await world.log.view(session))?.view
  const settled = view && (await settleBeads(world, world.place.checkout, view))
  for (const message of settled?.troubles ?? [])
    noteTrouble(env, agent, new Problem({ code: 'beads-failed', message, fix: 'bd doctor' }))
}

/** The end of the transcript that the client named, where it writes there how full the context is. */
const tailOf = ({ name, usageIn }: AgentAdapter, { transcript }: Heard): string | undefined =>
  usageIn && transcript ? tailBelow(transcriptRoots(process.env)[name] ?? [], transcript) : undefined

/** A delivery that makes us stumble must not stand in the way of what is told now; a log that fails us does. */
async function takeInWaiting(world: World, agent: string, env: Environment): Promise<void> {
  try {
    await drain(world, SPOOL_BOUNDS)
  } catch (error) {
    if (error instanceof Problem) throw error
    noteTrouble(env, agent, error)
  }
}

/** What cannot be stored now waits in the spool; where even that fails, nobody is disturbed. */
async function kept(agent: string, payload: string, env: Environment): Promise<void> {
  try {
    await new Maildir(pathsIn(env).spool).deliver(agent, payload)
  } catch (error) {
    noteTrouble(env, agent, error)
  }
}
