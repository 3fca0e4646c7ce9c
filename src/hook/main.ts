import { appendFileSync, existsSync, statSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentAdapter, AgentAnswer, ParsedHook } from '../agent/adapter.ts'
import { agents } from '../agent/agents.ts'
import { MAX_PAYLOAD_BYTES } from '../app/ingest/drain-spool.ts'
import { handleHook } from '../app/ingest/handle-hook.ts'
import { localSetup } from '../bootstrap/local-setup.ts'
import { localLog, localWorld } from '../bootstrap/local-world.ts'
import type { ProcessRef } from '../event/fields.ts'
import { elapsedMs } from '../host/clock.ts'
import { currentFolder, type Environment, pathsIn } from '../host/paths.ts'
import { hasCode } from '../host/private-file.ts'
import { ancestors, processRef } from '../host/process.ts'
import { readStandardInput } from '../host/standard-input.ts'
import { once } from '../once.ts'
import { Problem } from '../problem.ts'
import { Maildir } from '../spool/maildir.ts'
import { isAgentName } from '../spool/spool.ts'
import { BUSY_MS, GIT_MS, OUTPUT_MS } from './deadlines.ts'

const MAX_ERROR_FILE_BYTES = 64 * 1024

/**
 * `leftoff hook AGENT`: reads the client's payload on standard input and prints its reply. Always exits with 0, whatever
 * happens: a broken memory must not break a working session.
 */
export async function main([, name = '']: readonly string[]): Promise<void> {
  process.exitCode = 0
  const payload = await readStandardInput(MAX_PAYLOAD_BYTES)
  const agent = agents.get(name)
  if (agent) print(await replyTo(agent, payload, process.env))
  // The agent may be known to a newer release, which will drain the payload.
  else if (payload !== '' && isAgentName(name)) await spool(name, payload, process.env)
}

/** Some clients expect a reply even if there is no text. */
const NOTHING = { event: '' } as const

async function replyTo(agent: AgentAdapter, payload: string, env: Environment): Promise<string> {
  if (payload === '') return agent.reply(NOTHING)
  try {
    const parsed = agent.parse(payload)
    if (parsed.kind === 'malformed') await spool(agent.name, payload, env)
    if (parsed.kind !== 'parsed') return agent.reply(NOTHING)
    return agent.reply({ event: parsed.event, ...(await handle(agent, parsed, env)) })
  } catch (error) {
    await spool(agent.name, payload, env)
    recordError(env, agent.name, error)
    return agent.reply(NOTHING)
  }
}

async function handle(
  agent: AgentAdapter,
  hook: ParsedHook,
  env: Environment,
): Promise<Pick<AgentAnswer, 'text' | 'closing'>> {
  const setup = localSetup(env, folderOf(hook, env))
  const log = localLog(setup, { busyMs: BUSY_MS })
  try {
    const world = localWorld(setup, log, new Maildir(setup.paths().spool), { gitMs: GIT_MS })
    const call = { hook, at: world.clock.now(), process: once(() => agentProcess(agent, env)) }
    return await handleHook(world, { agent, call, onError: (error) => recordError(env, agent.name, error) })
  } finally {
    await log.close()
  }
}

/** The next process that opens the log drains it. */
async function spool(agent: string, payload: string, env: Environment): Promise<void> {
  try {
    await new Maildir(pathsIn(env).spool).deliver(agent, payload)
  } catch (error) {
    recordError(env, agent, error)
  }
}

/** The client's working directory, unless it was deleted. */
const folderOf = ({ directory }: ParsedHook, env: Environment): string =>
  directory?.startsWith('/') && existsSync(directory) ? directory : currentFolder(env)

/** The agent that runs this hook, by the client's variable or as the nearest ancestor process. */
function agentProcess(agent: AgentAdapter, env: Environment): ProcessRef | undefined {
  const pid = Number(env[PID_VARIABLE[agent.name] ?? ''])
  if (Number.isInteger(pid) && pid > 1) return processRef(pid)
  // The nearest, because one agent may have started another.
  const nearest = ancestors().find(({ command }) => agent.isProcess(command.filter(Boolean)))
  return nearest && processRef(nearest.pid)
}

const PID_VARIABLE: Readonly<Record<string, string>> = {
  'claude-code': 'CLAUDE_PID',
  opencode: 'OPENCODE_PID',
}

const cell = new Int32Array(new SharedArrayBuffer(4))

/** Blocks for a millisecond when the pipe is full. */
function print(text: string): void {
  let rest = Buffer.from(text)
  const deadline = elapsedMs() + OUTPUT_MS
  while (rest.length > 0 && elapsedMs() < deadline) {
    try {
      rest = rest.subarray(writeSync(1, rest))
    } catch (error) {
      if (!hasCode(error, 'EAGAIN')) return // the client is gone
      Atomics.wait(cell, 0, 0, 1)
    }
  }
}

/** Logs hook errors to a file that `leftoff doctor` shows, instead of to the agent. It contains no payloads. */
function recordError(env: Environment, agent: string, error: unknown): void {
  try {
    const file = join(pathsIn(env).home, 'trouble.jsonl')
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_ERROR_FILE_BYTES) truncateSync(file, 0)
    const code = error instanceof Problem ? error.code : 'unexpected'
    const message = messageOf(error).slice(0, 400)
    appendFileSync(file, `${JSON.stringify({ at: Date.now(), agent, code, message })}\n`, { mode: 0o600 })
  } catch {
    // Without a home folder the file cannot be written. `leftoff doctor` reports that.
  }
}

/** Our messages never quote a payload. Other errors may, so only their kind and origin are recorded. */
function messageOf(error: unknown): string {
  if (error instanceof Problem) return error.message
  if (!(error instanceof Error)) return 'unknown error'
  const kind = 'code' in error ? `${error.name} ${String(error.code)}` : error.name
  const place = /^ {4}at .+$/m.exec(error.stack ?? '')?.[0].trim() ?? ''
  return `${kind} ${place}`.trim()
}
