import type { AgentAdapter, Heard } from '../agent/adapter.ts'
import { agents } from '../agent/agents.ts'
import { factOf, sessionIdOf } from '../agent/saying.ts'
import { greet } from '../app/greet.ts'
import { endOthersOf } from '../app/supersede.ts'
import { startedFact } from '../app/telling.ts'
import type { World } from '../app/world.ts'
import type { SessionId } from '../event/identity.ts'
import { sealed } from '../event/wire.ts'
import type { Session } from '../fold/session.ts'
import { SESSION_SHAPE } from '../fold/shape.ts'
import type { Environment } from '../host/paths.ts'
import { ViewReader } from '../log/sqlite/view-reader.ts'
import { groundOf } from '../machine/ground.ts'
import { readingWorld } from '../machine/reading-world.ts'
import { once } from '../once.ts'
import { Maildir } from '../spool/maildir.ts'
import { agentProcess } from './agent-process.ts'
import { folderOf } from './folder.ts'
import { print } from './output.ts'
import { lifeWaiting } from './waiting.ts'

/**
 * `leftoff hook AGENT` at the start of a new session where nothing is out of the ordinary: nothing waits that could
 * change the answer, no other session turns out to have ended. An agent waits for its first words, and nothing that it
 * reads depends on its own start being in the log: so that is left in the spool. Answers false for everything else,
 * having said and stored nothing: then the whole hook answers.
 */
export async function main(
  [, name = '']: readonly string[],
  _version: string,
  payload: string,
): Promise<boolean> {
  process.exitCode = 0
  const agent = agents.get(name)
  const heard = agent?.hear(payload)
  if (!agent || heard?.kind !== 'heard' || heard.turn?.kind !== 'start') return false
  const reply = await attempted(agent, heard, process.env)
  if (reply === undefined) return false
  print(reply)
  return true
}

async function attempted(agent: AgentAdapter, heard: Heard, env: Environment): Promise<string | undefined> {
  try {
    return await answered(agent, heard, env)
  } catch {
    return undefined // the whole hook meets it again
  }
}

async function answered(agent: AgentAdapter, heard: Heard, env: Environment): Promise<string | undefined> {
  const ground = groundOf(env, folderOf(heard, env))
  const spool = new Maildir(ground.paths().spool)
  const own = sessionIdOf(agent.name, heard.session)
  const waiting = await lifeWaiting(spool, agents)
  if (!waiting || waiting.begun.has(own) || waiting.ended.has(own)) return undefined
  const reader = new ViewReader<Session>(ground.paths().log, SESSION_SHAPE)
  try {
    const world = withoutEnded(readingWorld(ground, reader), waiting.ended)
    if (await world.log.view(own)) return undefined
    const telling = { heard, at: world.clock.now(), process: once(() => agentProcess(agent, env)) }
    if (agent.oneSessionPerProcess) await endOthersOf(world, agent.name, telling)
    const given = await greet(world, agent, heard)
    const heading = { agent: agent.name, session: heard.session, heardAt: telling.at }
    const says = (given?.heard ?? heard).says.map((said) => factOf(heading, said))
    const events = [startedFact(world, agent.name, telling), ...says]
    spool.leave('leftoff', sealed({ session: own, events }))
    return agent.reply({ event: heard.event, text: given?.text })
  } finally {
    reader.close()
  }
}

/** A session whose end is in the spool is not open, whatever the log says yet. */
function withoutEnded(world: World, ended: ReadonlySet<SessionId>): World {
  const views: World['log']['views'] = async (query) => {
    const found = await world.log.views(query)
    return query?.open ? found.filter(({ session }) => !ended.has(session)) : found
  }
  return { ...world, log: { ...world.log, views } }
}
