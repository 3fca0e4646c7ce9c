import { createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { expect } from 'vitest'
import { sessionProjection } from '../../src/app/projection.ts'
import type { StoredEvent } from '../../src/event/define.ts'
import { SqliteLog } from '../../src/log/sqlite/sqlite-log.ts'
import { createFifo } from '../crash/kit/run-hook.ts'
import { collect } from '../support/events.ts'
import { createSandbox, type RunOptions, type Sandbox } from '../support/sandbox.ts'

/** A generous limit, because tests run on busy machines. Campaign R20 measures the real time. */
const MAX_HOOK_MS = 5_000

export interface HookRunOptions extends RunOptions {
  /** Whether the writer keeps standard input open while the hook runs. */
  readonly staysOpen?: boolean
  /** A pipe, as in a shell. The default is a socket, which Node gives its children. */
  readonly through?: 'pipe'
  /** Whether the reader closes standard output before the hook writes. */
  readonly closesStdout?: boolean
}

interface HookResult {
  readonly code: number | null
  readonly signal: string | null
  readonly out: string
  readonly err: string
  readonly ms: number
  /** Whether writing to standard input failed. */
  readonly isBroken: boolean
}

export interface HookSandbox extends Sandbox {
  /** Runs one hook in its own process. */
  hook(agent: string, payload: Buffer | string | object, options?: HookRunOptions): Promise<HookResult>
  /** The events in the log, without draining the spool. */
  events(): Promise<readonly StoredEvent[]>
  /** The events in the log after a command has drained the spool. */
  ingestedEvents(): Promise<readonly StoredEvent[]>
  /** The contents of the files in a folder of the spool. */
  spooled(part?: 'new' | 'tmp' | 'quarantine'): readonly string[]
  /** Returns where a text is stored. */
  locate(text: string): Promise<'log' | 'spool' | 'quarantine' | 'nowhere'>
}

/** No such process exists. Otherwise an agent that runs these tests would count as the agent under test. */
const NO_PROCESS = '99999999'

/** `named` is the name of leftoff's data folder. */
export async function createHookSandbox({ named = 'home' } = {}): Promise<HookSandbox> {
  const sandbox = await createSandbox()
  const home = join(sandbox.root, named)
  const base: Sandbox = {
    ...sandbox,
    home,
    spawn: (args, { env, ...options } = {}) =>
      sandbox.spawn(args, { ...options, env: { LEFTOFF_HOME: home, CLAUDE_PID: NO_PROCESS, ...env } }),
  }
  const spooled = (part: 'new' | 'tmp' | 'quarantine' = 'new'): readonly string[] => {
    const folder = join(base.home, 'spool', part)
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => !name.endsWith('.reason')) : []
    return names.map((name) => readFileSync(join(folder, name), 'utf8'))
  }
  const events = (): Promise<readonly StoredEvent[]> => eventsIn(base.home)
  return {
    ...base,
    events,
    async ingestedEvents() {
      await base.run(['session', 'list', '--json'])
      return events()
    },
    spooled,
    hook: (agent, payload, options = {}) => runHook(base, agent, { payload, options }),
    async locate(text) {
      if (spooled().some((payload) => payload.includes(text))) return 'spool'
      if (spooled('quarantine').some((payload) => payload.includes(text))) return 'quarantine'
      return JSON.stringify(await events()).includes(text) ? 'log' : 'nowhere'
    },
  }
}

/** Expects exit code 0, nothing on stderr, no broken pipe, and completion within the time limit. */
export function expectUndisturbed({ code, signal, err, ms, isBroken }: HookResult): void {
  expect({ code, signal, err, isBroken }).toEqual({ code: 0, signal: null, err: '', isBroken: false })
  expect(ms).toBeLessThan(MAX_HOOK_MS)
}

async function eventsIn(home: string): Promise<readonly StoredEvent[]> {
  const path = join(home, 'log.db')
  if (!existsSync(path)) return []
  const log = new SqliteLog({ path, projection: sessionProjection })
  try {
    return await collect(log.read())
  } finally {
    await log.close()
  }
}

interface SentPayload {
  readonly payload: Buffer | string | object
  readonly options: HookRunOptions
}

function runHook(base: Sandbox, agent: string, { payload, options }: SentPayload): Promise<HookResult> {
  const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload)
  const began = performance.now()
  const fifo = options.through === 'pipe' ? createFifo(base.root) : undefined
  const child = base.spawn(['hook', agent], {
    ...options,
    under: [...(options.under ?? []), ...(fifo ? ['sh', '-c', 'exec "$@" <"$0"', fifo] : [])],
  })
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout?.on('data', (data: Buffer) => out.push(data))
  child.stderr?.on('data', (data: Buffer) => err.push(data))
  if (options.closesStdout) child.stdout?.destroy()
  const writer = fifo ? createWriteStream(fifo) : child.stdin
  let isBroken = false
  writer?.on('error', () => (isBroken = true))
  write(writer, bytes, options)
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', (code, signal) => {
      writer?.destroy()
      const [stdout, stderr] = [out, err].map((chunks) => Buffer.concat(chunks).toString())
      const ms = performance.now() - began
      done({ code, signal, out: stdout ?? '', err: stderr ?? '', ms, isBroken })
    })
  })
}

function write(writer: Writable | null, bytes: Buffer | string, { staysOpen = false }: HookRunOptions): void {
  if (!staysOpen) writer?.end(bytes)
  else if (bytes.length > 0) writer?.write(bytes)
}
