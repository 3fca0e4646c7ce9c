import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

export interface ProcessRun {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

interface ProcessOptions {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** After this time the process group is killed. */
  readonly limitMs?: number
  /** Called while the process runs. May end the process. */
  readonly meanwhile?: (child: ChildProcess) => Promise<void>
}

const LIMIT_MS = 90_000

/** Runs a command until it exits. After the limit its process group is killed and the run fails. */
export async function run(words: readonly string[], options: ProcessOptions): Promise<ProcessRun> {
  const [program = '', ...args] = words
  const child = spawn(program, args, {
    cwd: options.folder,
    env: options.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = exitOf(child)
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
    await waitForGroup(child)
  }
}

const DISPERSE_MS = 3_000

/** Hooks may outlive their client for a moment. Kills the hooks that are still running after that. */
async function waitForGroup(child: ChildProcess): Promise<void> {
  const { pid } = child
  if (pid === undefined) return
  await until('its group is empty', () => !isAlive(-pid), DISPERSE_MS).catch(() => endGroup(child))
}

/** Whether a process runs. A negative number means a process group. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false // no such process
  }
}

function exitOf(child: ChildProcess): Promise<ProcessRun> {
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout?.on('data', (bytes: Buffer) => out.push(bytes))
  child.stderr?.on('data', (bytes: Buffer) => err.push(bytes))
  return new Promise((done, failed) => {
    child.on('error', failed)
    // Does not wait for `close`, because children of a killed client may keep the pipes open.
    child.on('exit', (code, signal) =>
      setImmediate(() =>
        done({ code, signal, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }),
      ),
    )
  })
}

/** Ends a process that was started as the leader of its group. */
export function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // already gone
  }
}

export function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // already gone
  }
}

/** Waits until a condition holds. A failure prints the reason. */
export async function until(
  reason: string,
  holds: () => boolean | Promise<boolean>,
  limitMs = 60_000,
): Promise<void> {
  const began = performance.now()
  while (!(await holds())) {
    if (performance.now() - began > limitMs) throw new Error(`timed out after ${limitMs} ms: ${reason}`)
    await delay(50)
  }
}

export const contentOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')
