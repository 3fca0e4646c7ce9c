import { execFileSync } from 'node:child_process'
import { createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { expect } from 'vitest'
import { sessionProjection } from '../../src/app/projection.ts'
import type { StoredEvent } from '../../src/event/define.ts'
import { SqliteLog } from '../../src/log/sqlite/sqlite-log.ts'
import { collect } from '../support/events.ts'
import { createSandbox, type RunOptions, type Sandbox } from '../support/sandbox.ts'

/** The real figure is measured by campaign R20; this is for machines that have much else to do. */
export const MAX_HOOK_MS = 5_000

export interface HookRunOptions extends RunOptions {
  /** The writer keeps its end open for as long as the hook runs. */
  readonly staysOpen?: boolean
  /** A pipe as a shell makes it; otherwise a socket, which is what Node gives its children. */
  readonly through?: 'pipe'
  /** The reader of standard output has gone before anything was written. */
  readonly closesStdout?: boolean
}

export interface HookResult {
  readonly code: number | null
  readonly signal: string | null
  readonly out: string
  readonly err: string
  readonly ms: number
  /** The writer's end of standard input broke. */
  readonly isBroken: boolean
}

export interface HookSandbox extends Sandbox {
  /** One hook of one agent, a process of its own. */
  hook(agent: string, payload: Buffer | string | object, manner?: HookRunOptions): Promise<HookResult>
  /** What is in the log. */
  events(): Promise<readonly StoredEvent[]>
  /** What is known: every command takes in first what waits. */
  ingestedEvents(): Promise<readonly StoredEvent[]>
  /** What lies in the spool, by the name of the folder. */
  spooled(part?: 'new' | 'tmp' | 'quarantine'): readonly string[]
  /** Where this text is now. */
  locate(text: string): Promise<'log' | 'spool' | 'quarantine' | 'nowhere'>
}

/** No such process: whoever runs these tests, an agent perhaps, is not taken for the agent in them. */
const NO_PROCESS = '99999999'

/** `named`: the folder in which leftoff keeps its data. */
export async function createHookSandbox({ named = 'home' } = {}): Promise<HookSandbox> {
  const plain = await createSandbox()
  const home = join(plain.root, named)
  const base: Sandbox = {
    ...plain,
    home,
    spawn: (args, { env, ...options } = {}) =>
      plain.spawn(args, { ...options, env: { LEFTOFF_HOME: home, CLAUDE_PID: NO_PROCESS, ...env } }),
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
    hook: (agent, payload, manner = {}) => runHook(base, agent, { payload, manner }),
    async locate(text) {
      if (spooled().some((payload) => payload.includes(text))) return 'spool'
      if (spooled('quarantine').some((payload) => payload.includes(text))) return 'quarantine'
      return JSON.stringify(await events()).includes(text) ? 'log' : 'nowhere'
    },
  }
}

/** Whatever is done to a hook, its agent notices nothing. */
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

interface Told {
  readonly payload: Buffer | string | object
  readonly manner: HookRunOptions
}

function runHook(base: Sandbox, agent: string, { payload, manner }: Told): Promise<HookResult> {
  const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload)
  const began = performance.now()
  const fifo = manner.through === 'pipe' ? createFifo(base.root) : undefined
  const child = base.spawn(['hook', agent], {
    ...manner,
    under: [...(manner.under ?? []), ...(fifo ? ['sh', '-c', 'exec "$@" <"$0"', fifo] : [])],
  })
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout?.on('data', (data: Buffer) => out.push(data))
  child.stderr?.on('data', (data: Buffer) => err.push(data))
  if (manner.closesStdout) child.stdout?.destroy()
  const writer = fifo ? createWriteStream(fifo) : child.stdin
  let isBroken = false
  writer?.on('error', () => (isBroken = true))
  write(writer, bytes, manner)
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', (code, signal) => {
      writer?.destroy()
      const [said, complained] = [out, err].map((chunks) => Buffer.concat(chunks).toString())
      const ms = performance.now() - began
      done({ code, signal, out: said ?? '', err: complained ?? '', ms, isBroken })
    })
  })
}

function write(writer: Writable | null, bytes: Buffer | string, { staysOpen = false }: HookRunOptions): void {
  if (!staysOpen) writer?.end(bytes)
  else if (bytes.length > 0) writer?.write(bytes)
}

let fifoCount = 0

/** A pipe with a name, so that a shell can be told to read from it. */
export function createFifo(folder: string): string {
  fifoCount += 1
  const path = join(folder, `fifo-${fifoCount}`)
  execFileSync('mkfifo', [path])
  return path
}
