import { execFileSync } from 'node:child_process'
import { createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { expect } from 'vitest'
import { sessionProjection } from '../../src/app/projection.ts'
import type { StoredEvent } from '../../src/event/define.ts'
import { SqliteLog } from '../../src/log/sqlite/sqlite-log.ts'
import { type Desk, desk, type RunOptions } from '../support/desk.ts'
import { all } from '../support/events.ts'

/** The real figure is measured by campaign R20; this is for machines that have much else to do. */
export const MOST_MS = 5_000

export interface Manner extends RunOptions {
  /** The writer keeps its end open for as long as the hook runs. */
  readonly staysOpen?: boolean
  /** A pipe as a shell makes it; otherwise a socket, which is what Node gives its children. */
  readonly through?: 'pipe'
  /** The reader of standard output has gone before anything was written. */
  readonly isDeaf?: boolean
}

export interface Heard {
  readonly code: number | null
  readonly signal: string | null
  readonly out: string
  readonly err: string
  readonly ms: number
  /** The writer's end of standard input broke. */
  readonly isBroken: boolean
}

export interface HookDesk extends Desk {
  /** One hook of one agent, a process of its own. */
  hook(agent: string, payload: Buffer | string | object, manner?: Manner): Promise<Heard>
  /** What is in the log. */
  events(): Promise<readonly StoredEvent[]>
  /** What is known: every command takes in first what waits. */
  known(): Promise<readonly StoredEvent[]>
  /** What lies in the spool, by the name of the folder. */
  spooled(part?: 'new' | 'tmp' | 'quarantine'): readonly string[]
  /** Where this text is now. */
  whereabouts(text: string): Promise<'log' | 'spool' | 'quarantine' | 'nowhere'>
}

/** No such process: whoever runs these tests, an agent perhaps, is not taken for the agent in them. */
const NOBODY = '99999999'

/** `named`: the folder in which leftoff keeps its data. */
export async function hookDesk({ named = 'home' } = {}): Promise<HookDesk> {
  const plain = await desk()
  const home = join(plain.root, named)
  const base: Desk = {
    ...plain,
    home,
    spawn: (args, { env, ...options } = {}) =>
      plain.spawn(args, { ...options, env: { LEFTOFF_HOME: home, CLAUDE_PID: NOBODY, ...env } }),
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
    async known() {
      await base.run(['session', 'list', '--json'])
      return events()
    },
    spooled,
    hook: (agent, payload, manner = {}) => hooked(base, agent, { payload, manner }),
    async whereabouts(text) {
      if (spooled().some((payload) => payload.includes(text))) return 'spool'
      if (spooled('quarantine').some((payload) => payload.includes(text))) return 'quarantine'
      return JSON.stringify(await events()).includes(text) ? 'log' : 'nowhere'
    },
  }
}

/** Whatever is done to a hook, its agent notices nothing. */
export function requireUnnoticed({ code, signal, err, ms, isBroken }: Heard): void {
  expect({ code, signal, err, isBroken }).toEqual({ code: 0, signal: null, err: '', isBroken: false })
  expect(ms).toBeLessThan(MOST_MS)
}

async function eventsIn(home: string): Promise<readonly StoredEvent[]> {
  const path = join(home, 'log.db')
  if (!existsSync(path)) return []
  const log = new SqliteLog({ path, projection: sessionProjection })
  try {
    return await all(log.read())
  } finally {
    await log.close()
  }
}

interface Told {
  readonly payload: Buffer | string | object
  readonly manner: Manner
}

function hooked(base: Desk, agent: string, { payload, manner }: Told): Promise<Heard> {
  const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload)
  const began = performance.now()
  const fifo = manner.through === 'pipe' ? fifoIn(base.root) : undefined
  const child = base.spawn(['hook', agent], {
    ...manner,
    under: [...(manner.under ?? []), ...(fifo ? ['sh', '-c', 'exec "$@" <"$0"', fifo] : [])],
  })
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout?.on('data', (data: Buffer) => out.push(data))
  child.stderr?.on('data', (data: Buffer) => err.push(data))
  if (manner.isDeaf) child.stdout?.destroy()
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

function write(writer: Writable | null, bytes: Buffer | string, { staysOpen = false }: Manner): void {
  if (!staysOpen) writer?.end(bytes)
  else if (bytes.length > 0) writer?.write(bytes)
}

let made = 0

/** A pipe with a name, so that a shell can be told to read from it. */
export function fifoIn(folder: string): string {
  made += 1
  const path = join(folder, `fifo-${made}`)
  execFileSync('mkfifo', [path])
  return path
}
