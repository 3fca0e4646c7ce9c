import { existsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentAdapter, AgentAnswer, ParsedHook } from '../agent/adapter.ts'
import { agents } from '../agent/agents.ts'
import { eventDraft } from '../agent/event-draft.ts'
import { MAX_PAYLOAD_BYTES } from '../app/ingest/drain-spool.ts'
import { handleHook } from '../app/ingest/handle-hook.ts'
import { localSetup } from '../bootstrap/local-setup.ts'
import { localLog, localWorld } from '../bootstrap/local-world.ts'
import type { ProcessRef } from '../event/fields.ts'
import { AgentNoticed, ATTENDED } from '../event/turn.ts'
import { elapsedMs } from '../host/clock.ts'
import { readDotenvFiles } from '../host/dotenv.ts'
import { currentFolder, type Environment, pathsIn } from '../host/paths.ts'
import { hasCode } from '../host/private-file.ts'
import { ancestors, processRef, writesToTerminal } from '../host/process.ts'
import { writeOwnFile } from '../host/regular-file.ts'
import { readStandardInput } from '../host/standard-input.ts'
import { once } from '../once.ts'
import { Problem } from '../problem.ts'
import { collectSecretLiterals } from '../redact/literals.ts'
import { createRedactor, redactPayload } from '../redact/redact.ts'
import { Maildir } from '../spool/maildir.ts'
import { isAgentName, isDeliveryName } from '../spool/spool.ts'

// How long a hook waits for other processes. The agent waits for the hook during that time.

/** How long to wait for a log that another process has locked. After that the payload is spooled. */
export const BUSY_MS = 250
/** How long the brief waits for git. After that it is composed without git. */
const GIT_MS = 150
/** How long to wait for a client that does not read its hook's output. */
const OUTPUT_MS = 200

const MAX_ERROR_FILE_BYTES = 64 * 1024

/**
 * `leftoff hook AGENT [DELIVERY]`: handles the client's payload and prints the reply. Always exits with 0:
 * an error in leftoff must not break the user's session.
 */
export async function main([, agent = '', ...words]: readonly string[]): Promise<void> {
  process.exitCode = 0
  if (!isAgentName(agent)) return
  const { env } = process
  const spool = (): Maildir => new Maildir(pathsIn(env).spool)
  const onError = (error: unknown): void => recordError(env, agent, error)
  const held = await HeldPayload.receive({ spool, agent, name: words.find(isDeliveryName), env, onError })
  const adapter = agents.get(agent)
  if (adapter) print(await replyTo(adapter, held, { env, onError }))
  // A newer release may know this agent and ingest the payload.
  else await held?.deliver()
}

/** Some clients expect a reply even if there is no text. */
const NOTHING = { event: '' } as const

interface HookContext {
  readonly env: Environment
  readonly onError: (error: unknown) => void
}

async function replyTo(
  agent: AgentAdapter,
  held: HeldPayload | undefined,
  context: HookContext,
): Promise<string> {
  if (!held) return agent.reply(NOTHING)
  try {
    const parsed = held.text === undefined ? undefined : agent.parse(held.text)
    if (parsed?.kind === 'parsed') held.directory = folderOf(parsed, context.env)
    if (!parsed || parsed.kind === 'malformed') await held.deliver()
    else if (parsed.kind === 'ignored') held.release()
    if (parsed?.kind !== 'parsed') return agent.reply(NOTHING)
    const answer = await handle(agent, parsed, context)
    held.release()
    return agent.reply({ event: parsed.event, ...answer, notice: shownNotice(agent, answer, context.env) })
  } catch (error) {
    context.onError(error)
    await held.deliver()
    return agent.reply(NOTHING)
  }
}

/** A client that prints notices among its answers gets a notice only if a person reads its output. */
function shownNotice(
  agent: AgentAdapter,
  { notice }: Pick<AgentAnswer, 'notice'>,
  env: Environment,
): string | undefined {
  if (notice === undefined || !agent.printsNotices) return notice
  const process = agentProcess(agent, env)
  return process && writesToTerminal(process.pid) ? notice : undefined
}

async function handle(
  agent: AgentAdapter,
  hook: ParsedHook,
  { env, onError }: HookContext,
): Promise<Omit<AgentAnswer, 'event'>> {
  const setup = localSetup(env, folderOf(hook, env))
  const log = localLog(setup, { busyMs: BUSY_MS })
  try {
    const world = localWorld(setup, log, new Maildir(setup.paths().spool), { gitMs: GIT_MS })
    const at = world.clock.now()
    const call = {
      hook: withAttendance(agent, { hook, at }, env),
      at,
      process: once(() => agentProcess(agent, env)),
    }
    return await handleHook(world, { agent, call, onError })
  } finally {
    await log.close()
  }
}

/**
 * Records at the start of a run that a person is present. Only the hook process has the client's variables, so
 * this is not recorded for a start that waited in the spool.
 */
function withAttendance(
  agent: AgentAdapter,
  { hook, at }: { readonly hook: ParsedHook; readonly at: number },
  env: Environment,
): ParsedHook {
  if (!agent.isAttended?.(env)) return hook
  if (hook.turn?.kind !== 'start') return { ...hook, isAttended: true }
  const notice = eventDraft(AgentNoticed, [ATTENDED, String(at)], { kind: ATTENDED })
  return { ...hook, drafts: [...hook.drafts, notice] }
}

/** The client's working directory, unless it was deleted. */
const folderOf = ({ directory }: ParsedHook, env: Environment): string =>
  directory?.startsWith('/') && existsSync(directory) ? directory : currentFolder(env)

/** The agent that runs this hook: the process named by the client's variable, or the nearest ancestor. */
function agentProcess(agent: AgentAdapter, env: Environment): ProcessRef | undefined {
  const pid = Number(env[PID_VARIABLE[agent.name] ?? ''])
  if (Number.isInteger(pid) && pid > 1) return processRef(pid)
  // The nearest one, because one agent may have started another.
  const nearest = ancestors().find(({ command }) => agent.isProcess(command.filter(Boolean)))
  return nearest && processRef(nearest.pid)
}

const PID_VARIABLE: Readonly<Record<string, string>> = {
  'claude-code': 'CLAUDE_PID',
  opencode: 'OPENCODE_PID',
}

const cell = new Int32Array(new SharedArrayBuffer(4))

/** Writes to standard output. Each time the pipe is full, waits for a millisecond. */
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
    const code = error instanceof Problem ? error.code : 'unexpected'
    const message = messageOf(error).slice(0, 400)
    const line = `${JSON.stringify({ at: Date.now(), agent, code, message })}\n`
    writeOwnFile(file, line, { maxBytes: MAX_ERROR_FILE_BYTES })
  } catch {
    // Without a home folder, or with a pipe in its place, the file cannot be written. `leftoff doctor` reports that.
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

/**
 * Payloads that are too large are never ingested. This much of their beginning is kept, so that a person can
 * identify them.
 */
const EXCERPT_BYTES = 64 * 1024

interface PayloadSource {
  /** The spool. Throws if there is no home folder. */
  readonly spool: () => Maildir
  readonly agent: string
  /** The name under which the installed script put the payload into the spool. */
  readonly name: string | undefined
  readonly env: Environment
  readonly onError: (error: unknown) => void
}

/** A hook's payload. The spool holds it until it is stored, so that a killed hook loses nothing. */
class HeldPayload {
  /** The text of the payload; undefined if the payload is unfinished or too large. */
  readonly text: string | undefined
  /** The client's working directory. Its `.env` files contain secrets that the payload may quote. */
  directory: string | undefined
  readonly #source: PayloadSource
  readonly #name: string | undefined
  readonly #excerpt: string

  /**
   * Reads the payload from the spool if the script put it there, otherwise from standard input. Undefined if
   * there is no input.
   */
  static async receive(source: PayloadSource): Promise<HeldPayload | undefined> {
    const { spool, agent, name, onError } = source
    if (name !== undefined) return new HeldPayload(source, name, spool().held(name) ?? '')
    const text = await readStandardInput(MAX_PAYLOAD_BYTES)
    if (text === '') return undefined
    try {
      return new HeldPayload(source, spool().hold(agent, text), text)
    } catch (error) {
      onError(error)
      return new HeldPayload(source, undefined, text)
    }
  }

  private constructor(source: PayloadSource, name: string | undefined, text: string) {
    this.#source = source
    this.#name = name
    this.#excerpt = text.slice(0, EXCERPT_BYTES)
    this.text = text === '' || Buffer.byteLength(text) > MAX_PAYLOAD_BYTES ? undefined : text
  }

  /** Call this when the payload is stored. */
  release(): void {
    if (this.#name !== undefined) this.#source.spool().release(this.#name)
  }

  /** Leaves the redacted payload for the next process that opens the log. */
  async deliver(): Promise<void> {
    const { spool, agent, env, onError } = this.#source
    try {
      const dotenv = readDotenvFiles(this.directory ?? currentFolder(env))
      const redact = createRedactor(collectSecretLiterals(env, dotenv))
      await spool().deliver(agent, redactPayload(this.text ?? this.#excerpt, redact))
      this.release()
    } catch (error) {
      onError(error) // a later process ingests the held payload
    }
  }
}
