import { readFileSync, readlinkSync } from 'node:fs'
import type { ProcessRef } from '../event/fields.ts'
import { attempt } from '../problem.ts'
import { safeSearchPath } from './search-path.ts'

/** The process with this pid. Undefined if it is not running. */
export function processRef(pid: number): ProcessRef | undefined {
  const fields = statFields(pid)
  if (!isRunning(pid, fields)) return undefined
  const started = startedAt(pid, fields)
  return { pid, machine: machine(), ...(started && { started }) }
}

/** Whether the recorded process still runs. A reused pid counts as gone; a process on another machine is unknown. */
export function evidenceOf(ref: ProcessRef | undefined): 'alive' | 'gone' | 'unknown' {
  if (!ref || (ref.machine !== undefined && ref.machine !== machine())) return 'unknown'
  const fields = statFields(ref.pid)
  if (!isRunning(ref.pid, fields)) return 'gone'
  if (ref.started === undefined) return 'alive'
  const started = startedAt(ref.pid, fields)
  return started === undefined || started === ref.started ? 'alive' : 'gone'
}

/**
 * The shell of the user's terminal, which lives as long as the window. A script's shell ends immediately and would
 * make every session look crashed, so there is no result without a terminal.
 */
export function terminalProcess(): ProcessRef | undefined {
  if (process.platform !== 'linux') return process.stdin.isTTY ? processRef(process.ppid) : undefined
  const fields = statFields(process.pid)
  const leader = Number(fields?.[SESSION])
  const hasTerminal = Number(fields?.[TERMINAL] ?? 0) !== 0
  return hasTerminal && leader > 1 && leader !== process.pid ? processRef(leader) : undefined
}

/** The ancestor processes, nearest first, with their command lines. */
export function ancestors(): readonly { readonly pid: number; readonly command: readonly string[] }[] {
  const found: { pid: number; command: readonly string[] }[] = []
  let pid = process.ppid
  while (pid > 1 && found.length < MAX_ANCESTORS) {
    const { parent, command } = relation(pid)
    found.push({ pid, command })
    pid = parent
  }
  return found
}
const MAX_ANCESTORS = 12

function relation(pid: number): { readonly parent: number; readonly command: readonly string[] } {
  if (process.platform === 'linux') {
    const command = read(`/proc/${pid}/cmdline`)?.split('\0') ?? []
    return { parent: Number(statFields(pid)?.[PARENT] ?? 0), command }
  }
  const [parent = '0', ...command] = (ps(['-o', 'ppid=,args=', '-p', String(pid)]) ?? '').split(/\s+/)
  return { parent: Number(parent), command }
}

function isRunning(pid: number, fields: readonly string[] | undefined): boolean {
  const state = fields?.[STATE]
  if (state !== undefined) return state !== 'Z' // a zombie has ended, but its parent has not collected it yet
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Positions of fields in /proc/<pid>/stat after the name. The name may contain spaces and parentheses. */
const STATE = 0
const PARENT = 1
const SESSION = 3
const TERMINAL = 4
const START = 19

function statFields(pid: number): readonly string[] | undefined {
  if (process.platform !== 'linux') return undefined
  const stat = read(`/proc/${pid}/stat`)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Ticks since boot are unique only together with the boot id. */
function startedAt(pid: number, fields: readonly string[] | undefined): string | undefined {
  if (process.platform === 'win32') return undefined
  const ticks = fields?.[START]
  if (ticks) return `${bootId()}:${ticks}`
  return process.platform === 'linux' ? undefined : askPs(pid)
}

const askPs = (pid: number): string | undefined => ps(['-o', 'lstart=', '-p', String(pid)])

function ps(words: readonly string[]): string | undefined {
  try {
    // Loaded on demand: loading takes 4 ms, and Linux does not need it.
    const { execFileSync } = process.getBuiltinModule('node:child_process')
    const env = { ...process.env, PATH: safeSearchPath(process.env.PATH, undefined) }
    return execFileSync('ps', words, { encoding: 'utf8', env }).trim() || undefined
  } catch {
    return undefined // there is no such process or no ps, so use the pid alone
  }
}

const bootId = (): string => read('/proc/sys/kernel/random/boot_id')?.trim().slice(0, 8) ?? ''

let known: string | undefined

/** The machine and its pid namespace: a container has its own pids. */
function machine(): string {
  known ??= `${machineName()}${pidSpace()}`
  return known
}

/** Reading the Linux file is ten times faster than loading `node:os`. */
function machineName(): string {
  const hostname = process.platform === 'linux' ? read('/proc/sys/kernel/hostname')?.trim() : undefined
  return hostname || process.getBuiltinModule('node:os').hostname()
}

function pidSpace(): string {
  if (process.platform !== 'linux') return ''
  try {
    return `/${readlinkSync('/proc/self/ns/pid').slice('pid:['.length, -1)}`
  } catch {
    return '' // there is no /proc, so use the machine name alone
  }
}

/** The content of a file in /proc; undefined if the process is gone or the platform has no /proc. */
const read = (path: string): string | undefined => attempt(() => readFileSync(path, 'utf8'))

/** Whether the standard output of a process is a terminal. False if the platform has no /proc. */
export const writesToTerminal = (pid: number): boolean =>
  /^\/dev\/(?:pts\/|tty)/.test(attempt(() => readlinkSync(`/proc/${pid}/fd/1`)) ?? '')
