import { execFileSync, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'

export interface HookRun {
  readonly command: readonly string[]
  readonly home: string
  readonly folder: string
  readonly payload: string
  /** Its writer keeps standard input open for as long as the hook runs. */
  readonly open?: 'pipe' | 'socket'
  /** Nobody reads what it prints. */
  readonly isDeaf?: boolean
  /** The shell that started it is killed at once. */
  readonly isOrphan?: boolean
}

export interface HookEnd {
  readonly ms: number
  /** Of an orphan nobody hears it. */
  readonly code: number | null
  readonly printed: string
}

/** A hook that takes longer than this is killed, and that is its time. */
const GIVEN_UP_MS = 20_000

/** One hook in a process of its own, from its start to the moment at which its pipes are closed. */
export function hookRun(run: HookRun): Promise<HookEnd> {
  const fifo = run.open === 'pipe' ? fifoIn(run.folder) : undefined
  const shell = run.isOrphan ? ['sh', '-c', 'exec 3<&0; "$@" <&3 3<&- & echo up >&2; wait', 'sh'] : []
  const reader = fifo ? ['sh', '-c', 'exec "$@" <"$0"', fifo] : []
  const [program = '', ...words] = [...reader, ...shell, ...run.command]
  const { NODE_OPTIONS: _, ...rest } = process.env
  const env = { ...rest, LEFTOFF_HOME: run.home, HOME: run.folder, CLAUDE_PID: '99999999' }
  const began = performance.now()
  const child = spawn(program, words, { env, cwd: run.folder, detached: true })
  const limit = setTimeout(() => kill(child.pid), GIVEN_UP_MS)
  const writer = fifo ? createWriteStream(fifo) : child.stdin
  writer.on('error', () => {}) // its ending tells
  if (run.open) writer.write(run.payload)
  else writer.end(run.payload)
  let printed = ''
  child.stderr.on('data', (data) => {
    if (run.isOrphan && String(data) === 'up\n') child.kill('SIGKILL')
    else printed += data
  })
  child.stdout.on('data', (data) => (printed += data))
  if (run.isDeaf) child.stdout.destroy()
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', (code) => {
      clearTimeout(limit)
      writer.destroy()
      done({ ms: performance.now() - began, code, printed })
    })
  })
}

/** All that it has started. */
function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // it ended at this very moment
  }
}

let made = 0

function fifoIn(folder: string): string {
  made += 1
  const path = join(folder, `fifo-${made}`)
  execFileSync('mkfifo', [path])
  return path
}
