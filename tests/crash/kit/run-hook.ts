import { execFileSync, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'

export interface HookRun {
  readonly command: readonly string[]
  readonly home: string
  readonly folder: string
  readonly payload: string
  /** If set, standard input is of this kind and stays open while the hook runs. */
  readonly open?: 'pipe' | 'socket'
  /** Whether the reader closes standard output at once. */
  readonly closesStdout?: boolean
  /** Whether the parent shell is killed at once. */
  readonly isOrphan?: boolean
}

interface HookExit {
  readonly ms: number
  /** The exit code; unknown for an orphan. */
  readonly code: number | null
  readonly printed: string
}

/** A hook that takes longer than this is killed. */
const TIMEOUT_MS = 20_000

/** Runs one hook in its own process until its pipes are closed. */
export function runHook(run: HookRun): Promise<HookExit> {
  const fifo = run.open === 'pipe' ? createFifo(run.folder) : undefined
  const shell = run.isOrphan ? ['sh', '-c', 'exec 3<&0; "$@" <&3 3<&- & echo up >&2; wait', 'sh'] : []
  const reader = fifo ? ['sh', '-c', 'exec "$@" <"$0"', fifo] : []
  const [program = '', ...words] = [...reader, ...shell, ...run.command]
  const { NODE_OPTIONS: _, ...rest } = process.env
  const env = { ...rest, LEFTOFF_HOME: run.home, HOME: run.folder, CLAUDE_PID: '99999999' }
  const began = performance.now()
  const child = spawn(program, words, { env, cwd: run.folder, detached: true })
  const limit = setTimeout(() => kill(child.pid), TIMEOUT_MS)
  const writer = fifo ? createWriteStream(fifo) : child.stdin
  writer.on('error', () => {}) // the exit code is checked
  if (run.open) writer.write(run.payload)
  else writer.end(run.payload)
  let printed = ''
  child.stderr.on('data', (data) => {
    if (run.isOrphan && String(data) === 'up\n') child.kill('SIGKILL')
    else printed += data
  })
  child.stdout.on('data', (data) => (printed += data))
  if (run.closesStdout) child.stdout.destroy()
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', (code) => {
      clearTimeout(limit)
      writer.destroy()
      done({ ms: performance.now() - began, code, printed })
    })
  })
}

/** Kills the process group. */
function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // it has just ended
  }
}

let fifoCount = 0

/** A named pipe that a shell can redirect from. */
export function createFifo(folder: string): string {
  fifoCount += 1
  const path = join(folder, `fifo-${fifoCount}`)
  execFileSync('mkfifo', [path])
  return path
}
