import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

export interface Run {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** No process of a client may outlive this. */
  readonly limitMs?: number
  /** Called once it runs; what it does may end the process. */
  readonly meanwhile?: (child: ChildProcess) => Promise<void>
}

const LIMIT_MS = 60_000

/** Runs a command to its end; after the limit its whole process group is killed and the run fails. */
export async function run(words: readonly string[], options: RunOptions): Promise<Run> {
  const [program = '', ...args] = words
  const child = spawn(program, args, {
    cwd: options.folder,
    env: options.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = ending(child)
  const limit = options.limitMs ?? LIMIT_MS
  const timer = setTimeout(() => endGroup(child), limit)
  const began = performance.now()
  try {
    await options.meanwhile?.(child)
    const done = await ended
    if (performance.now() - began >= limit) {
      throw new Error(`${words.join(' ')} did not end within ${limit} ms\n${done.out}\n${done.err}`)
    }
    return done
  } finally {
    clearTimeout(timer)
    await dispersed(child)
  }
}

const DISPERSE_MS = 3_000

/** Hooks may outlive the client that started them for a moment; what stays longer was left behind. */
async function dispersed(child: ChildProcess): Promise<void> {
  const { pid } = child
  if (pid === undefined) return
  await until('its group is empty', () => !isAlive(-pid), DISPERSE_MS).catch(() => endGroup(child))
}

/** Of a process, or with a minus of a group. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false // nobody of that number is there
  }
}

function ending(child: ChildProcess): Promise<Run> {
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout?.on('data', (bytes: Buffer) => out.push(bytes))
  child.stderr?.on('data', (bytes: Buffer) => err.push(bytes))
  return new Promise((done, failed) => {
    child.on('error', failed)
    // Not 'close': what a killed client leaves behind may hold the pipes open.
    child.on('exit', (code, signal) =>
      setImmediate(() =>
        done({ code, signal, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }),
      ),
    )
  })
}

/** By the number of its group, which is that of the process that was started here. */
export function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // the group is gone already
  }
}

export function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it is gone already
  }
}

/** Waits until something holds; the reason is what the failure says. */
export async function until(
  reason: string,
  holds: () => boolean | Promise<boolean>,
  limitMs = 30_000,
): Promise<void> {
  const began = performance.now()
  while (!(await holds())) {
    if (performance.now() - began > limitMs) throw new Error(`waited ${limitMs} ms in vain: ${reason}`)
    await delay(50)
  }
}

export const contentOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')
