import { existsSync, writeSync } from 'node:fs'
import type { AgentAdapter, Heard } from '../agent/adapter.ts'
import { agents } from '../agent/agents.ts'
import { drain, MOST_PAYLOAD_BYTES } from '../app/drain.ts'
import { greet } from '../app/greet.ts'
import { hear } from '../app/hear.ts'
import { endOthersOf } from '../app/supersede.ts'
import type { World } from '../app/world.ts'
import { elapsedMs } from '../host/elapsed.ts'
import { currentFolder, type Environment, pathsIn } from '../host/paths.ts'
import { hasCode } from '../host/private-file.ts'
import { groundOf } from '../machine/ground.ts'
import { logOn, worldOn } from '../machine/world.ts'
import { once } from '../once.ts'
import { Problem } from '../problem.ts'
import { Maildir } from '../spool/maildir.ts'
import { isAgentName } from '../spool/spool.ts'
import { agentProcess } from './agent-process.ts'
import { pause, standardInput } from './stdin.ts'
import { noteTrouble } from './trouble.ts'

/** A client waits for its hooks; whatever happens, it does not wait longer than this. */
const INPUT_MS = 700
/** Another process may hold the log; then what was told goes to the spool. */
const BUSY_MS = 250
/** The most that one hook takes out of the spool; the next one goes on. */
const SPOOL_BOUNDS = { deliveries: 200, withinMs: 300 }
/** A client that does not read while it waits for us must not wait for ever. */
const OUTPUT_MS = 200

/**
 * `leftoff hook AGENT`: standard input is what the client says, standard output what it shall read, and nothing else.
 * It always ends well: a broken memory must not break a working session.
 */
export async function main([, name = '']: readonly string[]): Promise<true> {
  process.exitCode = 0
  const payload = (await standardInput({ withinMs: INPUT_MS, most: MOST_PAYLOAD_BYTES })).toString('utf8')
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
    return agent.reply({ event: heard.event, text: await recorded(agent, heard, env) })
  } catch (error) {
    await kept(agent.name, payload, env)
    noteTrouble(env, agent.name, error)
    return agent.reply(NOTHING)
  }
}

/** Takes what waited and what was told now into the log, and gives the text that the agent shall read. */
async function recorded(agent: AgentAdapter, heard: Heard, env: Environment): Promise<string | undefined> {
  const ground = groundOf(env, folderOf(heard, env))
  const spool = new Maildir(ground.paths().spool)
  const log = logOn(ground, { busyMs: BUSY_MS })
  try {
    const world = worldOn(ground, log, spool)
    await takeInWaiting(world, agent.name, env)
    const telling = { heard, at: world.clock.now(), process: once(() => agentProcess(agent, env)) }
    if (agent.oneSessionPerProcess) await endOthersOf(world, agent.name, telling)
    const given = await greet(world, agent, heard)
    await hear(world, agent, [{ ...telling, heard: given?.heard ?? heard }])
    return given?.text
  } finally {
    await log.close()
  }
}

/** A delivery that makes us stumble must not stand in the way of what is told now; a log that fails us does. */
async function takeInWaiting(world: World, agent: string, env: Environment): Promise<void> {
  try {
    await drain(world, SPOOL_BOUNDS)
  } catch (error) {
    if (error instanceof Problem) throw error
    noteTrouble(env, agent, error)
  }
}

/** The folder that the client works in; one that is gone is as good as none. */
function folderOf({ directory }: Heard, env: Environment): string {
  return directory?.startsWith('/') && existsSync(directory) ? directory : currentFolder(env)
}

/** What cannot be stored now waits in the spool; where even that fails, nobody is disturbed. */
async function kept(agent: string, payload: string, env: Environment): Promise<void> {
  try {
    await new Maildir(pathsIn(env).spool).deliver(agent, payload)
  } catch (error) {
    noteTrouble(env, agent, error)
  }
}

/** A client that has gone reads no answer. */
function print(text: string): void {
  let rest = Buffer.from(text)
  const deadline = elapsedMs() + OUTPUT_MS
  while (rest.length > 0 && elapsedMs() < deadline) {
    try {
      rest = rest.subarray(writeSync(1, rest))
    } catch (error) {
      if (!hasCode(error, 'EAGAIN')) return
      pause()
    }
  }
}
