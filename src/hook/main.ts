import type { AgentAdapter, AgentAnswer, ParsedHook } from '../agent/adapter.ts'
import { agents } from '../agent/agents.ts'
import { MOST_PAYLOAD_BYTES } from '../app/ingest/drain-spool.ts'
import { type Environment, pathsIn } from '../host/paths.ts'
import { told } from '../host/standard-input.ts'
import { groundOf } from '../machine/ground.ts'
import { handleHook } from '../machine/handle-hook.ts'
import { logOn, worldOn } from '../machine/world.ts'
import { once } from '../once.ts'
import { Maildir } from '../spool/maildir.ts'
import { isAgentName } from '../spool/spool.ts'
import { agentProcess } from './agent-process.ts'
import { folderOf } from './folder.ts'
import { print } from './output.ts'
import { noteTrouble } from './trouble.ts'

/** Another process may hold the log; then what was told goes to the spool. */
const BUSY_MS = 250
/** The agent waits: after this the brief is composed without git's report. */
const GIT_MS = 150

/**
 * `leftoff hook AGENT`: standard input is what the client says, standard output what it shall read, and nothing else.
 * It always ends well: a broken memory must not break a working session.
 */
export async function main([, name = '']: readonly string[]): Promise<void> {
  process.exitCode = 0
  const payload = await told(MOST_PAYLOAD_BYTES)
  const agent = agents.get(name)
  if (agent) print(await answered(agent, payload, process.env))
  // Of an agent that a newer release knows: it is kept, and whoever looks hears of it.
  else if (payload !== '' && isAgentName(name)) await kept(name, payload, process.env)
}

/** Some clients want to hear that there is nothing to hear. */
const NOTHING = { event: '' } as const

async function answered(agent: AgentAdapter, payload: string, env: Environment): Promise<string> {
  if (payload === '') return agent.reply(NOTHING)
  try {
    const heard = agent.parse(payload)
    if (heard.kind === 'malformed') await kept(agent.name, payload, env)
    if (heard.kind !== 'parsed') return agent.reply(NOTHING)
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
  heard: ParsedHook,
  env: Environment,
): Promise<Pick<AgentAnswer, 'text' | 'closing'>> {
  const ground = groundOf(env, folderOf(heard, env))
  const log = logOn(ground, { busyMs: BUSY_MS })
  try {
    const world = worldOn(ground, log, new Maildir(ground.paths().spool), { gitMs: GIT_MS })
    const call = { hook: heard, at: world.clock.now(), process: once(() => agentProcess(agent, env)) }
    const onTrouble = (error: unknown): void => noteTrouble(env, agent.name, error)
    return await handleHook(world, { agent, call, env, onError: onTrouble })
  } finally {
    await log.close()
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
